//! How alike two texts are by their words.

use std::collections::BTreeMap;

use crate::salience::plain;

/// The words of a text, each with how often it stands there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bag {
    words: BTreeMap<String, u32>,
    length: f64,
}

// === impl Bag ===

impl Bag {
    pub fn of(text: &str) -> Self {
        let mut words = BTreeMap::new();
        for word in plain(text).split_whitespace() {
            *words.entry(word.to_owned()).or_insert(0) += 1;
        }
        let squares = words.values().map(|n| f64::from(*n).powi(2));
        Self {
            length: squares.sum::<f64>().sqrt(),
            words,
        }
    }

    /// From 0, no word in common, to 1, the same words equally often.
    pub fn likeness(&self, other: &Self) -> f64 {
        let both = self.words.iter().filter_map(|(word, n)| {
            let there = other.words.get(word)?;
            Some(f64::from(*n) * f64::from(*there))
        });
        let product: f64 = both.sum();
        match self.length * other.length {
            0.0 => 0.0,
            lengths => product / lengths,
        }
    }
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
