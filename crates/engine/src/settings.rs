//! What the engine can be told.

use mneme_model::limits::Limits;
use mneme_recall::Ranking;

/// What storing the same words again means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnDuplicate {
    /// One more evidence for the memory that is there.
    #[default]
    AddEvidence,
    /// The memory that is there is named, and nothing is written.
    Ignore,
    /// A refusal that names the memory that is there.
    Refuse,
}

#[derive(Clone, Debug, Default)]
pub struct Settings {
    pub limits: Limits,
    pub on_duplicate: OnDuplicate,
    pub access: mneme_access::Settings,
    pub index: mneme_index::Settings,
    /// The order answers come in unless a question names another.
    pub ranking: Ranking,
}
