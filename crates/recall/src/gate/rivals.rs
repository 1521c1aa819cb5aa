//! Names of a kind that stand for different things: what is so of production is not so of staging, and to a
//! model one's mother is near one's sister.

mod relatives;
mod stages;

use relatives::RELATIVES;
use stages::{COPIES, RUNS, STAGES};

/// Which of a kind a text names.
type Named = Vec<usize>;

/// Whether a text is only about others of a kind than the one that is asked about.
pub fn is_of_another(asked: &str, told: &str) -> bool {
    let (asked, told) = (words(asked), words(told));
    let apart = |kind: fn(&[String]) -> Named| are_apart(&kind(&asked), &kind(&told));
    let kinds: [fn(&[String]) -> Named; 3] = [
        |said| named(said, &STAGES),
        |said| named(said, &RELATIVES),
        copies,
    ];
    kinds.into_iter().any(apart)
}

/// Both name some, and none of them twice.
fn are_apart(asked: &Named, told: &Named) -> bool {
    !asked.is_empty() && !told.is_empty() && asked.iter().all(|one| !told.contains(one))
}

fn named(said: &[String], kind: &[&[&str]]) -> Named {
    let says = |names: &[&str]| said.iter().any(|word| names.contains(&word.as_str()));
    let named = kind.iter().enumerate().filter(|(_, names)| says(names));
    named.map(|(at, _)| at).collect()
}

/// "The restore database" is none of production's own; who only says production means that.
fn copies(said: &[String]) -> Named {
    let runs = |before: &[&str]| {
        let mut two = said.windows(2);
        two.any(|two| before.contains(&two[0].as_str()) && RUNS.contains(&two[1].as_str()))
    };
    let copies = COPIES.iter().enumerate().filter(|(_, name)| runs(&[name]));
    let mut copies: Named = copies.map(|(at, _)| at).collect();
    let own = STAGES.iter().any(|names| runs(names));
    if own || copies.is_empty() && !named(said, &STAGES).is_empty() {
        copies.push(COPIES.len());
    }
    copies
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
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

    #[test]
    fn what_is_so_of_the_thing_is_not_told_of_its_copy_and_restoring_it_is_no_copy() {
        let host = "The production database is on host db-prod-1.";
        let copy = "The production backup database is on b-1.";
        for (asked, told, other) in [
            ("Which host is the restore database on?", host, true),
            ("Which host is the backup server on?", host, true),
            ("Which host is the production database on?", copy, true),
            (
                "Where is the production backup server?",
                "The staging backup server is b-2.",
                true,
            ),
            ("Which host is the backup database on?", copy, false),
            (
                "Which host is the production backup database on?",
                copy,
                false,
            ),
            ("Which host is the database on?", copy, false),
            (
                "Which host is the production database on?",
                "The production database is on db-1, the backup database on b-1.",
                false,
            ),
            (
                "How do I restore the database?",
                "Load the production dump into the database.",
                false,
            ),
            (
                "Where is the backup?",
                "Production is copied to bucket b nightly.",
                false,
            ),
        ] {
            assert_eq!(is_of_another(asked, told), other, "{asked} {told}");
        }
    }
}
