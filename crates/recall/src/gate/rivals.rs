//! Names of a kind that stand for different things: what is so of production is not so of staging, and to a
//! model one's mother is near one's sister.

use std::collections::HashSet;

/// Kinds of such names; of each thing the words for it.
const KINDS: [&[&[&str]]; 2] = [
    &[
        &["production", "prod"],
        &["staging"],
        &["development", "dev"],
        &["qa"],
    ],
    &[
        &["mother", "mum", "mom", "mutter"],
        &["father", "dad", "vater"],
        &["sister", "schwester"],
        &["brother", "bruder"],
        &["wife"],
        &["husband"],
        &["daughter", "tochter"],
        &["son", "sohn"],
        &["aunt", "tante"],
        &["uncle", "onkel"],
        &["grandmother", "grandma", "granny", "oma"],
        &["grandfather", "grandpa", "opa"],
        &["niece"],
        &["nephew"],
        &["cousin"],
    ],
];

/// Whether a text is only about others of a kind than the one that is asked about.
pub fn is_of_another(asked: &str, told: &str) -> bool {
    let (asked, told) = (words(asked), words(told));
    KINDS.iter().any(|kind| {
        let meant = |words: &HashSet<String>| -> Vec<usize> {
            let says = |names: &&[&str]| names.iter().any(|name| words.contains(*name));
            let named = kind.iter().enumerate().filter(|(_, names)| says(names));
            named.map(|(at, _)| at).collect()
        };
        let (asked, told) = (meant(&asked), meant(&told));
        !asked.is_empty() && !told.is_empty() && asked.iter().all(|one| !told.contains(one))
    })
}

fn words(text: &str) -> HashSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_so_of_one_is_not_told_of_another() {
        let host = "The production database is on host db-prod-1.";
        let julia = "My sister Julia lives in Lyon.";
        for (asked, told, other) in [
            ("What is the staging database host?", host, true),
            ("Which host is the dev database on?", host, true),
            ("Where does my mother live?", julia, true),
            ("Where does Julia's daughter live?", julia, true),
            ("Which host is the prod database on?", host, false),
            ("Which host is the database on?", host, false),
            ("Where does my sister live?", julia, false),
            ("Is staging like production?", host, false),
            (
                "Which host is staging on?",
                "The database is on db-1.",
                false,
            ),
        ] {
            assert_eq!(is_of_another(asked, told), other, "{asked}");
        }
    }
}
