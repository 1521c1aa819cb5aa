//! Memories a session of a project begins with.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use mneme_model::{MemoryStatus, Moment, Seq};
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::memories::{self, MemoryRow};
use mneme_store::tables::{journal, notes};

use super::{PASSING, kept, noted};
use crate::Result;
use crate::notebook::Memory;

/// Rows looked back at, read in pages, and memories among them that may belong: every session
/// begins with this. What is older is found when it is asked for.
const LOOKED_AT: usize = 2_000;
const PAGE: usize = 100;
const WEIGHED: usize = 300;
/// A preference of no project holds in every one.
const EVERYWHERE: &str = "preference";
/// How a project is worked in is said by memories of these types, so many at most.
const CUSTOMS: [&str; 2] = ["preference", "workflow"];
pub const CONVENTIONS: usize = 5;
/// Homes kept at most, of all namespaces together.
const HOMES: usize = 50_000;

/// Which project each version of a memory belongs to. That never changes, and telling it takes
/// opening the version; names are all that is kept here.
#[derive(Default)]
pub struct Homes(Mutex<HashMap<Seq, Home>>);

#[derive(Clone)]
enum Home {
    Project {
        name: Arc<str>,
        is_convention: bool,
    },
    Everywhere,
    Nowhere,
    /// It is a note, and told elsewhere.
    Shelf,
}

/// What is known of a project, the latest first.
#[derive(Default)]
pub struct Known {
    /// Its own memories, and preferences of no project.
    pub memories: Vec<Memory>,
    /// Its own memories that say how it is worked in.
    pub conventions: Vec<Memory>,
}

/// The latest memories of a project that nobody doubts, `most` of them, and its conventions.
pub fn of_project(
    view: &View<'_>,
    namespace: &Namespace,
    (homes, project): (&Homes, &str),
    now: Moment,
    most: usize,
) -> Result<Known> {
    let (mut found, mut weighed) = (Known::default(), 0);
    let mut before = Seq::MAX;
    for _ in 0..LOOKED_AT / PAGE {
        let rows = memories::page_before(view, namespace.ns, before, PAGE)?;
        for row in rows.iter().filter(|row| is_sure(row)) {
            let home = homes.of(view, row)?;
            weighed += usize::from(!matches!(home, Home::Shelf));
            let told = found.memories.len() < most && home.is(project);
            let custom = found.conventions.len() < CONVENTIONS && home.is_convention_of(project);
            if told || custom {
                let memory = noted(view, row)?.filter(|memory| {
                    namespace.sees(memory.agent_id.as_deref()) && !is_over(memory, now)
                });
                let convention = memory.clone().filter(|_| custom);
                found.conventions.extend(convention);
                found.memories.extend(memory.filter(|_| told));
            }
            let full = found.memories.len() == most && found.conventions.len() == CONVENTIONS;
            if full || weighed == WEIGHED {
                return Ok(found);
            }
        }
        match rows.last() {
            Some(last) if rows.len() == PAGE => before = last.seq,
            _ => break,
        }
    }
    Ok(found)
}

/// What is not confirmed, doubted or put away is not told unasked.
fn is_sure(row: &MemoryRow) -> bool {
    matches!(row.status, MemoryStatus::Active | MemoryStatus::Stale)
}

/// Past its time, though nobody has swept it away yet.
fn is_over(memory: &Memory, now: Moment) -> bool {
    let until = memory.kept.forget_after.as_deref().and_then(Moment::parse);
    until.is_some_and(|until| until <= now)
}

// === impl Homes ===

impl Homes {
    fn of(&self, view: &View<'_>, row: &MemoryRow) -> Result<Home> {
        let known = self.locked().get(&row.head_seq).cloned();
        if let Some(home) = known {
            return Ok(home);
        }
        let home = home(view, row)?;
        let mut homes = self.locked();
        if homes.len() >= HOMES {
            homes.clear();
        }
        homes.insert(row.head_seq, home.clone());
        Ok(home)
    }

    fn locked(&self) -> std::sync::MutexGuard<'_, HashMap<Seq, Home>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn home(view: &View<'_>, row: &MemoryRow) -> Result<Home> {
    if notes::shelf(view, row.seq)?.is_some_and(|shelf| shelf != PASSING) {
        return Ok(Home::Shelf);
    }
    let Some(event) = journal::load(view, row.head_seq)? else {
        return Ok(Home::Nowhere);
    };
    let kept = kept(&event);
    Ok(match kept.project {
        Some(own) => Home::Project {
            name: own.into(),
            is_convention: CUSTOMS.contains(&kept.kind.as_str()),
        },
        None if kept.kind == EVERYWHERE => Home::Everywhere,
        None => Home::Nowhere,
    })
}

// === impl Home ===

impl Home {
    fn is(&self, project: &str) -> bool {
        match self {
            Self::Project { name, .. } => **name == *project,
            Self::Everywhere => true,
            Self::Nowhere | Self::Shelf => false,
        }
    }

    fn is_convention_of(&self, project: &str) -> bool {
        matches!(self, Self::Project { name, is_convention: true } if **name == *project)
    }
}
