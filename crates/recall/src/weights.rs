//! Every weight of the ranking `mneme` in one place: how much each feature adds to the
//! log-odds that a record is evidence.
//!
//! Frozen on 2026-11-16. How: logistic regression over the hundred best candidates of each
//! question of the LoCoMo development conversations (categories 1 to 4), as printed by
//! `mneme bench locomo --features`; each conversation was scored by weights fitted on the
//! others (R@10 0.83), then all together gave these. Identifiers, recency and repetition do
//! not occur there: they were chosen by looking at what `mneme bench needles` missed.

/// Weights for questions asked with or without a model.
pub struct Weights {
    /// Where a record without any feature stands among [`CROWD`] others.
    pub base: f64,
    /// Share of the attainable score of words, neighbours included.
    pub window: f64,
    /// Share of the question's words (by rarity, names aside) that the record itself says.
    pub own: f64,
    /// Nearness in meaning.
    pub meaning: f64,
    /// Said by somebody the question names (one half), or by another (minus one half).
    pub speaker: f64,
    /// Share of its sentences that ask.
    pub asks: f64,
    /// How far it falls short of [`LONG_WORDS`].
    pub short: f64,
    /// Inside the time the question means (one half), or outside (minus one half).
    pub time: f64,
    /// What turns the sum into log-odds that hold among the first twenty: those are picked for
    /// a high sum, so the sum alone promises too much. Fitted last, on the scores themselves.
    pub slope: f64,
    pub shift: f64,
}

pub const WITH_MODEL: Weights = Weights {
    base: -8.65,
    window: 5.16,
    own: 0.51,
    meaning: 5.8,
    speaker: 3.32,
    asks: -2.0,
    short: -3.27,
    time: 2.73,
    slope: 0.8,
    shift: -0.4,
};

pub const WORDS_ONLY: Weights = Weights {
    base: -7.3,
    window: 5.93,
    own: 1.48,
    meaning: 0.0,
    speaker: 2.95,
    asks: -1.94,
    short: -3.32,
    time: 2.27,
    slope: 0.84,
    shift: -0.29,
};

/// The first words that match say more than the next: the window counts to this power.
pub const SECOND_WORDS: f64 = 0.7;

/// Records of a conversation the weights were fitted on. Among fewer, each is likelier to be
/// the one that is meant; among more, its words say more.
pub const CROWD: f64 = 550.0;

/// Share of the question's identifiers that the record has whole. Each of several that have
/// one is so much less likely to be the one that is meant, down to a share of
/// [`COMMON_NAME`].
pub const IDENTIFIERS: f64 = 4.0;
pub const COMMON_NAME: f64 = 0.25;
/// How new it is, where the question asks for that.
pub const NEWEST: f64 = 1.2;
/// A memory somebody keeps at hand stands before its equal, not before a better answer.
pub const PINNED: f64 = 0.4;
/// How much a record loses that says what better ones said already, for each share of its
/// words beyond [`ALIKE`].
pub const REPEATS: f64 = 3.2;

/// A text this long, in words, is not short.
pub const LONG_WORDS: f64 = 40.0;
/// How short a memory counts as, whatever its length.
pub const MEMORY_SHORT: f64 = 0.1;
/// Age at which a record is half as new.
pub const HALF_NEW_DAYS: f64 = 30.0;
/// Texts about the same thing share this much of their words anyway.
pub const ALIKE: f64 = 0.35;

/// Nearness a record is taken to have while its vector is not made yet: as words go, so does
/// meaning.
pub const GUESSED_MEANING: (f64, f64) = (0.15, 0.6);

/// What shares no word with the question must be this near to count as found.
pub const NEAR: f32 = 0.20;
/// The same for a word nobody says whole, in the notebook's ranking: half a word is as near as 0.39 to
/// texts of a few letters that have nothing to do with it.
pub const MEANT: f64 = 0.5;

/// Candidates that are loaded and ranked for a page. Half as many find as much (R@10 0.833 with
/// them, 0.827 with these, on five conversations of LoCoMo), but no fewer than the longest page has:
/// a short one must be the beginning of a long one.
pub const RANKED: usize = 120;
/// The same for a page that none follows.
pub const RANKED_ONCE: usize = 60;
/// Hits by words that are looked at before the best are loaded.
pub const BY_WORDS: usize = 300;
/// Hits by meaning, likewise.
pub const BY_MEANING: usize = 100;
/// How often the index is asked again where what is gone took the room of others, and how many times
/// the room it gets each time: 19,200 hits by words in the end.
pub const ASKED_AGAIN: usize = 3;
pub const MORE_ROOM: usize = 4;
/// So many are loaded at least in place of others that are gone.
pub const LOADED: usize = 16;

/// How much a line's length counts against it in a budget: 0 not at all, 1 in proportion.
/// Measured between 0 and 1 in steps of a quarter: the middle keeps the most evidence.
pub const THRIFT: f64 = 0.6;
/// A record less likely than this is not worth a line; context around better ones is.
pub const WORTH_A_LINE: f64 = 0.0165;
/// Records a budget chooses from.
pub const PACKED: usize = 100;

/// What a word counts, in the notebook's ranking, that stands for one of the question's, and one
/// that only begins like it.
pub const SYNONYM: f32 = 0.7;
pub const BEGINNING: f32 = 0.5;
