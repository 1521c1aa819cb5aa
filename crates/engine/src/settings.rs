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

/// On whose initiative something is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initiative {
    /// Somebody says it, on purpose.
    Caller,
    /// A machine brings it (an import, a replay): it is no further evidence, and what was
    /// forgotten stays forgotten.
    Machine,
}

#[derive(Clone, Debug)]
pub struct Settings {
    pub limits: Limits,
    pub on_duplicate: OnDuplicate,
    /// From which likeness on, 0 to 1, other words for the same are a repetition too, where
    /// repetitions are refused.
    pub alike_from: Option<f64>,
    pub access: mneme_access::Settings,
    pub index: mneme_index::Settings,
    /// The order answers come in unless a question names another.
    pub ranking: Ranking,
    /// Whether a question that names something is answered by what is written first, in the
    /// published ranking.
    pub identifiers_first: bool,
    /// The kinds a question means that names none; empty means all.
    pub default_kinds: Vec<String>,
    /// How long after forgetting its traces in old files are taken away.
    pub purge_ms: u64,
    /// How long whoever wants a receipt is kept waiting for that.
    pub purge_wait_ms: u64,
    /// How long a data key that was replaced is kept at least, in seconds.
    pub key_grace_secs: u64,
    /// How long whoever revokes one is kept waiting until nothing needs it.
    pub key_wait_ms: u64,
    /// What is trusted less than this is told to be.
    pub trust_threshold: f64,
    /// How many answers are kept for whoever asks the same again.
    pub answers: crate::asked::AnswerSettings,
    /// When memories nobody has a use for are put away.
    pub decay: crate::memories::DecaySettings,
    /// By which rules memories are put before a model, where a request brings none.
    pub brief: crate::brief::Rules,
    /// Namespaces that somebody without a key of the store acts in: whoever comes through a door, or
    /// has a mapping. No space can have their names, whether or not anything was written there.
    pub spoken_for: Vec<String>,
    /// What may be opened to other namespaces.
    pub sharing: crate::sharing::SharingSettings,
    /// Whether whoever may write may also say that what a machine learnt is right; otherwise whoever
    /// administers the namespace does.
    pub writers_confirm: bool,
    /// When memories that say the same are made one.
    pub merge: crate::memories::MergeSettings,
    /// How the table of contents is made.
    pub timeline: crate::timeline::Settings,
    /// A model elsewhere that splits questions to a large namespace.
    pub parts: Option<crate::parts::PartsSettings>,
    /// A model elsewhere that reads what is kept, in place of one that is here.
    pub embed: Option<mneme_providers::embed::Settings>,
    /// How much room pictures of observations may take.
    pub image_bytes: u64,
    /// What the notebook does with what it holds.
    pub notebook: crate::notebook::Settings,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            on_duplicate: OnDuplicate::default(),
            alike_from: None,
            access: mneme_access::Settings::default(),
            index: mneme_index::Settings::default(),
            ranking: Ranking::default(),
            identifiers_first: true,
            default_kinds: Vec::new(),
            purge_ms: 5_000,
            purge_wait_ms: 60_000,
            key_grace_secs: 86_400,
            key_wait_ms: 60_000,
            trust_threshold: 0.3,
            answers: crate::asked::AnswerSettings::default(),
            decay: crate::memories::DecaySettings::default(),
            brief: crate::brief::Rules::default(),
            spoken_for: vec![String::from("default")],
            sharing: crate::sharing::SharingSettings::default(),
            writers_confirm: false,
            merge: crate::memories::MergeSettings::default(),
            timeline: crate::timeline::Settings::default(),
            parts: None,
            embed: None,
            image_bytes: 500 * 1024 * 1024,
            notebook: crate::notebook::Settings::default(),
        }
    }
}
