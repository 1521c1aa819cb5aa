//! What the actuation peer says it did: one event of its stream.

use serde::{Deserialize, Serialize};

/// One event of the stream, with the keys it has in the files and on the wire. Readers take
/// either spelling of a key, ignore what they do not know, and fill in what is missing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Command {
    /// The peer's own connection, not our session.
    #[serde(alias = "sessionId")]
    pub session_id: String,
    #[serde(alias = "agentId")]
    pub agent_id: String,
    /// Empty until an agent has registered with the peer.
    #[serde(alias = "agentVersion")]
    pub agent_version: String,
    #[serde(alias = "osType")]
    pub os_type: String,
    /// UTC with milliseconds, stamped when the agent's answer came back.
    pub timestamp: String,
    #[serde(alias = "rawCommand")]
    pub raw_command: String,
    #[serde(alias = "actionType")]
    pub action_type: String,
    #[serde(alias = "actionSubtype")]
    pub action_subtype: String,
    #[serde(alias = "isHereCommand")]
    pub is_here_command: bool,
    pub success: bool,
    #[serde(alias = "errorMessage")]
    pub error_message: String,
    #[serde(alias = "executionTimeMs")]
    pub execution_time_ms: i32,
    #[serde(alias = "mouseX")]
    pub mouse_x: i32,
    #[serde(alias = "mouseY")]
    pub mouse_y: i32,
    #[serde(alias = "positionCaptured")]
    pub position_captured: bool,
    #[serde(alias = "isHeartbeat")]
    pub is_heartbeat: bool,
    #[serde(alias = "agentAlive")]
    pub agent_alive: bool,
}

/// What sort of action it was, as far as recording cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Mouse,
    Press,
    Type,
    /// A keyboard action that is neither.
    Keyboard,
    /// Where the pointer is: never a step.
    Position,
    Other,
}

/// The operating system the agent reports; what is none of the three is treated as Linux is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Os {
    Linux,
    Macos,
    Windows,
}

// === impl Command ===

impl Command {
    pub fn action(&self) -> Action {
        match (self.action_type.as_str(), self.action_subtype.as_str()) {
            ("mouse", _) => Action::Mouse,
            ("keyboard", "press") => Action::Press,
            ("keyboard", "type") => Action::Type,
            ("keyboard", _) => Action::Keyboard,
            ("position", _) => Action::Position,
            _ => Action::Other,
        }
    }

    pub fn os(&self) -> Os {
        Os::named(&self.os_type).unwrap_or(Os::Linux)
    }

    /// Where the pointer was, if the agent looked.
    pub fn pointer(&self) -> Option<(i32, i32)> {
        self.position_captured
            .then_some((self.mouse_x, self.mouse_y))
    }
}

// === impl Os ===

impl Os {
    pub fn named(name: &str) -> Option<Self> {
        [Os::Linux, Os::Macos, Os::Windows]
            .into_iter()
            .find(|os| os.name().eq_ignore_ascii_case(name))
    }

    pub fn name(self) -> &'static str {
        match self {
            Os::Linux => "LINUX",
            Os::Macos => "MACOS",
            Os::Windows => "WINDOWS",
        }
    }
}
