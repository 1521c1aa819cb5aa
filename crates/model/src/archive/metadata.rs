//! `metadata.json`: the record of one recording, as its directory carries it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Every key but the identity, the counters and the times may be missing in an older file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Metadata {
    pub memory_name: String,
    #[serde(default)]
    pub memory_description: String,
    pub session_id: String,
    #[serde(default)]
    pub mode: String,
    /// `active`, `complete` once capture ended cleanly, `incomplete` when it was lost.
    pub status: String,
    /// How capture ended; unlike `status` it does not change when the memory is finalised.
    #[serde(default)]
    pub capture_status: String,
    /// The state of the recording when the file was written.
    #[serde(default)]
    pub lifecycle_status: String,
    #[serde(default)]
    pub os: OsNames,
    #[serde(default)]
    pub capture_server_id: String,
    #[serde(default)]
    pub actuation_server_id: String,
    #[serde(default)]
    pub reasoning_model_id: Option<String>,
    #[serde(default)]
    pub ma_core_addr: String,
    #[serde(default)]
    pub actuation_agent_version: String,
    #[serde(default)]
    pub actuation_transport: String,
    #[serde(default)]
    pub actuation_server_version: String,
    pub created_at: String,
    #[serde(default)]
    pub completed_at: Option<String>,
    #[serde(default)]
    pub total_steps: u32,
    #[serde(default)]
    pub annotated_steps: u32,
    #[serde(default)]
    pub skipped_steps: u32,
    #[serde(default)]
    pub steps: Vec<Step>,
    #[serde(default)]
    pub skipped_image_fetches: Vec<SkippedFetch>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stream_gaps: Vec<StreamGap>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closing_image_path: Option<String>,
    #[serde(default)]
    pub tenant_id: String,
    #[serde(default)]
    pub total_input_tokens: u64,
    #[serde(default)]
    pub total_output_tokens: u64,
    #[serde(default)]
    pub token_costs_by_provider: BTreeMap<String, Tokens>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_progress: Option<ClosedBy>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kafka_partition: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kafka_offset: Option<i64>,
    #[serde(default)]
    pub model_provider: String,
    #[serde(default)]
    pub fallback_model_provider: String,
    #[serde(default)]
    pub fallback_model_endpoint: String,
    #[serde(default)]
    pub capture_server_addr: String,
    #[serde(default)]
    pub the_eyes_addr: String,
    /// Keys somebody else put there.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct OsNames {
    pub os_type: String,
    pub os_version: String,
    pub os_architecture: String,
    pub os_environment_id: String,
}

/// Whether capture is under way, or was stopped in order before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClosedBy {
    Capturing,
    Interrupted,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Tokens {
    pub input_tokens: u64,
    pub output_tokens: u64,
}

/// One command of the agent, and the three pictures around it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Step {
    pub step_id: u32,
    #[serde(default)]
    pub timestamp: String,
    #[serde(default)]
    pub action_type: String,
    #[serde(default)]
    pub action_subtype: String,
    #[serde(default)]
    pub image_path: Option<String>,
    #[serde(default)]
    pub image_fetched: bool,
    #[serde(default)]
    pub marked: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before_image_path: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after_image_path: Option<String>,
    #[serde(default)]
    pub raw_command: String,
    #[serde(default)]
    pub converted_command: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record_suspect: Option<Suspect>,
    #[serde(default = "yes")]
    pub success: bool,
    #[serde(default, skip_serializing_if = "Frames::is_empty")]
    pub frames: Frames,
    /// The step's position in the journal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event_offset: Option<i64>,
}

/// What the capture peer said of each picture it served.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Frames {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<FrameFound>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<FrameFound>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<FrameFound>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FrameFound {
    pub frame_id: String,
    pub frame_timestamp: String,
    /// How far the picture is from the moment asked for; negative is earlier.
    pub delta_ms: i64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SkippedFetch {
    pub step_id: u32,
    pub reason: String,
}

/// A typed text that looks cut off: a hint for whoever reads it, nothing more.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Suspect {
    pub check: String,
    pub note: String,
}

/// A time in which the stream was away; commands given in it are not in the recording.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StreamGap {
    pub after_step: u32,
    pub from: String,
    pub to: String,
    pub reason: String,
}

fn yes() -> bool {
    true
}

// === impl Frames ===

impl Frames {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
