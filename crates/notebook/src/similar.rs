//! How alike two memories are.

use std::collections::HashSet;

/// More alike than this, the newer one takes the older one's place.
pub const SAME: f64 = 0.7;
/// Shorter words say nothing.
const TELLING: usize = 3;

/// The share of words two texts have in common, from 0 to 1 (Jaccard).
pub fn similarity(a: &str, b: &str) -> f64 {
    let (a, b) = (words(a), words(b));
    let both = a.intersection(&b).count();
    let all = a.len() + b.len() - both;
    match all {
        0 => 0.0,
        _ => both as f64 / all as f64,
    }
}

fn words(text: &str) -> HashSet<String> {
    let words = text.split_whitespace().map(str::to_lowercase);
    words
        .filter(|word| word.chars().count() >= TELLING)
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn exactly_seven_in_ten_is_not_the_same() {
        let seven = "one1 two2 three four five5 six66 seven";
        let ten = "one1 two2 three four five5 six66 seven eight nine9 ten10";
        assert_eq!(similarity(seven, ten), 0.7);
        assert!(similarity(seven, ten) <= SAME);
        let eight = "one1 two2 three four five5 six66 seven eight";
        assert!(similarity(eight, ten) > SAME);
    }

    #[test]
    fn short_words_and_case_do_not_count() {
        assert_eq!(similarity("The API is an OK thing", "the api thing"), 1.0);
        assert_eq!(similarity("a b c", "a b c"), 0.0, "nothing telling");
    }

    proptest! {
        #[test]
        fn it_is_the_same_both_ways_and_never_beyond_one(a: String, b: String) {
            let there = similarity(&a, &b);
            prop_assert!((0.0..=1.0).contains(&there));
            prop_assert_eq!(there, similarity(&b, &a));
        }
    }
}
