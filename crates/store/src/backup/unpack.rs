//! Reading the archive: nothing in it is believed.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Component, Path, PathBuf};

use tar::{Archive, Entry};
use zstd::Decoder;

use super::entries::{Named, entries};
use super::meta::{Listed, Meta, NAME, ROOT};
use super::pack::Telling;
use super::part::sync_dir;
use super::{Refusal, Told};
use crate::checksum::Summing;
use crate::store::make_dir;
use crate::{Error, Result};

/// The largest description that is read: some hundred thousand files.
const MAX_META_BYTES: u64 = 64 * 1024 * 1024;

type Reader = Decoder<'static, BufReader<File>>;

/// What a backup says of itself. Refuses what is none, or one of a newer kind.
pub fn describe(file: &Path) -> Result<Meta> {
    let mut archive = open(file)?;
    let first = entries(&mut archive).ok().and_then(|mut all| all.next());
    let entry = match first {
        Some(Ok(first)) if first.path == NAME.as_bytes() => first.entry,
        Some(Err(error)) => return Err(not_a_backup(file, error)),
        _ => return Err(not_a_backup(file, format!("it does not begin with {NAME}"))),
    };
    let mut json = Vec::new();
    let read = entry.take(MAX_META_BYTES).read_to_end(&mut json);
    read.map_err(|e| damaged(file, e))?;
    Meta::read(&json).map_err(|refused| match refused {
        Ok(refusal) => refusal.into(),
        Err(error) => not_a_backup(file, error),
    })
}

/// Unpacks what `meta` lists into `dir`: every file is there, whole, on disk, and what it was.
pub fn unpack(file: &Path, meta: &Meta, dir: &Path, told: &Told) -> Result<()> {
    let mut archive = open(file)?;
    let mut rest: HashMap<&str, &Listed> =
        meta.files.iter().map(|l| (l.path.as_str(), l)).collect();
    let (mut done, all) = (0, meta.bytes());
    for entry in entries(&mut archive).map_err(|e| damaged(file, e))?.skip(1) {
        let mut entry = entry.map_err(|e| damaged(file, e))?;
        let path = checked_path(file, &entry)?;
        let listed = rest
            .remove(path.as_str())
            .ok_or_else(|| refused(file, &path, "it is not listed, or there twice"))?;
        let put = dir.join(&path[ROOT.len()..]);
        write(file, &mut entry.entry, listed, &put, &|bytes| {
            told(done + bytes, all)
        })?;
        done += listed.bytes;
    }
    if let Some(missing) = rest.keys().next() {
        return Err(damaged(file, format!("{missing} is missing")));
    }
    // The checksum of the compressed whole comes last.
    let end = io::copy(&mut archive.into_inner(), &mut io::sink());
    end.map(|_| ()).map_err(|e| damaged(file, e))
}

fn open(file: &Path) -> Result<Archive<Reader>> {
    let opened = File::open(file).and_then(|opened| match opened.metadata()?.is_file() {
        true => Decoder::new(opened),
        false => Err(io::Error::other("it is not a file")),
    });
    opened.map(Archive::new).map_err(|e| not_a_backup(file, e))
}

/// The path of a plain file that stays below `data/`; anything else is refused.
fn checked_path(file: &Path, named: &Named<'_, Reader>) -> Result<String> {
    let path = String::from_utf8_lossy(&named.path).into_owned();
    if !named.entry.header().entry_type().is_file() {
        return Err(refused(file, &path, "it is not a plain file"));
    }
    let below = Path::new(path.strip_prefix(ROOT).unwrap_or_default());
    let mut parts = below.components();
    // `components` passes over `.` and `//`, so the path must also be exactly its parts.
    let plain = parts.all(|part| matches!(part, Component::Normal(_)))
        && below.components().collect::<PathBuf>().as_os_str() == below.as_os_str();
    match plain && below.file_name().is_some() {
        true => Ok(path),
        false => Err(refused(file, &path, "it does not stay below data/")),
    }
}

fn write(
    file: &Path,
    entry: &mut Entry<'_, Reader>,
    listed: &Listed,
    put: &Path,
    told: &dyn Fn(u64),
) -> Result<()> {
    let dir = put.parent().unwrap_or(put);
    make_dir(dir)?;
    let io = |e| Error::io("unpack", put, e);
    let mut out = create(put).map_err(io)?;
    let mut reading = Summing::new(Telling::new(entry, told));
    copy(&mut reading, &mut out, file, put)?;
    out.sync_all().and_then(|()| sync_dir(dir)).map_err(io)?;
    let sum = reading.sum();
    if (sum.bytes, &sum.sha256) != (listed.bytes, &listed.sha256) {
        let (path, found, expected) = (&listed.path, sum.sha256, &listed.sha256);
        let why = format!("{path} has the checksum {found}, not {expected}");
        return Err(damaged(file, why));
    }
    Ok(())
}

/// Copies, and knows whose trouble it was: the archive's or the disk's.
fn copy(from: &mut impl Read, to: &mut impl io::Write, file: &Path, put: &Path) -> Result<()> {
    let mut buffer = vec![0; 128 * 1024];
    loop {
        match from.read(&mut buffer).map_err(|e| damaged(file, e))? {
            0 => return Ok(()),
            n => to
                .write_all(&buffer[..n])
                .map_err(|e| Error::io("unpack", put, e))?,
        }
    }
}

fn create(path: &Path) -> io::Result<fs::File> {
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
}

fn not_a_backup(file: &Path, why: impl std::fmt::Display) -> Error {
    Refusal::NotABackup {
        file: file.to_path_buf(),
        why: why.to_string(),
    }
    .into()
}

fn damaged(file: &Path, why: impl std::fmt::Display) -> Error {
    Refusal::Damaged {
        file: file.to_path_buf(),
        why: why.to_string(),
    }
    .into()
}

fn refused(file: &Path, entry: &str, why: &'static str) -> Error {
    Refusal::Entry {
        file: file.to_path_buf(),
        entry: entry.to_owned(),
        why,
    }
    .into()
}
