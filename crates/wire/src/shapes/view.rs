//! A link to the page, for a person at this machine.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ViewRequest {}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ViewReply {
    /// Opens the page once.
    pub pass: String,
    /// Seconds.
    pub expires_in: u64,
}
