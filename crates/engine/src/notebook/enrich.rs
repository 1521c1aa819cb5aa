//! What is told before a tool touches files: what was done to them, what else fits, what broke.

use mneme_access::Caller;
use mneme_model::MemoryStatus;
use mneme_notebook::enrich::{Block, packed};
use mneme_notebook::memory::Memory;
use mneme_notebook::observation::Observation;
use mneme_store::View;
use mneme_store::names::{NameKind, Namespace};
use mneme_store::tables::sessions::{self, SessionPage};

use super::read::{latest, observation};
use super::sessions::shown_in;
use super::{Notes, Search, whose};
use crate::{Engine, Result};

/// What is about to be done.
#[derive(Clone, Debug, Default)]
pub struct Enrich {
    pub session: String,
    pub files: Vec<String>,
    pub terms: Vec<String>,
    pub project: Option<String>,
    pub tool: Option<String>,
}

/// Other sessions that are looked at, the latest, and what of each.
const SESSIONS: usize = 15;
const EACH: usize = 200;
/// Observations told of a file, and how much they must matter.
const OF_A_FILE: usize = 5;
const TELLING: u8 = 4;
const HITS: usize = 5;
const BUGS: usize = 3;
/// The type of memories that tell what broke.
const BUG: &str = "bug";
/// So much is asked for; more would not find other things.
const ASKED: usize = 2_000;

impl Engine {
    pub async fn enrich(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        asked: Enrich,
    ) -> Result<String> {
        let Some(seen) = self.reading(caller, namespace)? else {
            return Ok(String::new());
        };
        let hits = self.fitting(caller, namespace, &asked).await?;
        let bugs = Notes {
            latest: true,
            kind: Some(String::from(BUG)),
            limit: usize::MAX,
            ..Notes::default()
        };
        let mut bugs = self.notes(caller, namespace, bugs).await?;
        bugs.retain(|bug| {
            is_sure(bug.status) && bug.kept.files.iter().any(|file| asked.means(file))
        });
        bugs.truncate(BUGS);
        let files = self
            .store
            .read(move |view| of_files(view, &seen, &asked))
            .await?;
        Ok(packed(&[files, hits, errors(&bugs)]))
    }

    /// What a search for the files and terms finds elsewhere.
    async fn fitting(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        asked: &Enrich,
    ) -> Result<Block> {
        let mut block = Block::new("agentmemory-relevant-context");
        let words = asked.terms.iter().chain(&asked.files);
        let words: Vec<&str> = words.map(String::as_str).collect();
        let query: String = words.join(" ").chars().take(ASKED).collect();
        if query.trim().is_empty() {
            return Ok(block);
        }
        let search = Search {
            query,
            limit: HITS * 2,
            per_session: None,
        };
        let hits = self.search_notes(caller, namespace, search).await?;
        let elsewhere = hits.iter().filter(|hit| hit.session_id != asked.session);
        let others = elsewhere.filter(|hit| is_sure(hit.status));
        for hit in others.take(HITS) {
            block.tell(&format!("- [{}] {}: {}", hit.kind, hit.title, hit.content));
        }
        Ok(block)
    }
}

/// What is not confirmed or doubted is not told unasked.
fn is_sure(status: Option<MemoryStatus>) -> bool {
    matches!(status, None | Some(MemoryStatus::Stale))
}

// === impl Enrich ===

impl Enrich {
    /// Whether a file is one of those: the same, or the same name at the end of a longer path.
    fn means(&self, file: &str) -> bool {
        let ends = |long: &str, short: &str| {
            let rest = long.strip_suffix(short);
            rest.is_some_and(|rest| rest.is_empty() || rest.ends_with(['/', '\\']))
        };
        let same = |wanted: &String| ends(file, wanted) || ends(wanted, file);
        !file.is_empty() && self.files.iter().any(same)
    }
}

fn of_files(view: &View<'_>, namespace: &Namespace, asked: &Enrich) -> Result<Block> {
    let mut block = Block::new("agentmemory-file-context");
    if asked.files.is_empty() {
        return Ok(block);
    }
    let seen = elsewhere(view, namespace, asked)?;
    for file in &asked.files {
        let one = Enrich {
            files: vec![file.clone()],
            ..Enrich::default()
        };
        let touched = seen.iter().filter(|seen| {
            seen.importance >= TELLING && seen.files.iter().any(|file| one.means(file))
        });
        let lines: Vec<String> = touched.take(OF_A_FILE).map(line).collect();
        if !lines.is_empty() {
            block.tell(&format!("## {file}"));
            lines.iter().for_each(|line| block.tell(line));
        }
    }
    Ok(block)
}

fn line(seen: &Observation) -> String {
    let day = seen.timestamp.get(..10).unwrap_or_default();
    format!("- [{}] {day} {}: {}", seen.kind, seen.title, seen.narrative)
}

/// What was observed in the latest other sessions, the latest first.
fn elsewhere(view: &View<'_>, namespace: &Namespace, asked: &Enrich) -> Result<Vec<Observation>> {
    let project = asked.project.as_deref();
    let project = project.map(|name| view.name_id(namespace.ns, NameKind::Project, name));
    let page = SessionPage {
        ns: namespace.ns,
        project: project.transpose()?.flatten(),
        before: None,
        limit: SESSIONS + 1,
    };
    let mut others = Vec::new();
    for row in sessions::page(view, &page)? {
        let session = shown_in(view, namespace, &row)?;
        let other = session.filter(|session| session.id != asked.session);
        others.extend(other.map(|session| (row, session)));
    }
    let mut all = Vec::new();
    for (row, session) in others.into_iter().take(SESSIONS) {
        let events = whose::seen(view, namespace, latest(view, row.session, EACH)?)?;
        for event in events.iter().rev() {
            all.push(observation(view, &session.id, event)?);
        }
    }
    Ok(all)
}

fn errors(bugs: &[Memory]) -> Block {
    let mut block = Block::new("agentmemory-past-errors");
    for bug in bugs {
        block.tell(&format!("- {}", bug.content));
    }
    block
}
