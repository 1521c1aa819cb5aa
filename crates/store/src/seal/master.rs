//! The master key: 32 random bytes in a file only its owner may read, or kept by a service whose
//! wrapping of it lies there instead. It wraps data keys and never touches content.

use std::fs::{self, OpenOptions};
use std::io::ErrorKind::{InvalidData, NotFound};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use mneme_model::hex;
use ring::aead::LessSafeKey;
use ring::hmac;
use serde::{Deserialize, Serialize};

use super::keyring::{SUCCESSOR, expand};
use super::{Custody, FMT, KeyService, Place, aead_key, open_with, random, seal_with};
use crate::{Error, Result};

pub struct MasterKey {
    key: LessSafeKey,
    /// Chains the rows of the audit.
    audit: hmac::Key,
    /// What receipts are signed with is made from this.
    receipts: [u8; 32],
}

/// The files a master key is kept in, of which a store has one.
const PLAIN: &str = "master.key";
const WRAPPED: &str = "master.wrapped";

/// A wrapped data key that came after another begins with this instead of [`FMT`]: a build that
/// knows nothing of successors must not take it for a key of its own kind.
const SUCCESSOR_FMT: u8 = 2;

/// What lies on the disk where a service keeps the master key.
#[derive(Serialize, Deserialize)]
struct Wrapping {
    version: u32,
    by: String,
    wrapped: String,
}

const WRAPPING: u32 = 1;

pub fn path(keys: &Path) -> PathBuf {
    keys.join(PLAIN)
}

/// The file that whoever keeps the master key needs.
pub fn file_of(keys: &Path, custody: &Custody) -> PathBuf {
    match &custody.0 {
        Some(_) => keys.join(WRAPPED),
        None => keys.join(PLAIN),
    }
}

/// The file the master key of a directory is in, in one form or the other.
pub fn kept_in(keys: &Path) -> Option<PathBuf> {
    let files = [keys.join(PLAIN), keys.join(WRAPPED)];
    files.into_iter().find(|file| file.exists())
}

/// Has the service wrap the same master key again, under the newest version of its own key.
/// Nothing is changed unless it does.
pub fn wrap_again(keys: &Path, custody: &Custody) -> Result<()> {
    let Some(service) = &custody.0 else {
        return Ok(());
    };
    let bytes = from_service(keys, &**service, false)?;
    let wrapped = service.wrap(&bytes).map_err(Error::KeyService)?;
    keep_wrapping(keys, &**service, wrapped)
}

// === impl MasterKey ===

impl MasterKey {
    /// Reads the key in a directory of secrets, or makes it when `create` says this store is new.
    /// Never one kind of key in the place of the other.
    pub fn load(keys: &Path, custody: &Custody, create: bool) -> Result<Self> {
        let bytes = match &custody.0 {
            Some(service) => from_service(keys, &**service, create)?,
            None => from_file(keys, create)?,
        };
        Self::of(&bytes)
    }

    fn of(bytes: &[u8]) -> Result<Self> {
        Ok(Self {
            key: aead_key(bytes)?,
            audit: hmac::Key::new(hmac::HMAC_SHA256, &expand(bytes, b"mneme audit v1")?),
            receipts: expand(bytes, b"mneme receipts v1")?,
        })
    }

    pub fn audit(&self) -> &hmac::Key {
        &self.audit
    }

    pub fn receipts(&self) -> &[u8; 32] {
        &self.receipts
    }

    pub fn wrap(&self, ns: i64, key_id: u32, data_key: &[u8]) -> Result<Vec<u8>> {
        let mut wrapped = seal_with(&self.key, 0, place(ns, key_id), data_key)?;
        if let (Some(fmt), true) = (wrapped.first_mut(), data_key.len() == SUCCESSOR) {
            *fmt = SUCCESSOR_FMT;
        }
        Ok(wrapped)
    }

    pub fn unwrap(&self, ns: i64, key_id: u32, wrapped: &[u8]) -> Result<Vec<u8>> {
        let place = place(ns, key_id);
        match wrapped {
            [SUCCESSOR_FMT, rest @ ..] => open_with(&self.key, place, &[&[FMT], rest].concat()),
            _ => open_with(&self.key, place, wrapped),
        }
    }
}

