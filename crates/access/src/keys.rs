//! API keys. A key is shown once, when it is made; after that only its hash is known.

use std::sync::{PoisonError, RwLock};

use mneme_store::Store;
use mneme_store::seal::random;
use mneme_store::tables::api_keys::{self, ApiKeyRow};
use mneme_store::tables::audit::{self, Entry};
use mneme_store::tables::spaces;
use ring::digest::{SHA256, digest};

use crate::secrets::Shown;
use crate::{ConfiguredKey, Error, Result, Role};

/// How our keys begin.
pub(crate) const OWN: &str = "mk_";

/// A key that was just made: the only time its secret is seen.
#[derive(Clone, Debug)]
pub struct NewKey {
    pub secret: String,
    pub key_id: String,
    pub role: Role,
    pub namespace: String,
}

/// The keys that open doors, in memory.
#[derive(Default)]
pub struct Keys {
    known: RwLock<Vec<ApiKeyRow>>,
    /// Named in settings: not kept in the store, and gone when the settings are.
    configured: RwLock<Vec<ApiKeyRow>>,
}

pub(crate) fn hash(secret: &str) -> Vec<u8> {
    digest(&SHA256, secret.as_bytes()).as_ref().to_vec()
}

/// The public name of a key: the first 8 bytes of its hash.
pub fn key_id(secret: &str) -> String {
    hash(secret)[..8]
        .iter()
        .map(|b| format!("{b:02x}"))
        .collect()
}

// === impl Keys ===

impl Keys {
    pub async fn load(store: &Store) -> Result<Self> {
        let rows = store
            .read(|view| Ok::<_, Error>(api_keys::all(view)?))
            .await?;
        Ok(Self {
            known: RwLock::new(rows),
            configured: RwLock::default(),
        })
    }

    /// Makes a key, on somebody's word.
    pub async fn make(
        &self,
        store: &Store,
        role: Role,
        namespace: &str,
        by: &str,
    ) -> Result<NewKey> {
        let secret = fresh_secret()?;
        let row = ApiKeyRow {
            key_id: key_id(&secret),
            hash: hash(&secret),
            role: role as i64,
            namespace: namespace.to_owned(),
            created_ms: store.now_ms(),
        };
        let (written, noted) = (row.clone(), noted("key_new", &row, by));
        store
            .write(256, move |tx| {
                if spaces::takes(tx, &written.namespace)? {
                    return Err(Error::NameTaken(written.namespace));
                }
                api_keys::insert(tx, &written)?;
                Ok::<_, Error>(audit::append(tx, &noted(tx.now_ms()))?)
            })
            .await?;
        self.known
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .push(row.clone());
        Ok(NewKey {
            secret,
            key_id: row.key_id,
            role,
            namespace: row.namespace,
        })
    }

    /// Takes a key away, on somebody's word; whether there was one.
    pub async fn revoke(&self, store: &Store, key: &ApiKeyRow, by: &str) -> Result<bool> {
        let (key_id, id) = (key.key_id.as_str(), key.key_id.clone());
        let noted = noted("key_revoke", key, by);
        let removed = store
            .write(64, move |tx| {
                let removed = api_keys::remove(tx, &id)?;
                if removed {
                    audit::append(tx, &noted(tx.now_ms()))?;
                }
                Ok::<_, Error>(removed)
            })
            .await?;
        self.known
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .retain(|key| key.key_id != key_id);
        Ok(removed)
    }

    /// Lets keys of the settings in, in place of those let in before.
    pub fn admit(&self, configured: &[ConfiguredKey]) {
        let rows = configured.iter().map(ConfiguredKey::row).collect();
        *self
            .configured
            .write()
            .unwrap_or_else(PoisonError::into_inner) = rows;
    }

    pub fn list(&self) -> Vec<ApiKeyRow> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let configured = self
            .configured
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        known.iter().chain(configured.iter()).cloned().collect()
    }

    /// The key with this secret. Compares with every known key, in constant time each.
    pub fn holding(&self, secret: &str) -> Result<ApiKeyRow> {
        let offered = Shown::of(&hash(secret));
        let keys = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let configured = self
            .configured
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        let mut found = None;
        for key in keys.iter().chain(configured.iter()) {
            if offered.is(&key.hash) {
                found = Some(key);
            }
        }
        found.cloned().ok_or(Error::BadCredential)
    }

    /// The key with this id, which is no secret.
    pub fn named(&self, key_id: &str) -> Option<ApiKeyRow> {
        self.first(|key| key.key_id == key_id)
    }

    /// The key that tokens made on this machine belong to.
    pub fn oldest_admin(&self, namespace: &str) -> Option<ApiKeyRow> {
        self.first(|key| key.namespace == namespace && key.role == Role::Admin as i64)
    }

    fn first(&self, wanted: impl Fn(&ApiKeyRow) -> bool) -> Option<ApiKeyRow> {
        let mut keys = self.list().into_iter();
        keys.find(|key| wanted(key))
    }
}

/// The row of the audit about a key, in the namespace the key opens.
fn noted(action: &str, key: &ApiKeyRow, by: &str) -> impl FnOnce(i64) -> Entry + use<> {
    let role = Role::from_code(key.role).map_or("unknown", Role::name);
    let about = format!("{} {role}", key.key_id);
    let (action, namespace, subject) = (action.to_owned(), key.namespace.clone(), by.to_owned());
    move |at_ms| Entry {
        at_ms,
        action,
        about,
        namespace,
        subject,
        first_seq: 0,
        times: 1,
    }
}

fn fresh_secret() -> Result<String> {
    let bytes = random::<24>()?;
    Ok(format!(
        "{OWN}{}",
        bytes.iter().map(|b| format!("{b:02x}")).collect::<String>()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_ids_are_sixteen_hex_digits_of_the_hash() {
        assert_eq!(key_id("secret").len(), 16);
        assert_eq!(key_id("secret"), "2bb80d537b1da3e3");
    }
}
