//! What a recorder is asked.

use serde::{Deserialize, Serialize};

/// Everything a client may send. Keys nobody knows are ignored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Request {
    Ping,
    RegisterSession(Box<Register>),
    GetSessionStatus {
        session_id: String,
    },
    /// What recordings there are: how many in each state, and the newest of them.
    ListSessions {
        /// Only those in this state.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<String>,
        #[serde(default)]
        limit: u32,
    },
    StartWatch {
        session_id: String,
    },
    Done {
        session_id: String,
        /// Keeps what was recorded of a session that was lost.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        force: bool,
    },
    LoadSession {
        session_id: String,
    },
    UpdateAnnotationProgress {
        session_id: String,
        annotated: u32,
        skipped: u32,
    },
    CloseAnnotation {
        session_id: String,
    },
    CompleteAnnotation {
        session_id: String,
    },
    FinalizeMemory {
        session_id: String,
    },
    CompileMemory {
        session_id: String,
    },
    ReasoningDegraded {
        session_id: String,
        step_range_start: u32,
    },
    CircuitReset {
        session_id: String,
    },
    DeleteSession {
        session_id: String,
        #[serde(default)]
        force: bool,
    },
}

/// A recording somebody wants to make.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Register {
    pub mode: String,
    pub os_type: String,
    pub os_version: String,
    pub os_architecture: String,
    pub os_environment_id: String,
    pub capture_server_id: String,
    pub actuation_server_id: String,
    pub memory_name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning_model_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tenant_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_config: Option<SessionConfig>,
    #[serde(default)]
    pub capture_server_addr: String,
    #[serde(default)]
    pub the_eyes_addr: String,
    /// Where the actuation peer is. Clients that do not know this key put it into
    /// `capture_server_addr`, beside `the_eyes_addr`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actuation_server_addr: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region_tag: Option<String>,
}

/// Which model explains the steps, and which one when that one does not answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SessionConfig {
    pub model_provider: String,
    pub model_endpoint: String,
    /// Names a key, is never one.
    pub model_api_key_ref: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_window_steps: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallback_model_provider: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallback_model_endpoint: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallback_api_key_ref: Option<String>,
}

// === impl Request ===

impl Request {
    /// The type as it stands in the line.
    pub fn name(&self) -> &'static str {
        match self {
            Request::Ping => "ping",
            Request::RegisterSession(_) => "register_session",
            Request::GetSessionStatus { .. } => "get_session_status",
            Request::ListSessions { .. } => "list_sessions",
            Request::StartWatch { .. } => "start_watch",
            Request::Done { .. } => "done",
            Request::LoadSession { .. } => "load_session",
            Request::UpdateAnnotationProgress { .. } => "update_annotation_progress",
            Request::CloseAnnotation { .. } => "close_annotation",
            Request::CompleteAnnotation { .. } => "complete_annotation",
            Request::FinalizeMemory { .. } => "finalize_memory",
            Request::CompileMemory { .. } => "compile_memory",
            Request::ReasoningDegraded { .. } => "reasoning_degraded",
            Request::CircuitReset { .. } => "circuit_reset",
            Request::DeleteSession { .. } => "delete_session",
        }
    }
}
