//! How alike two texts are by their words.

use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::salience::plain;

/// The words of a text, each with how often it stands there, in one order for all texts. Words are
/// kept as numbers: many texts are compared with each other for one question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bag {
    words: Vec<(u64, u32)>,
    length: f64,
}

// === impl Bag ===

impl Bag {
    pub fn of(text: &str) -> Self {
        let mut all: Vec<u64> = plain(text).split_whitespace().map(number).collect();
        all.sort_unstable();
        let same = all.chunk_by(|a, b| a == b);
        let words: Vec<(u64, u32)> = same.map(|same| (same[0], same.len() as u32)).collect();
        let squares = words.iter().map(|(_, n)| f64::from(*n).powi(2));
        Self {
            length: squares.sum::<f64>().sqrt(),
            words,
        }
    }

    /// From 0, no word in common, to 1, the same words equally often.
    pub fn likeness(&self, other: &Self) -> f64 {
        match self.length * other.length {
            0.0 => 0.0,
            lengths => self.product(other) / lengths,
        }
    }

    fn product(&self, other: &Self) -> f64 {
        let (mut ours, mut theirs) = (self.words.as_slice(), other.words.as_slice());
        let mut product = 0.0;
        while let ([(word, n), rest @ ..], [(there, m), others @ ..]) = (ours, theirs) {
            let order = word.cmp(there);
            if order == Ordering::Equal {
                product += f64::from(*n) * f64::from(*m);
            }
            ours = if order.is_le() { rest } else { ours };
            theirs = if order.is_ge() { others } else { theirs };
        }
        product
    }
}

fn number(word: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    word.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_words_are_alike_and_others_are_not() {
        let like = |a: &str, b: &str| Bag::of(a).likeness(&Bag::of(b));
        assert!((like("The port is 8000.", "the PORT is 8000") - 1.0).abs() < 1e-9);
        assert!((like("The port is 8000", "The port is 9000") - 0.75).abs() < 1e-9);
        assert_eq!(like("apples", "pears"), 0.0);
        assert_eq!(like("", ""), 0.0);
    }
}
