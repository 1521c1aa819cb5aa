//! How alike two memories are.

mod said;

use std::collections::HashSet;

pub use said::{Said, is_mark};

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

/// Whether the newer of two takes the older one's place: nearly the same words, and nothing among
/// them that makes it another fact.
pub fn takes_the_place(newer: &str, older: &str) -> bool {
    let (a, b) = (Said::read(newer), Said::read(older));
    similarity(newer, older) > SAME && a.is_of_the_same(&b) && !a.is_of_another(&b)
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

    #[test]
    fn what_differs_in_who_where_or_whether_is_another_fact() {
        let restated = [
            (
                "The market opens every morning near harbour gate seven",
                "The market opens every morning near harbour gate eight",
            ),
            (
                "Prefer small commits with a message in plain words",
                "Prefer small commits with a message in clear words",
            ),
        ];
        for (old, new) in restated {
            assert!(takes_the_place(new, old), "{new}");
        }
        let two = [
            (
                "User alice has admin access to the billing dashboard",
                "User bob has admin access to the billing dashboard",
            ),
            (
                "alice has admin access to the billing dashboard now",
                "bob has admin access to the billing dashboard now",
            ),
            (
                "Invoice 1001 was paid by bank transfer last week",
                "Invoice 1002 was paid by bank transfer last week",
            ),
            (
                "Do deploy the billing service on fridays after lunch",
                "Do not deploy the billing service on fridays after lunch",
            ),
            (
                "The staging database password rotates every 30 days",
                "The production database password rotates every 90 days",
            ),
            (
                "Connect to db-staging-01 for every integration test run",
                "Connect to db-staging-02 for every integration test run",
            ),
        ];
        for (old, new) in two {
            assert!(similarity(old, new) > 0.6, "near: {new}");
            assert!(!takes_the_place(new, old), "{new}");
        }
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
