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
    use mneme_model::Door;

    use super::*;
    use crate::Keys;

    #[test]
    fn a_configured_key_opens_the_door_until_the_settings_drop_it() {
        let keys = Keys::default();
        keys.admit(&[ConfiguredKey::new("open sesame", Role::Writer, "cave")]);
        let caller = keys.authenticate("open sesame", Door::Rest).unwrap();
        assert_eq!(
            (caller.namespace.as_str(), caller.role),
            ("cave", Role::Writer)
        );
        assert!(keys.authenticate("open barley", Door::Rest).is_err());
        assert_eq!(keys.list().len(), 1);
        keys.admit(&[]);
        assert!(keys.authenticate("open sesame", Door::Rest).is_err());
    }
}
