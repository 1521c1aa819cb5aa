//! Memories a session of a project begins with.

use mneme_model::{MemoryStatus, Moment, Seq};
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::memories::{self, MemoryRow};
use mneme_store::tables::notes;

use super::{PASSING, noted};
use crate::Result;
use crate::notebook::Memory;

/// Rows looked back at, and memories among them that are opened: every session begins with this.
/// What is older is found when it is asked for.
const LOOKED_AT: usize = 2_000;
const OPENED: usize = 300;
/// A preference of no project holds in every one.
const EVERYWHERE: &str = "preference";

/// The latest memories of a project that nobody doubts, and preferences of no project.
pub fn of_project(
    view: &View<'_>,
    namespace: &Namespace,
    project: &str,
    now: Moment,
    most: usize,
) -> Result<Vec<Memory>> {
    let (mut found, mut opened) = (Vec::new(), 0);
    for row in memories::page_before(view, namespace.ns, Seq::MAX, LOOKED_AT)? {
        if found.len() == most || opened == OPENED {
            break;
        }
        if !is_told(view, &row)? {
            continue;
        }
        opened += 1;
        let memory = noted(view, &row)?.filter(|memory| {
            belongs(memory, project)
                && namespace.sees(memory.agent_id.as_deref())
                && !is_over(memory, now)
        });
        found.extend(memory);
    }
    Ok(found)
}

/// What is not confirmed, doubted or put away is not told unasked; notes are told elsewhere.
fn is_told(view: &View<'_>, row: &MemoryRow) -> Result<bool> {
    let sure = matches!(row.status, MemoryStatus::Active | MemoryStatus::Stale);
    Ok(sure && notes::shelf(view, row.seq)?.is_none_or(|shelf| shelf == PASSING))
}

fn belongs(memory: &Memory, project: &str) -> bool {
    match &memory.kept.project {
        Some(own) => own == project,
        None => memory.kept.kind == EVERYWHERE,
    }
}

/// Past its time, though nobody has swept it away yet.
fn is_over(memory: &Memory, now: Moment) -> bool {
    let until = memory.kept.forget_after.as_deref().and_then(Moment::parse);
    until.is_some_and(|until| until <= now)
}
