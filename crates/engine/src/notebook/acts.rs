//! Who did what, as the notebook tells it: the rows of the audit with the agent behind each.

use mneme_access::{Caller, Need};
use mneme_model::{Event, Kind, Moment};
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::audit::{self, Link};
use mneme_store::tables::journal;

use super::search::shown_id;
use super::{memories, whose};
use crate::{Engine, Result};

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

/// Rows looked at for acts of one sort.
const ROWS: usize = 5_000;

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
            .read(move |view| {
                let mut acts = Vec::new();
                for link in audit::newest(view, Some(&namespace.name), ROWS)? {
                    if acts.len() == wanted.limit {
                        break;
                    }
                    let act = told(view, &namespace, link)?;
                    acts.extend(act.filter(|act| wanted.means(act)));
                }
                Ok(acts)
            })
            .await
    }
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
    let wrote = entry.first_seq > 0;
    let event = match wrote {
        true => journal::load(view, entry.first_seq)?,
        false => None,
    };
    let agent = match &event {
        Some(event) => whose::agent(view, event)?,
        None => None,
    };
    if !namespace.sees(agent.as_deref()) {
        return Ok(None);
    }
    let target = event.as_ref().map(|event| shown_id(view, namespace, event));
    let operation = event.as_ref().and_then(operation);
    Ok(Some(Act {
        n,
        at: Moment::from_ms(entry.at_ms),
        operation: operation.unwrap_or(entry.action),
        agent: agent.map_or_else(|| entry.subject.clone(), |agent| agent.to_string()),
        subject: entry.subject,
        targets: target.transpose()?.flatten().into_iter().collect(),
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
        (Kind::MemoryStored, None) => "remember",
        (_, None) if noted.is_some_and(|noted| !noted.hook.is_empty()) => "observe",
        _ => return None,
    };
    Some(word.to_owned())
}
