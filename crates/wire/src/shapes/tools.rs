//! Using a tool.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Of any set: which one a client is offered was decided before.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ToolRequest {
    pub name: String,
    #[serde(default)]
    pub arguments: Map<String, Value>,
}

/// What the tool gave, as it is.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct ToolReply(pub Value);
