//! What a recorder says unasked, to whoever watches a session.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Notice {
    /// A file of the recording has grown or changed.
    FileWritten {
        session_id: String,
        relative_path: String,
        abs_path: String,
    },
    SessionStarted {
        session_id: String,
    },
    SessionComplete {
        session_id: String,
        total_steps: u32,
    },
    SessionDisconnected {
        session_id: String,
        reason: String,
    },
    SessionFailed {
        session_id: String,
        reason: String,
    },
    ReasoningDegradedEvent {
        session_id: String,
        step_range_start: u32,
    },
}

// === impl Notice ===

impl Notice {
    pub fn session_id(&self) -> &str {
        match self {
            Notice::FileWritten { session_id, .. }
            | Notice::SessionStarted { session_id }
            | Notice::SessionComplete { session_id, .. }
            | Notice::SessionDisconnected { session_id, .. }
            | Notice::SessionFailed { session_id, .. }
            | Notice::ReasoningDegradedEvent { session_id, .. } => session_id,
        }
    }
}
