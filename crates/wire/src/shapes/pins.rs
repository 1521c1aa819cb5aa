//! Keeping something at hand.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PinRequest {
    /// A memory, a node (`toc:…`) or a grip (`grip:…`).
    pub id: String,
    /// False takes the pin away.
    #[serde(default = "yes")]
    pub pinned: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct PinReply {
    /// As it is written, however it was spelt.
    pub id: String,
    /// memory, node or grip
    pub what: String,
    pub pinned: bool,
    /// Whether it stood otherwise before.
    pub changed: bool,
}

fn yes() -> bool {
    true
}
