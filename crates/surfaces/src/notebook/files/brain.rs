//! Notes in markdown, in one directory and nowhere else.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use mneme_model::Code;

use super::bad;
use crate::rest::Refusal;

/// A note is read whole; a longer one is none.
const MAX_BYTES: u64 = 4 * 1024 * 1024;
const MOST_NOTES: usize = 1_000;
const LONGEST_NAME: usize = 200;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub name: String,
    pub size: usize,
    pub content: String,
}

/// The base name of what somebody called a note; it ends in `.md` and is no hidden file.
pub fn name(given: &str) -> Result<String, Refusal> {
    let base = given.rsplit(['/', '\\']).next().unwrap_or_default().trim();
    let plain = !base.starts_with('.')
        && base.len() <= LONGEST_NAME
        && !base.chars().any(|c| c.is_control() || c == ':');
    let stem = base.strip_suffix(".md").unwrap_or_default();
    match plain && !stem.is_empty() {
        true => Ok(base.to_owned()),
        false => Err(bad(format!(
            "'{given}' is no name of a note; it must end in .md"
        ))),
    }
}

/// A directory's name for somebody's: each name has one, and none leads elsewhere.
pub fn folder(name: &str) -> String {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let each = name.chars().map(|c| match plain(c) {
        true => c.to_string(),
        false => format!("_{:x}_", u32::from(c)),
    });
    each.collect()
}

pub fn list(dir: &Path) -> Result<Vec<Note>, Refusal> {
    let entries = match fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(unread(dir, &error)),
    };
    let names = entries.flatten().filter_map(|entry| {
        let plain = entry.file_type().is_ok_and(|kind| kind.is_file());
        let file = entry.file_name().to_str().map(str::to_owned);
        file.filter(|file| plain && name(file).as_ref().ok() == Some(file))
    });
    let mut names: Vec<String> = names.take(MOST_NOTES).collect();
    names.sort();
    let notes = names.iter().map(|name| read(dir, name));
    Ok(notes.filter_map(Result::ok).collect())
}

pub fn read(dir: &Path, file: &str) -> Result<Note, Refusal> {
    let file = name(file)?;
    let path = plain(dir, &file)?;
    let path = path.ok_or_else(|| missing(&file))?;
    let bytes = fs::read(&path).map_err(|error| unread(&path, &error))?;
    let content = String::from_utf8_lossy(&bytes).into_owned();
    Ok(Note {
        name: file,
        size: content.len(),
        content,
    })
}

/// Writes a note, whole or not at all; how many bytes it has.
pub fn write(dir: &Path, file: &str, content: &str) -> Result<(String, usize), Refusal> {
    let file = name(file)?;
    if content.len() as u64 > MAX_BYTES {
        return Err(bad(format!("a note has at most {MAX_BYTES} bytes")));
    }
    fs::create_dir_all(dir).map_err(|error| unread(dir, &error))?;
    // A link in the place of a note is refused, not followed and not replaced.
    plain(dir, &file)?;
    let part = dir.join(format!(".{file}.part"));
    let written = put(&part, content).and_then(|()| fs::rename(&part, dir.join(&file)));
    if let Err(error) = written {
        let _ = fs::remove_file(&part);
        return Err(unread(&dir.join(&file), &error));
    }
    Ok((file, content.len()))
}

fn put(part: &Path, content: &str) -> std::io::Result<()> {
    let _ = fs::remove_file(part);
    let mut file = fs::File::create_new(part)?;
    file.write_all(content.as_bytes())?;
    file.sync_all()
}

/// Where a note is, if it is there; what is no plain file of a fitting size is refused.
fn plain(dir: &Path, file: &str) -> Result<Option<PathBuf>, Refusal> {
    let path = dir.join(file);
    match fs::symlink_metadata(&path) {
        Ok(about) if about.is_file() && about.len() <= MAX_BYTES => Ok(Some(path)),
        Ok(_) => Err(bad(format!(
            "{file} is no plain file of at most {MAX_BYTES} bytes"
        ))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unread(&path, &error)),
    }
}

fn missing(file: &str) -> Refusal {
    Refusal::new(Code::NoSuchMemory, format!("there is no note {file}"))
        .hinting("`GET /agentmemory/second-brain` lists the notes there are")
}

fn unread(path: &Path, error: &std::io::Error) -> Refusal {
    bad(format!("{} cannot be used: {error}", path.display()))
}
