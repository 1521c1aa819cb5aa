//! From a backup back to a store.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::part::parent;
use super::stage::{Stage, refuse_foreign, refused};
use super::tombstones::forgotten_since;
use super::{Forgotten, Refusal, Restored, Told, keys, unpack};
use crate::lock::DirLock;
use crate::store::make_dir;
use crate::{Error, Result};

/// Everything mneme puts into a data directory. A restore replaces the directory, so anything
/// else in it must first be moved away by its owner.
const OURS: [&str; 12] = [
    "mneme.db",
    "mneme.db-wal",
    "mneme.db-shm",
    "keys",
    "tls",
    "objects",
    "index",
    "lock",
    "turn",
    "run.json",
    "control.sock",
    "spool",
];

/// Unpacks `file` beside `target`, proves it, and swaps it in. Until then `target` is not
/// touched; it is held by its lock, so that nobody writes what would be lost. Before the swap
/// `settle` is handed the new directory, when the backup was made, and what it must forget
/// again.
pub fn restore(
    file: &Path,
    target: &Path,
    force: bool,
    told: &Told,
    settle: impl FnOnce(&Path, &str, Vec<Forgotten>) -> Result<()>,
) -> Result<Restored> {
    let meta = unpack::describe(file)?;
    let target = resolve(target)?;
    let old = replaced(&target, file, force)?;
    let stage = Stage::make(&target)?;
    let new = stage.data();
    unpack::unpack(file, &meta, &new, told)?;
    if old.is_some() {
        keys::keep(&target, &new)?;
    }
    keys::prove_with(&new, &target, file)?;
    let forgotten = match &old {
        Some(_) => since(&target, &new),
        None => Vec::new(),
    };
    let forgotten_again = forgotten.iter().map(|f| f.fingerprints.len()).sum();
    settle(&new, &meta.created_at, forgotten)?;
    if old.is_some() {
        keep_spool(&target, &new)?;
    }
    stage.swap(old.is_some())?;
    Ok(Restored {
        data_dir: target,
        files: meta.files.len(),
        bytes: meta.bytes(),
        version: meta.version,
        created_at: meta.created_at,
        key_included: meta.key_included,
        replaced: old.is_some(),
        forgotten_again,
    })
}

/// What hooks left while nobody served belongs to no backup, and to whoever serves next.
fn keep_spool(target: &Path, new: &Path) -> Result<()> {
    let (from, to) = (target.join("spool"), new.join("spool"));
    let Ok(files) = fs::read_dir(&from) else {
        return Ok(());
    };
    make_dir(&to)?;
    let io = |e| Error::io("copy", &from, e);
    for file in files {
        let file = file.map_err(io)?;
        fs::copy(file.path(), to.join(file.file_name())).map_err(io)?;
    }
    Ok(())
}

/// The directory itself, behind any link; its parent exists.
fn resolve(target: &Path) -> Result<PathBuf> {
    let io = |e| Error::io("find", target, e);
    if target.exists() {
        return target.canonicalize().map_err(io);
    }
    let target = std::path::absolute(target).map_err(io)?;
    make_dir(parent(&target))?;
    Ok(target)
}

/// The lock of a store that may be replaced; `None` where nothing is.
fn replaced(target: &Path, file: &Path, force: bool) -> Result<Option<DirLock>> {
    if !target.exists() {
        return Ok(None);
    }
    refuse_mount(target)?;
    let mut entries = fs::read_dir(target).map_err(|e| match e.kind() {
        io::ErrorKind::NotADirectory => refused(target, "it is not a directory"),
        _ => Error::io("list", target, e),
    })?;
    match (entries.next().is_some(), force) {
        (false, _) => Ok(None),
        (true, false) => Err(Refusal::NotEmpty {
            dir: target.to_path_buf(),
            file: file.to_path_buf(),
        }
        .into()),
        (true, true) => {
            refuse_foreign(target, &OURS)?;
            DirLock::take(target, Duration::ZERO).map(Some)
        }
    }
}

/// A mounted directory cannot change places with another.
fn refuse_mount(target: &Path) -> Result<()> {
    let device = |path: &Path| fs::metadata(path).map(|meta| meta.dev());
    let io = |e| Error::io("look at", target, e);
    if device(target).map_err(io)? != device(parent(target)).map_err(io)? {
        let why = "it is a mount point; choose a directory inside it";
        return Err(refused(target, why));
    }
    Ok(())
}

/// A store is often restored because the old one is broken; then its tombstones are lost, and
/// that must not keep the backup out.
fn since(old: &Path, new: &Path) -> Vec<Forgotten> {
    forgotten_since(old, new).unwrap_or_else(|error| {
        tracing::error!(%error, "the old store does not open; what it had forgotten since the backup is back");
        Vec::new()
    })
}
