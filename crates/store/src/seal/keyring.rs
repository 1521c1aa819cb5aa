//! Data keys in memory, by id. A namespace seals under one of them at a time.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use mneme_model::hex;
use ring::aead::LessSafeKey;
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::hmac;

use super::{MasterKey, Place, aead_key, key_id_of, open_with, seal_with};
use crate::{Error, Result};

/// The keys of one namespace, derived from its data key.
pub struct DataKey {
    pub id: u32,
    content: LessSafeKey,
    fingerprint: hmac::Key,
}

pub struct Keyring {
    pub(crate) master: MasterKey,
    keys: RwLock<HashMap<u32, Arc<DataKey>>>,
}

struct Len32;

impl KeyType for Len32 {
    fn len(&self) -> usize {
        32
    }
}

// === impl DataKey ===

impl DataKey {
    pub fn derive(id: u32, secret: &[u8]) -> Result<Self> {
        Ok(Self {
            id,
            content: aead_key(&expand(secret, b"mneme content v1")?)?,
            fingerprint: hmac::Key::new(
                hmac::HMAC_SHA256,
                &expand(secret, b"mneme fingerprint v1")?,
            ),
        })
    }

    pub fn seal(&self, place: Place<'_>, plain: &[u8]) -> Result<Vec<u8>> {
        seal_with(&self.content, self.id, place, plain)
    }

    pub fn open(&self, place: Place<'_>, envelope: &[u8]) -> Result<Vec<u8>> {
        open_with(&self.content, place, envelope)
    }

    /// A keyed hash of a text: equal texts of a namespace match, nobody else can test a guess.
    pub fn fingerprint(&self, text: &str) -> String {
        let tag = hmac::sign(&self.fingerprint, text.as_bytes());
        hex::encode(&tag.as_ref()[..16])
    }
}

pub(super) fn expand(secret: &[u8], label: &[u8]) -> Result<[u8; 32]> {
    let mut out = [0; 32];
    Salt::new(HKDF_SHA256, b"mneme")
        .extract(secret)
        .expand(&[label], Len32)
        .and_then(|okm| okm.fill(&mut out))
        .map_err(|_| Error::Unseal("key derivation failed"))?;
    Ok(out)
}

// === impl Keyring ===

impl Keyring {
    pub fn new(master: MasterKey) -> Self {
        Self {
            master,
            keys: RwLock::default(),
        }
    }

    pub fn add(&self, key: DataKey) -> Arc<DataKey> {
        let key = Arc::new(key);
        let mut keys = self.keys.write().unwrap_or_else(PoisonError::into_inner);
        keys.insert(key.id, key.clone());
        key
    }

    pub fn get(&self, id: u32) -> Option<Arc<DataKey>> {
        self.keys
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&id)
            .cloned()
    }

    pub fn open(&self, place: Place<'_>, envelope: &[u8]) -> Result<Vec<u8>> {
        let key = self
            .get(key_id_of(envelope)?)
            .ok_or(Error::Unseal("its key is gone"))?;
        key.open(place, envelope)
    }
}
