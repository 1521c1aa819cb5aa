//! What a segment or a period was about, told without a model.

pub mod anchor;
mod bare;
mod clean;
mod cues;
mod excerpt;
mod keywords;
mod lexicon;
mod lines;
mod phrases;
mod pick;
mod reading;
mod rollup;
mod score;
mod sentences;
mod shape;
mod stop;
mod summary;
mod title;
mod turns;
mod weights;
mod words;

pub use cues::is_interjection;
pub use excerpt::excerpt;
pub use rollup::{Child, Merged, Rollup, of_children};
pub use sentences::sentences;
pub use stop::telling;
pub use turns::of_turns;

use mneme_model::Kind;
use serde::{Deserialize, Serialize};

use crate::segment::Turn;

/// A title, what it was about in free words, its key sentences and its key words.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Digest {
    pub title: String,
    pub summary: String,
    pub bullets: Vec<Bullet>,
    /// The weightiest first.
    pub keywords: Vec<Keyword>,
}

/// One key sentence, word for word, unless it had to be cut.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bullet {
    pub text: String,
    /// Where it stands; nothing if the turn is too short to be quoted.
    pub source: Option<Source>,
}

/// Bytes of one turn's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// Place of the turn in the list that was summarised.
    pub turn: usize,
    pub start: usize,
    pub end: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Keyword {
    pub word: String,
    pub weight: f32,
}

/// Shorter texts say too little to be quoted.
pub const MIN_ANCHOR_CHARS: usize = 20;
/// A syllable or a word in one character says as much as so many letters.
const DENSE_CHARS: usize = 3;

/// Whether a turn only says that a session began or ended: nobody said that, and no digest tells
/// it. What somebody wrote at such a moment is content as elsewhere.
pub fn is_bookkeeping(turn: &Turn<'_>) -> bool {
    matches!(turn.kind, Kind::SessionStart | Kind::SessionEnd) && !is_quotable(turn.text)
}

/// Whether a text says enough to be quoted.
fn is_quotable(text: &str) -> bool {
    let worth = |c: char| if clean::is_dense(c) { DENSE_CHARS } else { 1 };
    let head = text.chars().take(MIN_ANCHOR_CHARS);
    head.map(worth).sum::<usize>() >= MIN_ANCHOR_CHARS
}

#[cfg(test)]
mod tests;
