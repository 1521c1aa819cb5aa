//! Where a restored store is made ready, and how it takes its place in one step.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{CWD, RenameFlags, renameat_with};

use super::Refusal;
use super::part::{parent, sync_dir, with};
use crate::lock::DirLock;
use crate::store::make_dir;
use crate::{Error, Result};

/// `DIR.restoring` beside the data directory: a lock, and the new store in `data`. After the
/// swap the old store is in there. It goes when this is dropped; what a kill leaves behind, the
/// next restore to the same place takes away.
pub struct Stage {
    root: PathBuf,
    target: PathBuf,
    _lock: DirLock,
}

// === impl Stage ===

impl Stage {
    pub fn make(target: &Path) -> Result<Self> {
        let root = with(target, ".restoring");
        make_dir(&root)?;
        refuse_foreign(&root, &["lock", "data"])?;
        let stage = Self {
            _lock: DirLock::take(&root, Duration::ZERO)?,
            root,
            target: target.to_path_buf(),
        };
        let data = stage.data();
        if data.exists() {
            fs::remove_dir_all(&data).map_err(|e| Error::io("remove", &data, e))?;
        }
        make_dir(&data)?;
        Ok(stage)
    }

    pub fn data(&self) -> PathBuf {
        self.root.join("data")
    }

    /// The new store for the old one, at once: a kill leaves one or the other, whole.
    pub fn swap(self, replace: bool) -> Result<()> {
        let (new, target) = (self.data(), &self.target);
        let swapped = || -> io::Result<()> {
            sync_dir(&new)?;
            match replace {
                true => renameat_with(CWD, &new, CWD, target, RenameFlags::EXCHANGE)?,
                // A directory that is empty may be replaced; one that no longer is, not.
                false => fs::rename(&new, target)?,
            }
            sync_dir(&self.root)?;
            sync_dir(parent(target))
        };
        swapped().map_err(|e| {
            let why = format!("the system does not swap the directories ({e})");
            refused(target, why)
        })
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.root) {
            let left = self.root.display();
            tracing::warn!(%error, %left, "what is left of a restore was not removed");
        }
    }
}

/// What a restore to this place left behind when it was killed, or is making ready now.
pub fn left_behind(target: &Path) -> Option<PathBuf> {
    let target = target
        .canonicalize()
        .unwrap_or_else(|_| target.to_path_buf());
    Some(with(&target, ".restoring")).filter(|root| root.is_dir())
}

/// Takes that away, unless somebody is at it.
pub fn clear_left_behind(target: &Path) -> Result<()> {
    let target = target
        .canonicalize()
        .unwrap_or_else(|_| target.to_path_buf());
    Stage::make(&target).map(drop)
}

/// Nothing is thrown away that is not ours: the first name that is not `known` is told.
pub fn refuse_foreign(dir: &Path, known: &[&str]) -> Result<()> {
    let list = |e| Error::io("list", dir, e);
    for entry in fs::read_dir(dir).map_err(list)? {
        let name = entry.map_err(list)?.file_name();
        if !known.iter().any(|known| *name == **known) {
            let name = name.to_string_lossy();
            return Err(refused(dir, format!("{name} in it is not mneme's")));
        }
    }
    Ok(())
}

pub fn refused(dir: &Path, why: impl Into<String>) -> Error {
    Refusal::Place {
        dir: dir.to_path_buf(),
        why: why.into(),
    }
    .into()
}
