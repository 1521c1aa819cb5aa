//! How alike two memories are.

use std::collections::HashSet;

use mneme_model::text::essence;

pub use mneme_model::similar::{Said, is_mark};

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

/// How like the older of two the newer one is, if it takes its place: nearly the same words, and
/// nothing among them that makes it another fact. The same text does however short it is.
pub fn takes_the_place(newer: &str, older: &str) -> Option<f64> {
    if is_the_same(newer, older) {
        return Some(1.0);
    }
    let (a, b) = (Said::read(newer), Said::read(older));
    let like = similarity(newer, older);
    let same = a.is_of_the_same(&b) && a.tells_anew(&b) && !a.is_of_another(&b);
    (like > SAME && same).then_some(like)
}

/// Whether two share enough words for one to take the other's place, whatever else they say; those
/// that have none that count may.
pub fn is_alike(one: &str, other: &str) -> bool {
    similarity(one, other) > SAME || words(one).is_empty()
}

/// Whether two say the same, so that one of them will do: unlike a newer version, neither may have
/// a word the other puts another one for.
pub fn say_the_same(one: &str, other: &str) -> bool {
    let alike = || takes_the_place(one, other).is_some();
    let exactly = essence(one) == essence(other) && !one.trim().is_empty();
    exactly || alike() && Said::read(one).says_the_same(&Said::read(other))
}

/// But for case, and for how it was handed over.
fn is_the_same(one: &str, other: &str) -> bool {
    let (one, other) = (essence(one).to_lowercase(), essence(other).to_lowercase());
    one == other && !one.trim().is_empty()
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
            assert!(takes_the_place(new, old).is_some(), "{new}");
            assert!(!say_the_same(new, old), "a word was exchanged: {new}");
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
            assert_eq!(takes_the_place(new, old), None, "{new}");
        }
    }

    #[test]
    fn the_same_text_takes_its_place_however_short() {
        for text in ["東京", "go", "C++", "a b c"] {
            assert_eq!(takes_the_place(text, &format!(" {text}\r\n")), Some(1.0));
            assert!(say_the_same(text, text), "{text}");
        }
        assert_eq!(
            takes_the_place("Go", "go"),
            Some(1.0),
            "as with longer ones"
        );
        for (one, other) in [("go", "do"), ("C++", "C#"), ("東京", "大阪"), ("", " ")] {
            assert_eq!(takes_the_place(one, other), None, "{one}");
        }
    }

    #[test]
    fn decisions_about_three_services_are_three() {
        let deploy =
            |what: &str| format!("Deploy the {what} service with a rolling restart at night");
        for (one, other) in [("auth", "cart"), ("cart", "mail"), ("mail", "auth")] {
            let (one, other) = (deploy(one), deploy(other));
            assert!(!say_the_same(&one, &other), "{one}");
            assert_eq!(takes_the_place(&one, &other), None, "{one}");
        }
        assert!(say_the_same(&deploy("auth"), &deploy("AUTH")));
    }

    #[test]
    fn a_value_in_other_letters_is_not_the_same() {
        let branch = |name: &str| format!("We release every build from branch {name}");
        assert!(!say_the_same(&branch("main"), &branch("Main")));
        assert!(say_the_same("Go", "go"), "no value of anything");
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
