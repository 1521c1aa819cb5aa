//! The files of a recording that a screen reads and writes.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use mneme_model::archive::{Entry, Metadata};
use mneme_reasoning::entries;

use crate::Error;

pub const RECORD: &str = "metadata.json";
pub const REASONING: &str = "reasoning/reasoning.jsonl";
pub const DOCUMENT: &str = "memory.md";
/// Lines nobody could read, kept before the file is written anew.
const DAMAGED: &str = "reasoning/reasoning.damaged.jsonl";

/// A recording as it was found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    pub record: Metadata,
    pub entries: BTreeMap<u32, Entry>,
    /// Lines of the reasoning that could not be read.
    pub damaged: usize,
}

/// What is to become of one step's line.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    Put(Box<Entry>),
    Remove(u32),
}

pub fn read(dir: &Path) -> Result<Found, Error> {
    let path = dir.join(RECORD);
    let bytes = fs::read(&path).map_err(|source| Error::Read {
        path: path.clone(),
        source,
    })?;
    let record =
        serde_json::from_slice(&bytes).map_err(|source| Error::BadRecord { path, source })?;
    let (found, warnings) = entries::read(&read_text(dir, REASONING)?.unwrap_or_default());
    Ok(Found {
        record,
        entries: found
            .into_iter()
            .map(|entry| (entry.step_id, entry))
            .collect(),
        damaged: warnings.len(),
    })
}

/// A file that is not there is no error.
pub fn read_text(dir: &Path, name: &str) -> Result<Option<String>, Error> {
    let path = dir.join(name);
    match fs::read(&path) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(Error::Read { path, source }),
    }
}

/// Read again before each change, so that nothing another wrote meanwhile is lost.
pub fn change(dir: &Path, change: &Change) -> Result<(), Error> {
    let text = read_text(dir, REASONING)?.unwrap_or_default();
    let (mut found, warnings) = entries::read(&text);
    if !warnings.is_empty() {
        keep_damaged(dir, &text)?;
    }
    match change {
        Change::Put(entry) => found = entries::upsert(found, (**entry).clone()),
        Change::Remove(step) => found.retain(|entry| entry.step_id != *step),
    }
    write(dir, REASONING, entries::write(&found).as_bytes())
}

fn keep_damaged(dir: &Path, text: &str) -> Result<(), Error> {
    match dir.join(DAMAGED).exists() {
        true => Ok(()),
        false => write(dir, DAMAGED, text.as_bytes()),
    }
}

/// Whole or not at all: a name of its own, synced, then put in place.
pub fn write(dir: &Path, name: &str, bytes: &[u8]) -> Result<(), Error> {
    let path = dir.join(name);
    let part = part_of(&path);
    let written = folder(dir, &path).and_then(|()| put(&part, &path, bytes));
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written.map_err(|source| Error::Write { path, source })
}

/// A folder of the recording may have to be made. The recording itself never is: one that was
/// deleted stays deleted.
fn folder(dir: &Path, path: &Path) -> io::Result<()> {
    match path.parent().filter(|parent| *parent != dir) {
        Some(parent) if !parent.is_dir() => fs::create_dir(parent),
        _ => Ok(()),
    }
}

fn put(part: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let parent = path.parent().unwrap_or(Path::new("."));
    let mut file = File::options().write(true).create_new(true).open(part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(part, path)?;
    File::open(parent)?.sync_all()
}

/// Unique to this process; one that an earlier process of that number left is in nobody's way.
fn part_of(path: &Path) -> PathBuf {
    use std::sync::atomic::{AtomicU32, Ordering};
    static WRITES: AtomicU32 = AtomicU32::new(0);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let process = std::process::id();
    let mut free = std::iter::repeat_with(|| {
        let write = WRITES.fetch_add(1, Ordering::Relaxed);
        path.with_file_name(format!(".{name}.{process}.{write}.tmp"))
    });
    free.find(|part| !part.exists()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(step_id: u32, reasoning: &str) -> Entry {
        Entry {
            step_id,
            reasoning: reasoning.to_owned(),
            ..Entry::default()
        }
    }

    fn put(dir: &Path, step: u32, text: &str) {
        change(dir, &Change::Put(Box::new(entry(step, text)))).unwrap();
    }

    fn texts(dir: &Path) -> Vec<(u32, String)> {
        let text = read_text(dir, REASONING).unwrap().unwrap_or_default();
        let (found, _) = entries::read(&text);
        found
            .into_iter()
            .map(|e| (e.step_id, e.reasoning))
            .collect()
    }

    #[test]
    fn one_line_for_a_step_in_their_order() {
        let dir = tempfile::tempdir().unwrap();
        put(dir.path(), 2, "b");
        put(dir.path(), 1, "a");
        put(dir.path(), 2, "c");
        assert_eq!(
            texts(dir.path()),
            [(1, "a".to_owned()), (2, "c".to_owned())]
        );
        change(dir.path(), &Change::Remove(1)).unwrap();
        assert_eq!(texts(dir.path()), [(2, "c".to_owned())]);
    }

    #[test]
    fn nothing_but_the_file_is_left_behind() {
        let dir = tempfile::tempdir().unwrap();
        put(dir.path(), 1, "a");
        let names = fs::read_dir(dir.path().join("reasoning")).unwrap();
        assert_eq!(names.count(), 1);
        fs::create_dir(dir.path().join(DOCUMENT)).unwrap();
        assert!(write(dir.path(), DOCUMENT, b"x").is_err());
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
    }

    #[test]
    fn lines_that_cannot_be_read_are_kept_beside() {
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), REASONING, b"{\"step_id\":1}\n{torn").unwrap();
        put(dir.path(), 2, "b");
        let kept = read_text(dir.path(), DAMAGED).unwrap().unwrap();
        assert!(kept.contains("{torn"));
        put(dir.path(), 3, "c");
        assert_eq!(read_text(dir.path(), DAMAGED).unwrap().unwrap(), kept);
    }

    #[test]
    fn a_recording_that_was_deleted_is_not_made_again() {
        let home = tempfile::tempdir().unwrap();
        let dir = home.path().join("deleted");
        for name in [DOCUMENT, REASONING] {
            assert!(matches!(write(&dir, name, b"x"), Err(Error::Write { .. })));
        }
        assert!(!dir.exists());
    }

    #[test]
    fn a_directory_without_a_record_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        assert!(matches!(read(dir.path()), Err(Error::Read { .. })));
        write(dir.path(), RECORD, b"[]").unwrap();
        assert!(matches!(read(dir.path()), Err(Error::BadRecord { .. })));
    }
}
