//! Why a step was taken, as a person or a model wrote it: one line of `reasoning.jsonl`.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Who wrote it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    #[default]
    Human,
    Model,
    /// No model answered: a place kept for a person.
    ModelDegraded,
}

/// At most one for a step. What a reader does not know stays where it was.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    pub step_id: u32,
    #[serde(default)]
    pub timestamp_action: String,
    #[serde(default)]
    pub timestamp_annotated: String,
    #[serde(default)]
    pub action_type: String,
    #[serde(default)]
    pub action_subtype: String,
    #[serde(default)]
    pub raw_command: String,
    #[serde(default)]
    pub converted_command: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image_path: Option<String>,
    #[serde(default)]
    pub reasoning: String,
    #[serde(default)]
    pub skipped: bool,
    /// Entries written before there was a source are a person's.
    #[serde(default)]
    pub source: Source,
    /// Only autosave has written it so far.
    #[serde(default, skip_serializing_if = "is_false")]
    pub draft: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub api_version: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_tokens: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_tokens: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency_ms: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action_intent: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keyboard_visual_annotation: Option<Value>,
    #[serde(flatten)]
    pub rest: serde_json::Map<String, Value>,
}

fn is_false(flag: &bool) -> bool {
    !flag
}
