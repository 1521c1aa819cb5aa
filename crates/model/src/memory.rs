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

/// Where a memory stands. Numbers are written to disk. What leads from one to another is a table
/// of the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemoryStatus {
    #[default]
    Active = 1,
    /// Another memory took its place: it answers only what was believed before.
    Superseded = 2,
    /// Something speaks against it; it is found, and doubted.
    Contested = 3,
    /// Nobody has confirmed it yet; it is found, behind what somebody has.
    Candidate = 4,
    /// Nobody had a use for it for long; it is found, and counts less.
    Stale = 5,
    /// Put away: kept, and not found any more.
    Archived = 6,
    /// Somebody said that it is wrong; it is found, and doubted.
    Rejected = 7,
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
    pub const ALL: [MemoryStatus; 7] = [
        MemoryStatus::Candidate,
        MemoryStatus::Active,
        MemoryStatus::Contested,
        MemoryStatus::Rejected,
        MemoryStatus::Stale,
        MemoryStatus::Superseded,
        MemoryStatus::Archived,
    ];

    /// As the published API tells it, which has four words; whether it was put away is told
    /// beside it.
    pub fn name(self) -> &'static str {
        match self {
            MemoryStatus::Active => "active",
            MemoryStatus::Candidate => "candidate",
            MemoryStatus::Contested | MemoryStatus::Rejected => "contested",
            MemoryStatus::Stale | MemoryStatus::Superseded | MemoryStatus::Archived => "stale",
        }
    }

    /// The whole truth, in a word of its own.
    pub fn state(self) -> &'static str {
        match self {
            MemoryStatus::Superseded => "superseded",
            MemoryStatus::Archived => "archived",
            MemoryStatus::Rejected => "rejected",
            other => other.name(),
        }
    }

    /// The status of a word of its own.
    pub fn stated(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.state() == word)
    }

    pub fn from_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|status| *status as i64 == code)
    }

    /// What is told beside its words, so that nobody takes them for plainly believed. That it is not
    /// found any more is told in other ways.
    pub fn unsure(self) -> Option<Self> {
        Some(self).filter(|status| status.is_found() && *status != MemoryStatus::Active)
    }

    /// Whether its words answer questions about now.
    pub fn is_found(self) -> bool {
        !matches!(self, MemoryStatus::Superseded | MemoryStatus::Archived)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_has_a_number_and_a_word_of_its_own() {
        for status in MemoryStatus::ALL {
            assert_eq!(MemoryStatus::from_code(status as i64), Some(status));
            assert_eq!(MemoryStatus::stated(status.state()), Some(status));
        }
        assert_eq!(MemoryStatus::Superseded as i64, 2, "written to disk");
        assert_eq!(MemoryStatus::from_code(0), None);
    }

    #[test]
    fn what_is_found_and_not_plainly_believed_is_told_beside_its_words() {
        let told: Vec<_> = MemoryStatus::ALL
            .into_iter()
            .filter_map(MemoryStatus::unsure)
            .map(MemoryStatus::state)
            .collect();
        assert_eq!(told, ["candidate", "contested", "rejected", "stale"]);
    }
}
