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
    /// Somebody said that it is wrong; it is found, and doubted.
    Contested = 3,
}

/// What somebody says of a memory that was put to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Confirm,
    Reject,
    Supersede,
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
            MemoryStatus::Contested => "contested",
        }
    }

    pub fn from_code(code: i64) -> Option<Self> {
        let all = [
            MemoryStatus::Active,
            MemoryStatus::Stale,
            MemoryStatus::Contested,
        ];
        all.into_iter().find(|status| *status as i64 == code)
    }
}

// === impl Verdict ===

impl Verdict {
    pub const ALL: [Verdict; 3] = [Verdict::Confirm, Verdict::Reject, Verdict::Supersede];

    pub fn name(self) -> &'static str {
        match self {
            Verdict::Confirm => "confirm",
            Verdict::Reject => "reject",
            Verdict::Supersede => "supersede",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verdict| verdict.name() == text)
    }
}
