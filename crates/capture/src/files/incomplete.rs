//! A recording that was lost says so in its name.

use std::fs;
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, RenameFlags, renameat_with};
use rustix::io::Errno;

use super::{Error, Result, sync};

const MOST_TRIES: u32 = 10_000;

/// Renames the directory and returns its new path. A name that is taken is never taken over:
/// the next free one is used.
pub fn mark_incomplete(dir: &Path) -> Result<PathBuf> {
    let name = dir.file_name().unwrap_or_default().to_string_lossy();
    for n in 1..=MOST_TRIES {
        let new = match n {
            1 => format!("{name} (incomplete)"),
            _ => format!("{name} (incomplete) {n}"),
        };
        let new = dir.with_file_name(new);
        match moved(dir, &new) {
            Err(Errno::EXIST | Errno::NOTEMPTY) => {}
            Err(e) => return Err(renaming(dir, e)),
            Ok(()) => {
                new.parent().map_or(Ok(()), sync)?;
                return Ok(new);
            }
        }
    }
    Err(renaming(dir, Errno::EXIST))
}

fn renaming(dir: &Path, errno: Errno) -> Error {
    Error::io("rename", dir)(errno.into())
}

fn moved(dir: &Path, new: &Path) -> rustix::io::Result<()> {
    let moved = renameat_with(CWD, dir, CWD, new, RenameFlags::NOREPLACE);
    match moved {
        // A file system that cannot promise it: look first.
        Err(Errno::INVAL | Errno::NOSYS) if fs::symlink_metadata(new).is_ok() => Err(Errno::EXIST),
        Err(Errno::INVAL | Errno::NOSYS) => rustix::fs::rename(dir, new),
        done => done,
    }
}
