//! Finding transcripts: bounded, without following links.

use std::fs;
use std::path::{Path, PathBuf};

use super::{bad, is_secret, unread};
use crate::rest::Refusal;

/// Files read where nobody says how many, and at most.
pub const USUAL: usize = 200;
pub const MOST: usize = 1_000;
/// Entries of directories that are looked at.
const LOOKED_AT: usize = 50_000;
const DEEP: usize = 12;
/// A larger file is no talk.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    pub files: Vec<PathBuf>,
    pub discovered: usize,
    /// There are more files than were asked for.
    pub truncated: bool,
    /// There is more to look at than is looked at.
    pub capped: bool,
    /// It is the very file that was named.
    pub alone: bool,
}

/// Transcripts of a file or a directory, in the order of their names.
pub fn transcripts(root: &Path, most: usize) -> Result<Found, Refusal> {
    let shown = root.display();
    if !root.is_absolute() {
        return Err(bad(format!("{shown} is not an absolute path")));
    }
    let about = fs::symlink_metadata(root);
    let about = about.map_err(|error| unread(root, &error))?;
    if about.is_symlink() {
        return Err(bad(format!("{shown} is a link; links are not followed")));
    }
    let real = fs::canonicalize(root);
    let real = real.map_err(|error| unread(root, &error))?;
    if is_secret(root) || is_secret(&real) {
        return Err(bad(format!(
            "{shown} looks as if it held secrets, and is not read"
        )));
    }
    let mut found = Found::default();
    if about.is_dir() {
        let mut left = LOOKED_AT;
        look(&real, 0, &mut left, &mut found);
        found.capped = left == 0;
    } else if is_transcript(&real) {
        found.files.push(real);
        found.alone = true;
    } else {
        return Err(bad(format!("{shown} is no .jsonl file")));
    }
    found.files.sort();
    found.discovered = found.files.len();
    found.truncated = found.discovered > most;
    found.files.truncate(most);
    Ok(found)
}

fn look(dir: &Path, depth: usize, left: &mut usize, found: &mut Found) {
    let Ok(entries) = fs::read_dir(dir) else {
        return;
    };
    for entry in entries.flatten() {
        if *left == 0 || depth > DEEP {
            return;
        }
        *left -= 1;
        let path = entry.path();
        let Ok(kind) = entry.file_type() else {
            continue;
        };
        if is_secret(Path::new(&entry.file_name())) {
            continue;
        }
        if kind.is_dir() {
            look(&path, depth + 1, left, found);
        } else if kind.is_file() && is_transcript(&path) {
            found.files.push(path);
        }
    }
}

fn is_transcript(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("jsonl"))
}

/// The text of a file that is still one and is not too large; bytes that are no text are
/// replaced.
pub fn read(path: &Path) -> Result<String, Refusal> {
    let shown = path.display();
    let wrong = |error: std::io::Error| unread(path, &error);
    let about = fs::symlink_metadata(path).map_err(wrong)?;
    if !about.is_file() {
        return Err(bad(format!("{shown} is no plain file")));
    }
    if about.len() > MAX_BYTES {
        return Err(bad(format!("{shown} is larger than {MAX_BYTES} bytes")));
    }
    let bytes = fs::read(path).map_err(wrong)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
