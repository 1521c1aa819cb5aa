//! What happened.

use mneme_model::event::Metadata;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Aside, Memory, is_false, objects};

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct EventRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    pub session: String,
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speaker: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub occurred_at: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Metadata>,
    /// Without an `id`: make one from what the event says and this number, so that the same
    /// event sent again is known. Equal events are told apart by their numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nth: Option<u64>,
    /// What an agent's hook tells of itself: kept as an observation of the notebook, where it is
    /// one, else as the begin or the end of its session.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "objects::maybe"
    )]
    pub observed: Option<Noting>,
    /// Read where it is imported.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "objects::maybe"
    )]
    pub noted: Option<Aside>,
}

/// An observation beside the event that carries it.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Noting {
    /// `prompt_submit`, `post_tool_use` and so on; `session_start` and `session_end` as well.
    pub hook: String,
    #[serde(default)]
    pub data: serde_json::Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    /// The program whose hook tells it: `claude-code`, `codex` and so on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct IngestRequest {
    #[serde(deserialize_with = "objects::several")]
    pub events: Vec<EventRequest>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// Told by a machine: what was forgotten stays forgotten.
    #[serde(default, skip_serializing_if = "is_false")]
    pub imported: bool,
    /// Told by an agent's hook: secrets and private parts are not kept.
    #[serde(default, skip_serializing_if = "is_false")]
    pub hooked: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Accepted {
    pub id: String,
    pub created: bool,
    /// What it says was forgotten, and stays so.
    #[serde(default, skip_serializing_if = "is_false")]
    pub forgotten: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct IngestReply {
    pub accepted: Vec<Accepted>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct EventsRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct EventsReply {
    pub events: Vec<Memory>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}
