//! A recording that was lost says so in its name.

use std::fs;
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, RenameFlags, renameat_with};
use rustix::io::Errno;

use super::{Error, Result, sync};

const MOST_TRIES: u32 = 10_000;
const MARK: &str = " (incomplete)";

/// Renames the directory and returns its new path. A name that is taken is never taken over:
/// the next free one is used. One that says it already stays as it is.
pub fn mark_incomplete(dir: &Path) -> Result<PathBuf> {
    let name = dir.file_name().unwrap_or_default().to_string_lossy();
    if is_marked(&name) {
        return Ok(dir.to_owned());
    }
    for n in 1..=MOST_TRIES {
        let new = match n {
            1 => format!("{name}{MARK}"),
            _ => format!("{name}{MARK} {n}"),
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

/// Gives a recording that was kept after all its own name back, and returns where it is then. If
/// somebody has that name by now, it stays where it is.
pub fn unmark(dir: &Path, name: &str) -> Result<PathBuf> {
    let new = dir.with_file_name(name);
    if new == dir {
        return Ok(new);
    }
    match moved(dir, &new) {
        Err(Errno::EXIST | Errno::NOTEMPTY) => Ok(dir.to_owned()),
        Err(e) => Err(renaming(dir, e)),
        Ok(()) => {
            new.parent().map_or(Ok(()), sync)?;
            Ok(new)
        }
    }
}

/// With the number behind it or without.
fn is_marked(name: &str) -> bool {
    let number = |rest: &str| {
        rest.strip_prefix(' ')
            .is_some_and(|n| n.parse::<u32>().is_ok())
    };
    let rest = name.rsplit_once(MARK).map(|(_, rest)| rest);
    rest.is_some_and(|rest| rest.is_empty() || number(rest))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_is_set_once_and_taken_back() {
        let home = tempfile::tempdir().unwrap();
        let dir = home.path().join("demo");
        fs::create_dir(&dir).unwrap();
        let marked = mark_incomplete(&dir).unwrap();
        assert_eq!(marked, home.path().join("demo (incomplete)"));
        assert_eq!(mark_incomplete(&marked).unwrap(), marked);
        fs::create_dir(&dir).unwrap();
        let second = mark_incomplete(&dir).unwrap();
        assert_eq!(second, home.path().join("demo (incomplete) 2"));
        assert_eq!(mark_incomplete(&second).unwrap(), second);
        assert_eq!(unmark(&second, "demo").unwrap(), dir);
        assert_eq!(
            unmark(&marked, "demo").unwrap(),
            marked,
            "the name is taken"
        );
    }
}
