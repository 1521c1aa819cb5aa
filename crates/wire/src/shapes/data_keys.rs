//! What the store is sealed under: a new key, those that were replaced, how far sealing again is.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A new data key for a namespace.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct RotateKeyRequest {
    /// The caller's own, where none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct RotateKeyReply {
    pub rotated: bool,
    /// The key that was retired.
    pub key_id: String,
    pub namespace: String,
    pub grace_period_secs: u64,
}

/// A data key that seals nothing any more.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct RetiredKey {
    pub id: String,
    pub namespace: String,
    pub retired_at: String,
    /// From then on it goes by itself, once nothing needs it.
    pub expires_at: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct RevokeDataKeyRequest {
    pub id: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct DataKeysRequest {}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct DataKeysReply {
    /// Who keeps the key that wraps all of these.
    pub keeper: String,
    pub namespaces: Vec<SealedNamespace>,
    pub retired_keys: Vec<RetiredKey>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct SealedNamespace {
    pub namespace: String,
    /// The key of now.
    pub key_id: String,
    pub retired: Vec<String>,
    /// How much of it is sealed under the key of now, in percent.
    pub sealed_percent: u64,
    /// Rows that do not open under any key.
    pub damaged: u64,
}
