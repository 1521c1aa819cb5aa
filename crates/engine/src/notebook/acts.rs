//! Who did what, as the notebook tells it: the rows of the audit with the agent behind each.

use mneme_access::{Caller, Need};
use mneme_model::{Event, Kind, Moment};
use mneme_notebook::redact;
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::audit::{self, Entry, Link};
use mneme_store::tables::journal;

use super::search::shown_id;
use super::{memories, whose};
use crate::{Engine, Result, note};

/// One act.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Act {
    /// Its place in the chain.
    pub n: i64,
    pub at: Moment,
    pub operation: String,
    /// The agent, where one is known; else who was let in.
    pub agent: String,
    /// Who was let in.
    pub subject: String,
    /// What it was done to, by the name it is shown under.
    pub targets: Vec<String>,
    pub times: u64,
    /// Whether anything was written.
    pub wrote: bool,
}

/// Which acts are asked for.
#[derive(Clone, Debug, Default)]
pub struct Acts {
    pub operation: Option<String>,
    /// Only what wrote something.
    pub writes: bool,
    pub limit: usize,
}

/// Rows read in one go.
const PAGE: usize = 500;
/// What writing a note in markdown is called, and what stands between its name and the agent's.
const PAGE_WRITTEN: &str = "second_brain_write";
const FOR: &str = " for ";

impl Engine {
    /// Acts in a namespace, the latest first.
    pub async fn acts(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        wanted: Acts,
    ) -> Result<Vec<Act>> {
        self.scope(caller, Need::Administer, namespace)?;
        let Some(namespace) = self.reading(caller, namespace)? else {
            return Ok(Vec::new());
        };
        self.watch.flush().await?;
        self.store
            .read(move |view| latest(view, &namespace, &wanted))
            .await
    }
}

impl Engine {
    /// Writes down that a note in markdown was written: it is a file, and no event tells of it.
    pub async fn note_page(&self, caller: &Caller, file: &str) -> Result<()> {
        let (namespace, _) = self.writing(caller, None).await?;
        let agent = caller.only.as_deref().or(caller.agent.as_deref());
        let about = format!("{file}{FOR}{}", agent.unwrap_or_default());
        let act = note::Act::of(caller, PAGE_WRITTEN, redact::text(&about));
        self.note(act.within(&namespace.name)).await
    }
}

/// The note in markdown that an act wrote, and the agent it was written for.
fn page(entry: &Entry) -> Option<(&str, Option<&str>)> {
    if entry.action != PAGE_WRITTEN {
        return None;
    }
    let (file, agent) = entry.about.rsplit_once(FOR)?;
    Some((file, Some(agent).filter(|agent| !agent.is_empty())))
}

/// Goes back until there are enough, or nothing is older.
fn latest(view: &View<'_>, namespace: &Namespace, wanted: &Acts) -> Result<Vec<Act>> {
    let (mut acts, mut before) = (Vec::new(), i64::MAX);
    while acts.len() < wanted.limit {
        let page = audit::before(view, &namespace.name, before, PAGE)?;
        let Some(last) = page.last() else {
            break;
        };
        before = last.n;
        for link in page {
            if acts.len() == wanted.limit {
                break;
            }
            let act = told(view, namespace, link)?;
            acts.extend(act.filter(|act| wanted.means(act)));
        }
    }
    Ok(acts)
}

// === impl Acts ===

impl Acts {
    fn means(&self, act: &Act) -> bool {
        let same = |wanted: &String| *wanted == act.operation;
        self.operation.as_ref().is_none_or(same) && (act.wrote || !self.writes)
    }
}

/// A row; none if it is another agent's.
fn told(view: &View<'_>, namespace: &Namespace, link: Link) -> Result<Option<Act>> {
    let Link { n, entry, .. } = link;
    let page = page(&entry);
    let wrote = entry.first_seq > 0 || page.is_some();
    let event = match entry.first_seq > 0 {
        true => journal::load(view, entry.first_seq)?,
        false => None,
    };
    let agent = match &event {
        Some(event) => whose::agent(view, event)?.map(|agent| agent.to_string()),
        None => page.and_then(|(_, agent)| agent).map(str::to_owned),
    };
    if !namespace.sees(agent.as_deref()) {
        return Ok(None);
    }
    let target = event.as_ref().map(|event| shown_id(view, namespace, event));
    let target = target.transpose()?.flatten();
    let target = target.or_else(|| page.map(|(file, _)| file.to_owned()));
    let operation = event.as_ref().and_then(operation);
    Ok(Some(Act {
        n,
        at: Moment::from_ms(entry.at_ms),
        operation: operation.unwrap_or(entry.action),
        agent: agent.unwrap_or_else(|| entry.subject.clone()),
        subject: entry.subject,
        targets: target.into_iter().collect(),
        times: entry.times,
        wrote,
    }))
}

/// What the notebook calls it; what is none of its own is called as elsewhere.
fn operation(event: &Event) -> Option<String> {
    let noted = event.body.noted.as_ref();
    let shelf = noted.map(|noted| noted.shelf.as_str());
    let shelf = shelf.filter(|_| memories::is_shelved(event));
    let word = match (event.kind, shelf) {
        (Kind::SessionStart, _) => "session_start",
        (Kind::SessionEnd, _) => "session_end",
        (Kind::MemoryStored, Some(shelf)) => return Some(format!("{shelf}_create")),
        (Kind::MemoryUpdated, Some(shelf)) => return Some(format!("{shelf}_update")),
        (Kind::MemoryStored, None) if memories::is_evolved(event) => "evolve",
        (Kind::MemoryStored, None) => "remember",
        (_, None) if noted.is_some_and(|noted| !noted.hook.is_empty()) => "observe",
        _ => return None,
    };
    Some(word.to_owned())
}
