//! What recorders that died left behind, put in order from the journal.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use mneme_model::archive::Session;
use tokio::runtime::Handle;

use super::metadata::Standing;
use super::{Inner, Recorder, Result, delete, dir, registry, restore};
use crate::files;
use crate::sessions::Owners;
use crate::sessions::sweep::{OnDisk, Rules, Shelf, Sweeper, Swept};
use crate::signals;

// === impl Recorder ===

impl Recorder {
    /// Puts everything in order, before anybody is let in.
    pub async fn sweep(&self) -> Result<Swept> {
        let swept = self.sweeper().await?.at_start().await.map_err(registry)?;
        signals::SWEPT.add(swept.lost + swept.restored + swept.put_back);
        Ok(swept)
    }

    /// What has to be looked at again and again.
    pub async fn sweep_again(&self) -> Result<Swept> {
        self.sweeper().await?.again().await.map_err(registry)
    }

    async fn sweeper(&self) -> Result<Sweeper> {
        let parts = &self.inner.parts;
        let beating = parts.registry.instances().await.map_err(registry)?;
        Ok(Sweeper {
            registry: parts.registry.clone(),
            shelf: Arc::new(Directories(self.inner.clone())),
            owners: Arc::new(Owners::of(parts.instance.clone(), beating)),
            rules: Rules {
                now_ms: self.inner.now_ms(),
                retention: parts.settings.retention,
            },
        })
    }
}

/// The directories of this recorder's storage.
struct Directories(Arc<Inner>);

impl Directories {
    /// Where a recording is that a sweep had already renamed when it was cut short.
    fn renamed(&self, session: &Session) -> Option<PathBuf> {
        let path = dir(session);
        let parent = std::fs::read_dir(path.parent()?).ok()?;
        let name = path.file_name()?.to_string_lossy().into_owned();
        let siblings = parent.filter_map(|entry| Some(entry.ok()?.path()));
        let mut ours = siblings.filter(|sibling| {
            let sibling_name = sibling.file_name().unwrap_or_default().to_string_lossy();
            sibling_name.starts_with(&format!("{name} (incomplete)")) && is_of(sibling, session)
        });
        ours.next()
    }
}

fn is_of(dir: &std::path::Path, session: &Session) -> bool {
    files::metadata::read(dir).is_ok_and(|metadata| metadata.session_id == session.id())
}

impl Shelf for Directories {
    fn look(&self, session: &Session) -> OnDisk {
        let path = dir(session);
        match files::metadata::read(&path) {
            Ok(found) if found.session_id != session.id() => OnDisk::Foreign,
            Ok(found) if found.status == "complete" => OnDisk::Finished,
            Ok(_) => OnDisk::Unfinished,
            // The record of a directory that is there can be written again.
            Err(_) if path.is_dir() => OnDisk::Unfinished,
            Err(_) => OnDisk::Missing,
        }
    }

    fn set_aside(&self, session: &Session) -> io::Result<Option<String>> {
        if !dir(session).is_dir() {
            let renamed = self.renamed(session);
            return Ok(renamed.map(|path| path.display().to_string()));
        }
        let inner = self.0.clone();
        let in_order = async {
            let story = restore::ended_story(&inner, session).await?;
            restore::in_order(&inner, session, &story, Standing::Incomplete).await
        };
        Handle::current()
            .block_on(in_order)
            .map_err(io::Error::other)?;
        let path = files::mark_incomplete(&dir(session)).map_err(io::Error::other)?;
        Ok(Some(path.display().to_string()))
    }

    fn discard(&self, session: &Session) -> io::Result<()> {
        let removed = delete::remove_own(&dir(session), session.id());
        removed.map(drop).map_err(io::Error::other)
    }
}
