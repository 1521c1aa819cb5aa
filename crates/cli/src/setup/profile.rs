//! For whom it is set up.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Profile {
    /// Every agent that is found here
    #[default]
    Auto,
    Claude,
    Codex,
    Cursor,
    /// A workstation of a team: every agent that is found, and no variables in shells
    TeamNode,
}

/// An agent, in the order they are always told in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Client {
    Claude,
    Codex,
    Cursor,
}

pub const CLIENTS: [Client; 3] = [Client::Claude, Client::Codex, Client::Cursor];

// === impl Profile ===

impl Profile {
    /// As a settings file has it.
    pub fn key(self) -> &'static str {
        match self {
            Profile::Auto => "auto",
            Profile::Claude => "claude",
            Profile::Codex => "codex",
            Profile::Cursor => "cursor",
            Profile::TeamNode => "team_node",
        }
    }

    pub fn of_key(key: &str) -> Option<Self> {
        let mut all = Profile::value_variants().iter().copied();
        all.find(|profile| profile.key() == key)
    }

    /// The one agent it is for.
    pub fn client(self) -> Option<Client> {
        match self {
            Profile::Claude => Some(Client::Claude),
            Profile::Codex => Some(Client::Codex),
            Profile::Cursor => Some(Client::Cursor),
            Profile::Auto | Profile::TeamNode => None,
        }
    }
}

// === impl Client ===

impl Client {
    pub fn name(self) -> &'static str {
        match self {
            Client::Claude => "claude",
            Client::Codex => "codex",
            Client::Cursor => "cursor",
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            Client::Claude => "Claude Code",
            Client::Codex => "Codex",
            Client::Cursor => "Cursor",
        }
    }
}
