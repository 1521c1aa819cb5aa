//! The key a namespace seals under at this moment. Everybody who holds the namespace holds this,
//! so that all of them turn to a new key at once.

use std::sync::{Arc, PoisonError, RwLock};

use mneme_model::text::essence;

use super::keyring::{Known, open};
use super::{DataKey, Keyring, Place, key_id_of};
use crate::Result;

pub struct NamespaceKey {
    current: RwLock<Arc<DataKey>>,
    /// Retired keys open what they sealed.
    known: Known,
}

// === impl NamespaceKey ===

impl NamespaceKey {
    pub(crate) fn new(current: Arc<DataKey>, ring: &Keyring) -> Self {
        Self {
            current: RwLock::new(current),
            known: ring.keys.clone(),
        }
    }

    /// A key without a store.
    pub fn alone(key: DataKey) -> Self {
        let (key, known) = (Arc::new(key), Known::default());
        let mut keys = known.write().unwrap_or_else(PoisonError::into_inner);
        keys.insert(key.id, key.clone());
        drop(keys);
        Self {
            current: RwLock::new(key),
            known,
        }
    }

    /// Whoever writes down which key sealed something asks once, and uses what they got.
    pub fn current(&self) -> Arc<DataKey> {
        let current = self.current.read().unwrap_or_else(PoisonError::into_inner);
        current.clone()
    }

    /// From now on this one seals.
    pub(crate) fn turn_to(&self, key: Arc<DataKey>) {
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = key;
    }

    pub fn seal(&self, place: Place<'_>, plain: &[u8]) -> Result<Vec<u8>> {
        self.current().seal(place, plain)
    }

    pub fn open(&self, place: Place<'_>, envelope: &[u8]) -> Result<Vec<u8>> {
        open(&self.known, place, envelope)
    }

    /// The same content under the key of now; nothing where it is already.
    pub fn renewed(&self, place: Place<'_>, envelope: &[u8]) -> Result<Option<Vec<u8>>> {
        let current = self.current();
        if key_id_of(envelope)? == current.id {
            return Ok(None);
        }
        let plain = self.open(place, envelope)?;
        current.seal(place, &plain).map(Some)
    }

    /// The same for every key the namespace ever had.
    pub fn fingerprint(&self, text: &str) -> String {
        self.current().fingerprint(text)
    }

    /// A keyed hash of what a text says, however it was handed over.
    pub fn value(&self, text: &str) -> String {
        self.fingerprint(&essence(text))
    }

    /// That, and the one that was made of the same text before that was told apart.
    pub fn values(&self, text: &str) -> Vec<String> {
        let said = essence(text);
        let older = (said != text).then(|| self.fingerprint(text));
        [self.fingerprint(&said)].into_iter().chain(older).collect()
    }
}
