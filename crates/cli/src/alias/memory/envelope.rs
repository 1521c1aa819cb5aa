//! What every answer is wrapped in. What there is nothing of is left out.

use std::process::ExitCode;
use std::time::Instant;

use mneme_wire::Fault;
use serde::Serialize;
use serde_json::Value;

use crate::output;

#[derive(Debug, Default, Serialize)]
pub struct Envelope {
    pub status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub query: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Meta {
    pub retrieval_ms: u64,
    pub tokens_estimated: usize,
    pub confidence: f32,
}

/// An answer for scripts, and the same for people.
pub struct Told {
    pub envelope: Envelope,
    pub text: String,
}

// === impl Meta ===

impl Meta {
    /// A token is about four characters.
    pub fn of<'a>(begun: Instant, texts: impl Iterator<Item = &'a str>, confidence: f32) -> Self {
        let chars: usize = texts.map(|text| text.chars().count()).sum();
        Self {
            retrieval_ms: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
            tokens_estimated: chars.div_ceil(4),
            confidence,
        }
    }
}

// === impl Envelope ===

impl Envelope {
    pub fn ok(query: Option<String>, results: Value, meta: Meta) -> Self {
        Self {
            status: "ok",
            query,
            results: Some(results),
            meta: Some(meta),
            ..Self::default()
        }
    }

    /// Prints an error where scripts look for the answer.
    pub fn refuse(fault: &Fault) -> ExitCode {
        let error = match fault.hint.is_empty() {
            true => fault.error.clone(),
            false => format!("{} ({})", fault.error, fault.hint),
        };
        output::json(&Self {
            status: "error",
            error: Some(error),
            ..Self::default()
        });
        ExitCode::FAILURE
    }
}
