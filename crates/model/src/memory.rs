//! What is known: types and states of a memory.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemoryType {
    Episodic,
    #[default]
    Semantic,
    Procedural,
    Working,
}

/// Where a memory stands. Numbers are written to disk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemoryStatus {
    #[default]
    Active = 1,
    /// Another memory took its place.
    Stale = 2,
}

// === impl MemoryType ===

impl MemoryType {
    pub const ALL: [MemoryType; 4] = [
        MemoryType::Episodic,
        MemoryType::Semantic,
        MemoryType::Procedural,
        MemoryType::Working,
    ];

    pub fn name(self) -> &'static str {
        match self {
            MemoryType::Episodic => "episodic",
            MemoryType::Semantic => "semantic",
            MemoryType::Procedural => "procedural",
            MemoryType::Working => "working",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|t| t.name() == text)
    }
}

// === impl MemoryStatus ===

impl MemoryStatus {
    pub fn name(self) -> &'static str {
        match self {
            MemoryStatus::Active => "active",
            MemoryStatus::Stale => "stale",
        }
    }

    pub fn from_code(code: i64) -> Option<Self> {
        let all = [MemoryStatus::Active, MemoryStatus::Stale];
        all.into_iter().find(|status| *status as i64 == code)
    }
}
