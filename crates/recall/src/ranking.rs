//! Which order answers come in. Each ranking owns its weights and its gate, and says its name
//! in every explanation.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ranking {
    /// Ours: one calibrated score of words, meaning, people and time.
    #[default]
    Mneme,
    /// The four channels of the memoryOSS contract.
    Memoryoss,
    /// By words alone: what the others are measured against.
    Words,
    /// By meaning alone, likewise.
    Vectors,
    /// The notebook's: a list by words and one by meaning, joined by their ranks.
    Notebook,
}

// === impl Ranking ===

impl Ranking {
    pub const ALL: [Ranking; 5] = [
        Ranking::Mneme,
        Ranking::Memoryoss,
        Ranking::Words,
        Ranking::Vectors,
        Ranking::Notebook,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Ranking::Mneme => "mneme",
            Ranking::Memoryoss => "memoryoss",
            Ranking::Words => "words",
            Ranking::Vectors => "vectors",
            Ranking::Notebook => "notebook",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ranking| ranking.name() == name)
    }
}
