//! Data keys in memory, by id. A namespace seals under one of them at a time.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use mneme_model::hex;
use ring::aead::LessSafeKey;
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::hmac;

use super::{MasterKey, Place, aead_key, key_id_of, open_with, random, seal_with};
use crate::{Error, Result};

/// What a data key is as long as no other came before it.
const FIRST: usize = 32;
/// One that came after another: its own bytes, then the fingerprint key they have in common.
pub(super) const SUCCESSOR: usize = 64;

/// The keys derived from one data key of a namespace.
pub struct DataKey {
    pub id: u32,
    content: LessSafeKey,
    fingerprint: hmac::Key,
    /// What a successor is given: fingerprints outlive the key that seals.
    heirloom: [u8; 32],
}

/// Data keys by their ids, shared by everybody who opens something.
pub(super) type Known = Arc<RwLock<HashMap<u32, Arc<DataKey>>>>;

pub struct Keyring {
    pub(crate) master: MasterKey,
    pub(super) keys: Known,
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
        let (own, heirloom) = match secret.split_at_checked(FIRST) {
            Some((own, rest)) if secret.len() == SUCCESSOR => (own, inherited(rest)?),
            _ => (secret, expand(secret, b"mneme fingerprint v1")?),
        };
        Ok(Self {
            id,
            content: aead_key(&expand(own, b"mneme content v1")?)?,
            fingerprint: hmac::Key::new(hmac::HMAC_SHA256, &heirloom),
            heirloom,
        })
    }

    /// The bytes of a key that takes this one's place. What was fingerprinted before, forgotten
    /// values above all, must still be known, so the fingerprint key goes along.
    pub fn succession(&self) -> Result<Vec<u8>> {
        let own = random::<FIRST>()?;
        Ok([own, self.heirloom].concat())
    }

    pub fn seal(&self, place: Place<'_>, plain: &[u8]) -> Result<Vec<u8>> {
        seal_with(&self.content, self.id, place, plain)
    }

    pub fn open(&self, place: Place<'_>, envelope: &[u8]) -> Result<Vec<u8>> {
        open_with(&self.content, place, envelope)
    }

    /// A keyed hash of one word, in 48 bits; never the beginning of a text's.
    pub fn word(&self, word: &str) -> u64 {
        let mut context = hmac::Context::with_key(&self.fingerprint);
        context.update(b"word\0");
        context.update(word.as_bytes());
        let tag = context.sign();
        let six = tag.as_ref().iter().take(6);
        six.fold(0, |word, byte| (word << 8) | u64::from(*byte))
    }

    /// A keyed hash of a text: equal texts of a namespace match, nobody else can test a guess.
    pub fn fingerprint(&self, text: &str) -> String {
        let tag = hmac::sign(&self.fingerprint, text.as_bytes());
        hex::encode(&tag.as_ref()[..16])
    }
}

fn inherited(bytes: &[u8]) -> Result<[u8; 32]> {
    bytes
        .try_into()
        .map_err(|_| Error::Unseal("a key has the wrong length"))
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
            keys: Known::default(),
        }
    }

    pub fn add(&self, key: DataKey) -> Arc<DataKey> {
        let key = Arc::new(key);
        let mut keys = self.keys.write().unwrap_or_else(PoisonError::into_inner);
        keys.insert(key.id, key.clone());
        key
    }

    pub fn get(&self, id: u32) -> Option<Arc<DataKey>> {
        get(&self.keys, id)
    }

    pub fn open(&self, place: Place<'_>, envelope: &[u8]) -> Result<Vec<u8>> {
        open(&self.keys, place, envelope)
    }
}

pub(super) fn get(keys: &Known, id: u32) -> Option<Arc<DataKey>> {
    let keys = keys.read().unwrap_or_else(PoisonError::into_inner);
    keys.get(&id).cloned()
}

pub(super) fn open(keys: &Known, place: Place<'_>, envelope: &[u8]) -> Result<Vec<u8>> {
    let key = get(keys, key_id_of(envelope)?).ok_or(Error::Unseal("its key is gone"))?;
    key.open(place, envelope)
}
