//! Removing a recording: its record, and its directory if it is its own.

use std::path::Path;

use mneme_model::archive::{Session, Status};
use mneme_model::with_causes;
use mneme_wire::ipc::{Refusal, Trouble};

use super::{Recorder, Result, dir, on_disk, registry};
use crate::files;

/// What a deletion took away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deleted {
    pub memory_name: String,
    pub record: bool,
    pub objects: u64,
    pub directory: bool,
}

// === impl Recorder ===

impl Recorder {
    /// A recording that goes on, or that somebody works on, goes only with `force`.
    pub async fn delete(&self, id: &str, force: bool) -> Result<Deleted> {
        if uuid::Uuid::parse_str(id).is_err() {
            return Err(Refusal::new(
                Trouble::SessionId,
                format!("'{id}' is no session id"),
            ));
        }
        let session = self.inner.session(id).await?;
        if !force {
            refuse_if_busy(&session).await?;
        }
        let running = self.inner.live().get(id).cloned();
        if let Some(handle) = running {
            handle.interrupt().await;
            self.inner.forget_live(id);
        }
        let (path, own) = (dir(&session), id.to_owned());
        let removed = on_disk(move || remove_own(&path, &own)).await?;
        let removed =
            removed.map_err(|error| Refusal::new(Trouble::DeleteFailed, with_causes(&error)))?;
        let record = self
            .inner
            .parts
            .registry
            .remove(id)
            .await
            .map_err(registry)?;
        tracing::info!(target: "ma_core::capture", session_id = id, "a session was deleted");
        Ok(Deleted {
            memory_name: session.get("memory_name").to_owned(),
            record,
            objects: removed.unwrap_or(0),
            directory: removed.is_some(),
        })
    }
}

async fn refuse_if_busy(session: &Session) -> Result<()> {
    let path = dir(session);
    let busy = session
        .status()
        .is_some_and(|status| status.is_capturing() || status == Status::Annotating);
    let message = match on_disk(move || files::hold::holder(&path)).await? {
        Some(holder) => format!("{holder} has the session open; close it there, or use force"),
        None if busy => {
            let status = session.get("status");
            format!("the session is {status}; end it first, or use force")
        }
        None => return Ok(()),
    };
    Err(Refusal::new(Trouble::InFlight, message))
}

/// Removes a directory whose record names this recording; gives the number of its files.
pub fn remove_own(path: &Path, id: &str) -> files::Result<Option<u64>> {
    match files::metadata::read(path) {
        Ok(metadata) if metadata.session_id == id => {}
        // Somebody else's, or nobody's that we know.
        _ => return Ok(None),
    }
    let files = files::inside::list(path, "")?.len();
    std::fs::remove_dir_all(path).map_err(files::Error::io("remove", path))?;
    Ok(Some(files as u64))
}
