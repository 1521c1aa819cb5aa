//! What a gateway in another process asks of a core: on the word of whoever owns the machine, for
//! a caller it has let in.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::is_false;

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OnBehalf {
    pub subject: String,
    pub namespace: String,
    /// Where the caller comes from.
    #[serde(default)]
    pub peer: Option<String>,
    /// What it may; a writer's where nothing is said.
    #[serde(default)]
    pub role: Option<String>,
}

/// Who holds a key of the store.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HolderRequest {
    pub credential: String,
    /// Where it is shown from.
    #[serde(default)]
    pub peer: Option<String>,
}

/// Nobody, where there is no such key, or it opens nothing from there: then `elsewhere` says so.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct HolderReply {
    #[serde(default)]
    pub holder: Option<Holder>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub elsewhere: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Holder {
    pub subject: String,
    pub namespace: String,
    pub role: String,
    /// The key behind it.
    #[serde(default)]
    pub key: Option<String>,
    /// When its token ends, in seconds since 1970.
    #[serde(default)]
    pub until: Option<u64>,
}

/// What to put before a model. What is asked and told is the engine's own, as JSON.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BriefRequest {
    pub on_behalf: OnBehalf,
    pub ask: Value,
}

/// What was learned from a conversation.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LearnRequest {
    pub on_behalf: OnBehalf,
    pub facts: Value,
}

/// What was said in a conversation.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ExchangeRequest {
    pub on_behalf: OnBehalf,
    pub exchange: Value,
}

/// The rules that hold, unless nothing was written since a mark.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StandingRequest {
    pub on_behalf: OnBehalf,
    #[serde(default)]
    pub mark: Option<i64>,
}
