//! Using a tool.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Of any set: which one a client is offered was decided before.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ToolRequest {
    pub name: String,
    #[serde(default)]
    pub arguments: Map<String, Value>,
}

/// What the tool gave, as it is.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ToolReply(pub Value);
