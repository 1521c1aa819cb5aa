//! From a backup back to a store.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::part::parent;
use super::since::since;
use super::stage::{Stage, refuse_foreign, refused};
use super::{Refusal, Restored, Since, Told, keys, unpack};
use crate::lock::DirLock;
use crate::seal::Custody;
use crate::store::{IMAGES, make_dir};
use crate::{Error, Result};

/// Everything mneme puts into a data directory. A restore replaces the directory, so anything
/// else in it must first be moved away by its owner.
const OURS: [&str; 16] = [
    "mneme.db",
    "mneme.db-wal",
    "mneme.db-shm",
    "keys",
    "tls",
    "objects",
    IMAGES,
    "index",
    "lock",
    "turn",
    "run.json",
    "control.sock",
    "spool",
    "second-brain",
    ".hmac",
    "dataset.json",
];

/// What belongs to no backup of the store, and to whoever serves next: what hooks left while
/// nobody served, notes in markdown, the secret of a container, and which dataset it copies to.
const STAYS: [&str; 4] = ["spool", "second-brain", ".hmac", "dataset.json"];

/// Unpacks `file` beside `target`, proves it, and swaps it in. Until then `target` is not
/// touched; it is held by its lock, so that nobody writes what would be lost. Before the swap
/// `settle` is handed the new directory, when the backup was made, and what it must take away
/// again; it says how many records that were.
pub fn restore(
    file: &Path,
    target: &Path,
    force: bool,
    custody: &Custody,
    told: &Told,
    settle: impl FnOnce(&Path, &str, Since) -> Result<u64>,
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
    let shared = keys::prove_with(&new, custody, &target, file)?;
    let since = match &old {
        Some(_) => if_readable(since(&target, &new, &shared)),
        None => Since::default(),
    };
    let (revoked_again, closed_again) = (since.revoked.len(), since.closed.len());
    let forgotten_again = settle(&new, &meta.created_at, since)?;
    if old.is_some() {
        for name in STAYS {
            keep(&target.join(name), &new.join(name))?;
        }
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
        revoked_again,
        closed_again,
    })
}

/// Copies a file, or a directory with all that is in it.
fn keep(from: &Path, to: &Path) -> Result<()> {
    let io = |e| Error::io("copy", from, e);
    if from.is_file() {
        return fs::copy(from, to).map(drop).map_err(io);
    }
    let Ok(files) = fs::read_dir(from) else {
        return Ok(());
    };
    make_dir(to)?;
    for file in files {
        let file = file.map_err(io)?;
        keep(&file.path(), &to.join(file.file_name()))?;
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

/// A store is often restored because the old one is broken; then what it says is lost, and that
/// must not keep the backup out.
fn if_readable(since: Result<Since>) -> Since {
    since.unwrap_or_else(|error| {
        tracing::error!(%error, "the old store does not open; what it had forgotten or revoked since the backup is back");
        Since::default()
    })
}
