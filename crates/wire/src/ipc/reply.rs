//! What a recorder answers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Trouble;

/// The answer to one request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Reply {
    Pong {
        version: String,
    },
    SessionRegistered {
        session_id: String,
    },
    SessionStatus {
        session: BTreeMap<String, String>,
    },
    SessionList {
        /// The newest first, each as in `session_status`.
        sessions: Vec<BTreeMap<String, String>>,
        /// How many there are in each state, whatever the request chose.
        counts: BTreeMap<String, u64>,
    },
    WatchStarted {
        session_id: String,
        memory_path: String,
        model_provider: String,
        model_endpoint: String,
        model_api_key_ref: String,
        fallback_model_provider: String,
        fallback_model_endpoint: String,
        fallback_api_key_ref: String,
    },
    SessionComplete {
        session_id: String,
        total_steps: u32,
    },
    SessionLoaded {
        session_id: String,
        memory_path: String,
        was_interrupted: bool,
    },
    AnnotationProgressUpdated {
        session_id: String,
        annotated: u32,
        skipped: u32,
    },
    AnnotationClosed {
        session_id: String,
    },
    AnnotationCompleted {
        session_id: String,
    },
    MemoryFinalized {
        session_id: String,
    },
    MemoryCompileReady {
        session_id: String,
        memory_path: String,
    },
    ReasoningDegradedEvent {
        session_id: String,
        step_range_start: u32,
    },
    CircuitResetAck {
        session_id: String,
    },
    SessionDeleted {
        session_id: String,
        memory_name: String,
        redis_removed: bool,
        storage_objects_removed: u64,
        local_dir_removed: bool,
    },
    Error(Refusal),
}

/// Why a request was not carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message} ({code})")]
pub struct Refusal {
    pub code: String,
    pub message: String,
}

// === impl Refusal ===

impl Refusal {
    pub fn new(trouble: Trouble, message: impl Into<String>) -> Self {
        Self {
            code: trouble.code().to_owned(),
            message: message.into(),
        }
    }
}
