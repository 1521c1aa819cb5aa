//! What a sentence says, as it is held against another: yes or no, and of what.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use mneme_index::words::each_word;
use mneme_store::seal::NamespaceKey;

use super::frame::frame;
use super::lexicon::{is_function_word, is_negator, stands_for};

/// A text with this many words that say something, and no more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assertion {
    /// It says no: it has a word that does, or a form of the contrary, and not both.
    pub negative: bool,
    /// What it is about, each word once and by its stem.
    pub words: BTreeSet<String>,
    /// Numbers, paths and other identifiers, as they stand between spaces.
    marks: BTreeSet<String>,
    /// All of it but what denies, where it has no more than two words; none where that is not enough.
    frame: Option<Vec<String>>,
}

/// With fewer words nothing is told apart from anything.
const FEWEST: usize = 2;
/// So few say the same only if all around them does, too.
const FEW: usize = 2;
/// A text with more is a document: what it says no to is not all of it.
const MOST: usize = 64;

/// Whether two that have so many words may be about the same, having so many in common: more than two
/// and three fifths of all, or two where neither has another.
pub fn is_about_the_same(shared: usize, own: usize, other: usize) -> bool {
    let all = own + other - shared;
    shared > FEW && 5 * shared >= 3 * all || shared == FEW && all == FEW
}

/// How many of its words, in their one order, a text of so many is found by. Two that are about the
/// same share three fifths of each, so of all but two fifths of either there is one in the other;
/// and the first they share is among the first of both.
pub fn prefix(words: usize) -> usize {
    words - (3 * words).div_ceil(5) + 1
}

// === impl Assertion ===

impl Assertion {
    /// None where too little is said, or too much.
    pub fn read(text: &str) -> Option<Self> {
        let mut said = Self::default();
        let (mut denied, mut before, mut words) = (false, String::new(), Vec::new());
        for run in text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’')) {
            let word = run.trim_matches(['\'', '’']).replace('’', "'");
            let word = word.to_lowercase();
            if word.is_empty() {
                continue;
            }
            denied |= is_negator(&word);
            said.add(&word, &before);
            if said.words.len() > MOST {
                return None;
            }
            before.clone_from(&word);
            words.push(word);
        }
        said.negative ^= denied;
        said.marks = marks(text);
        if said.words.len() == FEW {
            said.frame = frame(text, &words);
        }
        Some(said).filter(|said| said.words.len() >= FEWEST)
    }

    fn add(&mut self, word: &str, before: &str) {
        let word = match (before, word) {
            ("read", "only") => {
                self.words.remove("read");
                "readonly"
            }
            _ => word,
        };
        let word = match stands_for(word) {
            Some((stands_for, contrary)) => {
                self.negative ^= contrary;
                stands_for
            }
            None if is_negator(word) || is_function_word(word) => "",
            None => word,
        };
        each_word(word, |stem| {
            self.words.insert(stem.to_owned());
        });
    }

    /// Whether two say the contrary of the same. Two that each name a thing the other does not, or
    /// have a word the other has not, speak of different things, however alike.
    pub fn contradicts(&self, other: &Assertion) -> bool {
        let shared = self.words.intersection(&other.words).count();
        self.negative != other.negative
            && shared == self.words.len().min(other.words.len())
            && is_about_the_same(shared, self.words.len(), other.words.len())
            && (self.marks.is_subset(&other.marks) || other.marks.is_subset(&self.marks))
            && (shared > FEW || self.frame.is_some() && self.frame == other.frame)
    }

    /// Its words in the one order of all words, those first that few have: with a digit, then
    /// longer ones.
    fn ordered(&self) -> Vec<&String> {
        let mut words: Vec<&String> = self.words.iter().collect();
        words.sort_by_key(|word| {
            let digit = word.bytes().any(|byte| byte.is_ascii_digit());
            (!digit, Reverse(word.len()), *word)
        });
        words
    }

    /// The same under a namespace's key.
    pub fn keyed(&self, key: &NamespaceKey) -> Vec<u64> {
        let key = key.current();
        let words = self.ordered().into_iter();
        words.map(|word| key.word(word)).collect()
    }
}

fn marks(text: &str) -> BTreeSet<String> {
    let bare = text
        .split_whitespace()
        .map(|raw| raw.trim_matches(|c: char| !c.is_alphanumeric()));
    let marks = bare.filter(|word| is_identifier(word));
    marks.map(str::to_lowercase).collect()
}

/// However it is written: who shouts names nothing by that.
fn is_identifier(word: &str) -> bool {
    let inner = |c: char| "_/:.@#\\".contains(c);
    word.chars().any(char::is_numeric) || word.chars().any(inner)
}

#[cfg(test)]
mod tests;
