//! The master key: 32 random bytes in a file only its owner may read. It wraps data keys and
//! never touches content.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use mneme_model::hex;
use ring::aead::LessSafeKey;
use ring::hmac;

use super::keyring::expand;
use super::{Place, aead_key, open_with, random, seal_with};
use crate::{Error, Result};

pub struct MasterKey {
    key: LessSafeKey,
    /// Chains the rows of the audit.
    audit: hmac::Key,
    /// What receipts are signed with is made from this.
    receipts: [u8; 32],
}

// === impl MasterKey ===

impl MasterKey {
    /// Reads the key file, or makes it when `create` says this store is new.
    pub fn load(path: &Path, create: bool) -> Result<Self> {
        let bytes = match read(path)? {
            Some(bytes) => bytes,
            None if create => make(path)?,
            None => return Err(Error::KeyMissing(path.to_path_buf())),
        };
        Ok(Self {
            key: aead_key(&bytes)?,
            audit: hmac::Key::new(hmac::HMAC_SHA256, &expand(&bytes, b"mneme audit v1")?),
            receipts: expand(&bytes, b"mneme receipts v1")?,
        })
    }

    pub fn audit(&self) -> &hmac::Key {
        &self.audit
    }

    pub fn receipts(&self) -> &[u8; 32] {
        &self.receipts
    }

    pub fn wrap(&self, ns: i64, key_id: u32, data_key: &[u8]) -> Result<Vec<u8>> {
        seal_with(&self.key, 0, place(ns, key_id), data_key)
    }

    pub fn unwrap(&self, ns: i64, key_id: u32, wrapped: &[u8]) -> Result<Vec<u8>> {
        open_with(&self.key, place(ns, key_id), wrapped)
    }
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
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
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
