//! Files of a recording by their relative path. A link that leads out of the directory is not
//! followed, nor any other.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use rustix::fs::{Mode, OFlags, openat};

use super::{Error, Result, names, replace};

/// A directory of ours is three deep; whoever made a deeper one did not mean us.
const DEEPEST: usize = 8;
const MOST_FILES: usize = 1_000_000;

/// Opens a file beneath the directory, part by part, without following a link in any.
pub fn open(dir: &Path, path: &str) -> Result<File> {
    let path = names::relative_path(path)?;
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", &path));
    let whole = dir.join(&path);
    let opened = folder_at(dir, folder).and_then(|at| beneath(&at, name, OFlags::NONBLOCK));
    let file = opened.map_err(Error::io("open", &whole))?;
    let kind = file.metadata().map_err(Error::io("open", &whole))?;
    match kind.is_file() {
        true => Ok(file),
        false => Err(Error::io("open", &whole)(
            io::ErrorKind::InvalidInput.into(),
        )),
    }
}

/// Replaces a file beneath the directory; none of its folders may be a link.
pub fn put(dir: &Path, path: &str, bytes: &[u8]) -> Result<()> {
    let path = names::relative_path(path)?;
    let (folder, _) = path.rsplit_once('/').unwrap_or(("", &path));
    let whole = dir.join(&path);
    folder_at(dir, folder).map_err(Error::io("write", &whole))?;
    Ok(replace(&whole, bytes)?)
}

fn folder_at(dir: &Path, folder: &str) -> io::Result<File> {
    let parts = folder.split('/').filter(|part| !part.is_empty());
    parts.fold(File::open(dir), |at, part| {
        beneath(&at?, part, OFlags::DIRECTORY)
    })
}

fn beneath(at: &File, name: &str, kind: OFlags) -> io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC | kind;
    Ok(openat(at, name, flags, Mode::empty())?.into())
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
