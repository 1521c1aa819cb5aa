//! Secrets of a restored store: from the backup, or those that are in the directory already.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::Refusal;
use crate::seal::{Custody, master};
use crate::store::{DATABASE, KEYS, READER_CACHE_KIB, connect, make_dir, share};
use crate::view::Shared;
use crate::{Error, Result, View, schema};

/// Copies the secrets of the directory that is replaced, where the backup brought none.
pub fn keep(old: &Path, new: &Path) -> Result<()> {
    let (from, to) = (old.join(KEYS), new.join(KEYS));
    if to.exists() || !from.exists() {
        return Ok(());
    }
    make_dir(&to)?;
    let io = |e| Error::io("copy the secrets from", &from, e);
    for entry in fs::read_dir(&from).map_err(io)? {
        let entry = entry.map_err(io)?;
        if entry.file_type().map_err(io)?.is_file() {
            copy(&entry.path(), &to.join(entry.file_name())).map_err(io)?;
        }
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::copy(from, to)?;
    fs::set_permissions(to, fs::Permissions::from_mode(0o600))?;
    fs::File::open(to)?.sync_all()
}

/// Opens the new store to see that it does; says which key is missing if it does not.
pub fn prove_with(new: &Path, custody: &Custody, target: &Path, file: &Path) -> Result<Shared> {
    let key = || master::file_of(&target.join(KEYS), custody);
    prove(new, custody).map_err(|error| match error {
        Error::KeyMissing(_) => Refusal::NoKey {
            key: key(),
            dir: target.to_path_buf(),
            file: file.to_path_buf(),
        }
        .into(),
        Error::Unseal(_) | Error::KeyForeign => Refusal::WrongKey(key()).into(),
        other => other,
    })
}

/// Opens the tables of a directory and closes them again: the format is known, the key opens
/// every data key, and SQLite finds nothing wrong. No thread is started, so that nothing of
/// ours has the files open afterwards.
fn prove(dir: &Path, custody: &Custody) -> Result<Shared> {
    // A store that never held anything has no key yet, and gets one.
    make_dir(&dir.join(KEYS))?;
    let path = dir.join(DATABASE);
    let conn = connect(&path, READER_CACHE_KIB)?;
    schema::open(&conn).map_err(|e| e.at(&path))?;
    let shared = share(&conn, dir, custody, false)?;
    match View::new(&conn, &shared).integrity()? {
        Some(found) => Err(Error::Corrupt(found).at(&path)),
        None => Ok(shared),
    }
}
