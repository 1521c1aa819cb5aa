//! Files of a recording by their relative path. A link that leads out of the directory is not
//! followed, nor any other.

use std::fs::{self, File};
use std::path::Path;

use rustix::fs::{Mode, OFlags, openat};

use super::{Error, Result, names};

/// A directory of ours is three deep; whoever made a deeper one did not mean us.
const DEEPEST: usize = 8;
const MOST_FILES: usize = 1_000_000;

/// Opens a file beneath the directory, part by part, without following a link in any.
pub fn open(dir: &Path, path: &str) -> Result<File> {
    let path = names::relative_path(path)?;
    let mut at = File::open(dir).map_err(Error::io("open", dir))?;
    let parts: Vec<_> = path.split('/').collect();
    for (n, part) in parts.iter().enumerate() {
        let kind = match n + 1 < parts.len() {
            true => OFlags::DIRECTORY,
            false => OFlags::NONBLOCK,
        };
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC | kind;
        let next = openat(&at, *part, flags, Mode::empty());
        at = next
            .map_err(|e| Error::io("open", &dir.join(&path))(e.into()))?
            .into();
    }
    Ok(at)
}

/// Relative paths of the files that begin with `prefix`, in order.
pub fn list(dir: &Path, prefix: &str) -> Result<Vec<String>> {
    let prefix = names::prefix(prefix)?;
    let mut paths = all(dir)?;
    paths.retain(|path| path.starts_with(&prefix));
    Ok(paths)
}

/// Every file, in order. Links are not files.
pub(super) fn all(dir: &Path) -> Result<Vec<String>> {
    let mut paths = Vec::new();
    collect(dir, "", DEEPEST, &mut paths)?;
    paths.sort_unstable();
    Ok(paths)
}

fn collect(dir: &Path, under: &str, depth: usize, paths: &mut Vec<String>) -> Result<()> {
    let entries = fs::read_dir(dir).map_err(Error::io("list", dir))?;
    for entry in entries {
        let entry = entry.map_err(Error::io("list", dir))?;
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        let path = format!("{under}{name}");
        let kind = entry
            .file_type()
            .map_err(Error::io("look at", &entry.path()))?;
        if kind.is_dir() && depth > 1 {
            collect(&entry.path(), &format!("{path}/"), depth - 1, paths)?;
        } else if kind.is_file() && paths.len() < MOST_FILES {
            paths.push(path);
        }
    }
    Ok(())
}
