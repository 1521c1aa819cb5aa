//! Data keys: a new one, the old ones, how far sealing again is.

use mneme_access::Caller;
use mneme_engine::{Error, NamespaceKeys, Result};
use mneme_model::{Code, Moment};
use mneme_wire::shapes::*;

use super::Desk;

impl Desk {
    pub async fn rotate_key(
        &self,
        caller: &Caller,
        request: RotateKeyRequest,
    ) -> Result<RotateKeyReply> {
        let named = request.namespace.as_deref();
        let done = self.engine.rotate_key(caller, named).await?;
        Ok(RotateKeyReply {
            rotated: true,
            key_id: done.retired,
            namespace: done.namespace,
            grace_period_secs: done.grace_secs,
        })
    }

    pub async fn retired_keys(&self, caller: &Caller) -> Result<Vec<RetiredKey>> {
        let keys = self.engine.retired_keys(caller).await?.into_iter();
        let shown = keys.map(|key| RetiredKey {
            id: key.id,
            namespace: key.namespace,
            retired_at: Moment::from_ms(key.retired_ms).rfc3339(),
            expires_at: Moment::from_ms(key.expires_ms).rfc3339(),
        });
        Ok(shown.collect())
    }

    pub async fn revoke_data_key(
        &self,
        caller: &Caller,
        request: RevokeDataKeyRequest,
    ) -> Result<RevokeKeyReply> {
        let key_id = request.id;
        match self.engine.revoke_data_key(caller, &key_id).await? {
            true => Ok(RevokeKeyReply {
                revoked: true,
                key_id,
            }),
            false => {
                let message = format!("no retired key has the id {key_id}");
                Err(Error::refused(Code::NoSuchKey, message))
            }
        }
    }

    pub async fn data_keys(&self, caller: &Caller) -> Result<DataKeysReply> {
        let told = self.engine.data_keys(caller).await?;
        Ok(DataKeysReply {
            keeper: told.keeper,
            namespaces: told.namespaces.into_iter().map(sealed).collect(),
            retired_keys: self.retired_keys(caller).await?,
        })
    }
}

fn sealed(told: NamespaceKeys) -> SealedNamespace {
    let progress = told.progress;
    let done = progress.done || told.retired.is_empty();
    // Short of the end it is never all of it: files follow the rows.
    let percent = match progress.of {
        0 => 0,
        of => (progress.rows.saturating_mul(100) / of).clamp(0, 99),
    };
    SealedNamespace {
        namespace: told.namespace,
        key_id: told.current,
        retired: told.retired,
        sealed_percent: if done { 100 } else { percent.unsigned_abs() },
        damaged: progress.damaged.unsigned_abs(),
    }
}