fn from_file(keys: &Path, create: bool) -> Result<Vec<u8>> {
    let path = keys.join(PLAIN);
    if let Some(bytes) = read(&path)? {
        return Ok(bytes);
    }
    if let Some(wrapping) = wrapping(keys)? {
        return Err(Error::KeyElsewhere(wrapping.by));
    }
    match create {
        true => make(&path),
        false => Err(Error::KeyMissing(path)),
    }
}

fn from_service(keys: &Path, service: &dyn KeyService, create: bool) -> Result<Vec<u8>> {
    let path = keys.join(PLAIN);
    let bytes = match wrapping(keys)? {
        Some(known) => service.open(&known.wrapped).map_err(Error::KeyService)?,
        None if path.exists() => return Err(Error::KeyHere(path)),
        None if create => {
            let (bytes, wrapped) = service.make().map_err(Error::KeyService)?;
            keep_wrapping(keys, service, wrapped)?;
            bytes
        }
        None => return Err(Error::KeyMissing(keys.join(WRAPPED))),
    };
    match bytes.len() {
        32 => Ok(bytes),
        _ => Err(Error::Unseal("a key has the wrong length")),
    }
}

fn wrapping(keys: &Path) -> Result<Option<Wrapping>> {
    let path = keys.join(WRAPPED);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(e) if e.kind() == NotFound => return Ok(None),
        // No text at all.
        Err(e) if e.kind() == InvalidData => return Err(Error::KeyMissing(path)),
        Err(e) => return Err(Error::io("read the wrapped key", &path, e)),
    };
    match serde_json::from_str::<Wrapping>(&text) {
        Ok(known) if known.version == WRAPPING => Ok(Some(known)),
        _ => Err(Error::KeyMissing(path)),
    }
}

fn keep_wrapping(keys: &Path, service: &dyn KeyService, wrapped: String) -> Result<()> {
    let (version, by) = (WRAPPING, service.name());
    let text = serde_json::to_string(&Wrapping {
        version,
        by,
        wrapped,
    })?;
    write_secret(&keys.join(WRAPPED), &text)
}

fn place(ns: i64, key_id: u32) -> Place<'static> {
    Place {
        table: "keys",
        ns,
        row: i64::from(key_id),
    }
}

/// A secret whose loss costs little: one that is missing or damaged is made again.
pub fn renewable_secret(path: &Path) -> Result<Vec<u8>> {
    match read(path) {
        Ok(Some(bytes)) => Ok(bytes),
        Ok(None) | Err(Error::KeyMissing(_)) => make(path),
        Err(error) => Err(error),
    }
}

/// What a key file holds; nothing when there is none.
fn read(path: &Path) -> Result<Option<Vec<u8>>> {
    match fs::read_to_string(path) {
        Ok(text) => unhex(text.trim())
            .map(Some)
            .ok_or_else(|| Error::KeyMissing(path.to_path_buf())),
        Err(e) if e.kind() == NotFound => Ok(None),
        // No text at all.
        Err(e) if e.kind() == InvalidData => Err(Error::KeyMissing(path.to_path_buf())),
        Err(e) => Err(Error::io("read the secret", path, e)),
    }
}

fn make(path: &Path) -> Result<Vec<u8>> {
    let bytes = random::<32>()?;
    write_secret(path, &hex::encode(bytes))?;
    Ok(bytes.to_vec())
}

/// Writes a file only its owner may read: whole and synced, or not at all.
pub fn write_secret(path: &Path, text: &str) -> Result<()> {
    let part = path.with_extension("part");
    let write = || -> std::io::Result<()> {
        let mut file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(0o600)
            .open(&part)?;
        writeln!(file, "{text}")?;
        file.sync_all()?;
        fs::rename(&part, path)?;
        path.parent()
            .map_or(Ok(()), |dir| fs::File::open(dir)?.sync_all())
    };
    write().map_err(|e| Error::io("write the secret", path, e))
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    hex::decode(text).filter(|bytes| bytes.len() == 32)
}
