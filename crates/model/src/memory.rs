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

/// Where a memory stands. Only `Active` exists until something can contest it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemoryStatus {
    #[default]
    Active,
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
        }
    }
}
