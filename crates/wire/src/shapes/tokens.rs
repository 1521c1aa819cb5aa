//! Tokens: a key for a while, or a part of what a key may.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct TradeKeyRequest {
    pub api_key: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct TradeKeyReply {
    pub token: String,
    /// Seconds.
    pub expires_in: u64,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct NewTokenRequest {
    pub role: String,
    /// The caller's own when it is not named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// A day when it is not given; 30 days at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_in_secs: Option<u64>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct NewTokenReply {
    pub token: String,
    pub role: String,
    pub namespace: String,
    /// Seconds.
    pub expires_in: u64,
}
