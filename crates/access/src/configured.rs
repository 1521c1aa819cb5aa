//! Keys that stand in a settings file. Only what a door needs to know them again is kept.

use mneme_store::tables::api_keys::ApiKeyRow;

use crate::keys::hash;
use crate::{Role, key_id};

#[derive(Clone, PartialEq, Eq)]
pub struct ConfiguredKey {
    key_id: String,
    hash: Vec<u8>,
    role: Role,
    namespace: String,
}

// === impl ConfiguredKey ===

impl ConfiguredKey {
    pub fn new(secret: &str, role: Role, namespace: &str) -> Self {
        Self {
            key_id: key_id(secret),
            hash: hash(secret),
            role,
            namespace: namespace.to_owned(),
        }
    }

    /// What it is known by.
    pub fn id(&self) -> &str {
        &self.key_id
    }

    pub fn namespace(&self) -> &str {
        &self.namespace
    }

    pub fn role(&self) -> Role {
        self.role
    }

    /// As a row of the table it never enters; it was made before this store, so at no time.
    pub(crate) fn row(&self) -> ApiKeyRow {
        ApiKeyRow {
            key_id: self.key_id.clone(),
            hash: self.hash.clone(),
            role: self.role as i64,
            namespace: self.namespace.clone(),
            created_ms: 0,
        }
    }
}

/// The id is public, the hash is nobody's business.
impl std::fmt::Debug for ConfiguredKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {}", self.key_id, self.namespace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Keys;

    #[test]
    fn a_configured_key_opens_the_door_until_the_settings_drop_it() {
        let keys = Keys::default();
        keys.admit(&[ConfiguredKey::new("open sesame", Role::Writer, "cave")]);
        let key = keys.holding("open sesame").unwrap();
        assert_eq!(
            (key.namespace.as_str(), key.role),
            ("cave", Role::Writer as i64)
        );
        assert!(keys.holding("open barley").is_err());
        assert!(keys.named(&key.key_id).is_some(), "tokens may lean on it");
        keys.admit(&[]);
        assert!(keys.holding("open sesame").is_err());
    }
}
