//! Making and taking away keys. A key for another namespace is made only by whoever owns the
//! machine: the local door.

use mneme_access::{Caller, Need, NewKey, Role};
use mneme_store::tables::api_keys::ApiKeyRow;

use crate::{Engine, Result, checks};

impl Engine {
    pub async fn new_key(&self, caller: &Caller, role: Role, namespace: &str) -> Result<NewKey> {
        self.scope(caller, Need::Administer, Some(namespace))?;
        checks::namespace(&self.settings.limits, namespace)?;
        let made = self
            .gate
            .keys
            .make(&self.store, role, namespace, &caller.subject);
        let made = made.await?;
        tracing::info!(key = %made.key_id, role = role.name(), %namespace, by = %caller.subject, "made a key");
        Ok(made)
    }

    pub fn list_keys(&self, caller: &Caller) -> Result<Vec<ApiKeyRow>> {
        let own = self.scope(caller, Need::Administer, None)?;
        let visible = |key: &ApiKeyRow| caller.owns_machine() || key.namespace == own;
        Ok(self.gate.keys.list().into_iter().filter(visible).collect())
    }

    /// Whether there was such a key.
    pub async fn revoke_key(&self, caller: &Caller, key_id: &str) -> Result<bool> {
        let visible = self.list_keys(caller)?;
        let Some(key) = visible.iter().find(|key| key.key_id == key_id) else {
            return Ok(false);
        };
        let gone = self.gate.keys.revoke(&self.store, key, &caller.subject);
        let gone = gone.await?;
        if gone {
            tracing::info!(key = %key_id, namespace = %key.namespace, by = %caller.subject, "revoked a key");
        }
        Ok(gone)
    }
}
