//! The order in which a text speaks of its things. Lena reports to Marta is not what Marta reports to
//! Lena says, though the words are the same.

use super::{is_turn, pieces};
use crate::stem::stem;
use crate::stop::is_stop_word;

/// Its words by their stems, without those that only hold others together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Order {
    words: Vec<String>,
    /// Something is done by somebody: then who does it stands behind.
    passive: bool,
}

/// One of these may stand for another, or for none, and nothing else is said. Not so `will` and
/// `must`, nor words for a place or a time.
const GLUE: [&str; 29] = [
    "a", "all", "an", "and", "are", "be", "been", "being", "did", "do", "does", "each", "every",
    "had", "has", "have", "is", "its", "just", "our", "please", "quite", "really", "that", "the",
    "their", "this", "very", "was",
];
/// These say nothing, and where they stand says something: who never does it, from where, to where.
const PLACED: [&str; 16] = [
    "from", "he", "her", "him", "i", "into", "me", "out", "she", "than", "them", "they", "to",
    "us", "we", "you",
];
const AGENT: &str = "by";
/// So many words may stand behind what is exchanged, and it still is what a text ends with: in plain
/// words, in clear words.
const BEHIND: usize = 1;

// === impl Order ===

impl Order {
    /// The next word, in small letters.
    pub fn add(&mut self, form: &str) {
        self.passive |= form == AGENT;
        if form == AGENT || GLUE.contains(&form) {
            return;
        }
        if is_turn(form) || form.starts_with('-') {
            self.words.push(form.to_owned());
            return;
        }
        let words = pieces(form).map(|word| stem(word).to_owned());
        self.words.extend(words);
    }

    /// A name, or a sign, as it is: it never is a word that only holds others together.
    pub fn add_name(&mut self, name: String) {
        self.words.push(name);
    }

    /// Whether what both speak of stands in the same order in both; where one says who does it and
    /// the other by whom it is done, in another.
    pub fn agrees(&self, other: &Order) -> bool {
        let (own, others) = (self.shared(other), other.shared(self));
        (own == others) == (self.passive == other.passive) || own.len() < 2
    }

    /// Its telling words that the other has, too, each where it stands first.
    fn shared<'a>(&'a self, other: &Order) -> Vec<&'a String> {
        let mut shared = Vec::new();
        for word in self.words.iter().filter(|word| is_placed(word)) {
            if other.words.contains(word) && !shared.contains(&word) {
                shared.push(word);
            }
        }
        shared
    }

    /// Whether the one says more than the other, or both go on differently from where they part;
    /// and by then they have said what they are about.
    pub fn continues(&self, other: &Order) -> bool {
        self.has_all_of(other) || other.has_all_of(self) || self.passive != other.passive || {
            let pairs = self.words.iter().zip(&other.words);
            let same = pairs.take_while(|(a, b)| a == b).count();
            let (begun, rest) = self.words.split_at(same);
            let other = &other.words[same..];
            let again = rest
                .iter()
                .filter(|word| tells(word) && other.contains(word));
            begun.iter().any(|word| tells(word)) && again.count() <= BEHIND
        }
    }

    /// Whether the words of the other stand in it, in their order.
    fn has_all_of(&self, other: &Order) -> bool {
        let mut own = self.words.iter();
        other.words.iter().all(|word| own.any(|own| own == word))
    }
}

fn tells(word: &str) -> bool {
    is_turn(word) || !is_stop_word(word)
}

fn is_placed(word: &str) -> bool {
    tells(word) || PLACED.contains(&word)
}
