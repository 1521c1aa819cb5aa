//! Which recordings there are.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use mneme_model::archive::{Session, Status};
use mneme_wire::ipc::{Refusal, Trouble};

use super::{Recorder, Result, registry};
use crate::sessions::Page;

/// More in one answer would be a line nobody wants to read.
const MOST: usize = 1_000;

/// Some recordings, and how many there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// The newest first.
    pub sessions: Vec<Session>,
    pub counts: BTreeMap<Status, u64>,
}

// === impl Recorder ===

impl Recorder {
    /// The newest recordings, at most `limit`, of one state or of all; how many there are is told
    /// of every state.
    pub async fn list(&self, state: Option<&str>, limit: u32) -> Result<Listed> {
        let wanted = state.map(named).transpose()?;
        let lists = &self.inner.parts.registry;
        let counts = lists.count().await.map_err(registry)?;
        let limit = usize::try_from(limit).unwrap_or(MOST).min(MOST);
        let mut sessions = Vec::new();
        for (status, n) in &counts {
            if limit == 0 || *n == 0 || wanted.is_some_and(|wanted| wanted != *status) {
                continue;
            }
            // A registry lists the oldest first.
            let skip = usize::try_from(*n).unwrap_or(0).saturating_sub(limit);
            let some = lists.list(*status, Page { skip, limit }).await;
            sessions.extend(some.map_err(registry)?);
        }
        sessions.sort_by_cached_key(|one| Reverse(one.get("created_at").to_owned()));
        sessions.truncate(limit);
        Ok(Listed { sessions, counts })
    }
}

fn named(state: &str) -> Result<Status> {
    Status::named(state).ok_or_else(|| {
        let known = Status::ALL.map(Status::name).join(", ");
        let message = format!("there is no state '{state}'; it must be one of {known}");
        Refusal::new(Trouble::Payload, message)
    })
}
