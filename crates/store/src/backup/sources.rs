//! What goes into a backup, and from where.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::meta::{Listed, ROOT};
use crate::checksum::Summing;
use crate::store::{DATABASE, IMAGES, KEYS, OBJECTS};
use crate::{Error, Result};

/// A file to pack.
pub struct Source {
    pub at: PathBuf,
    pub listed: Listed,
}

/// The cut of the tables, every object and picture and, if wanted, every secret.
///
/// Objects and pictures are looked for after the cut: one is written before the event that names
/// it, so each that the cut knows of is there, unless it was forgotten meanwhile.
pub fn sources(dir: &Path, cut: &Path, include_key: bool) -> Result<Vec<Source>> {
    let mut found = vec![(cut.to_path_buf(), String::from(DATABASE))];
    walk(dir, OBJECTS, &mut found)?;
    walk(dir, IMAGES, &mut found)?;
    if include_key {
        walk(dir, KEYS, &mut found)?;
    }
    found
        .into_iter()
        .map(|(at, path)| {
            let listed = list(&at, format!("{ROOT}{path}"));
            let listed = listed.map_err(|e| Error::io("read for the backup", &at, e))?;
            Ok(Source { at, listed })
        })
        .collect()
}

/// Every whole file under `dir/below`, in a fixed order; a `.part` is not whole yet.
fn walk(dir: &Path, below: &str, found: &mut Vec<(PathBuf, String)>) -> Result<()> {
    let place = dir.join(below);
    let list = || -> io::Result<Vec<(String, fs::FileType)>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&place)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            names.push((format!("{below}/{name}"), entry.file_type()?));
        }
        names.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(names)
    };
    let names = match list() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        listed => listed.map_err(|e| Error::io("list for the backup", &place, e))?,
    };
    for (path, kind) in names {
        if kind.is_dir() {
            walk(dir, &path, found)?;
        } else if kind.is_file() && !path.ends_with(".part") {
            found.push((dir.join(&path), path));
        }
    }
    Ok(())
}

fn list(at: &Path, path: String) -> io::Result<Listed> {
    let mut reading = Summing::new(File::open(at)?);
    io::copy(&mut reading, &mut io::sink())?;
    let sum = reading.sum();
    Ok(Listed {
        path,
        bytes: sum.bytes,
        sha256: sum.sha256,
    })
}
