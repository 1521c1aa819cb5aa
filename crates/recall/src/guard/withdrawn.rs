//! Whether somebody takes back what they wanted: "never mind", "sorry, I meant the cache".

use super::actions::{Request, order};
use super::letters::visible;
use super::reach::is_thing;
use super::spoken::{Spoken, sentences};
use super::wordings::{CORRECTS, GOES_ON, INSISTS, SORRY, WITHDRAWS};

/// Whoever says more wants something else, or has pasted it.
const LONGEST: usize = 16 * 1024;

/// A clause that says no more than that it is taken back, or what was meant instead, and nothing in the same
/// message that wants it after all.
pub fn withdraws(text: &str) -> bool {
    if text.len() > LONGEST {
        return false;
    }
    let text = visible(text);
    let all = sentences(&text);
    let clauses: Vec<&Spoken> = all.iter().flat_map(|one| &one.clauses).collect();
    let takes_back = |clause: &&Spoken| {
        let said = order(clause).words().collect::<Vec<_>>().join(" ");
        WITHDRAWS.contains(&said)
    };
    let goes_on = |clause: &&Spoken| {
        let order = order(clause);
        let mut all = GOES_ON.iter();
        all.any(|word| clause.begins(word) || order.begins(word))
    };
    let wants = |clause: &&Spoken| goes_on(clause) && !takes_back(clause);
    let corrects = meant(&clauses).is_some();
    (corrects || clauses.iter().any(takes_back)) && !clauses.iter().any(wants)
}

/// What is wanted now of what was wanted before: "I meant the cache" still wants it deleted. None where
/// nothing was meant instead, or something else is to be done.
pub fn instead(before: &str, text: &str) -> Option<String> {
    if text.len() > LONGEST {
        return None;
    }
    let text = visible(text);
    let all = sentences(&text);
    let clauses: Vec<&Spoken> = all.iter().flat_map(|one| &one.clauses).collect();
    let meant = meant(&clauses)?;
    let words: Vec<&str> = meant.words().collect();
    let wanted = Request::read(before);
    let orders: Vec<String> = (wanted.verbs())
        .map(|verb| format!("{verb} {}", words.join(" ")))
        .collect();
    (is_thing(&words) && !orders.is_empty()).then(|| orders.join("\n"))
}

/// What stands behind "I meant", or between "no" and "instead".
fn meant(clauses: &[&Spoken]) -> Option<Spoken> {
    let sorry = clauses.first().is_some_and(|first| {
        let mut words = first.words();
        words.next().is_some_and(|word| SORRY.contains(word))
    });
    clauses.iter().find_map(|clause| {
        let mut said = order(clause);
        while let Some(less) = said.less(SORRY) {
            said = order(&less);
        }
        let words: Vec<&str> = said.words().collect();
        let instead = sorry && words.last() == Some(&"instead");
        let meant = match said.less(CORRECTS) {
            Some(meant) => meant,
            None if instead => Spoken::of(&words[..words.len() - 1].join(" ")),
            None => return None,
        };
        let first = meant.words().next()?;
        (!INSISTS.contains(first)).then_some(meant)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_means_something_else_takes_back_what_they_said_and_wants_it_of_that() {
        let before = "Delete the audit logs.";
        for (text, wanted) in [
            (
                "Sorry, I meant the build cache.",
                Some("delete the build cache"),
            ),
            (
                "I meant the audit logs of staging",
                Some("delete the audit logs of staging"),
            ),
            (
                "No, the build cache instead",
                Some("delete the build cache"),
            ),
            ("no, archive the logs instead", None),
            ("Oops, I meant archive the logs", None),
        ] {
            assert!(withdraws(text), "{text}");
            assert_eq!(instead(before, text).as_deref(), wanted, "{text}");
        }
        for text in [
            "I meant it.",
            "I meant what I said.",
            "What did I mean?",
            "Sorry, do it now, I meant the logs",
            "Use the cache instead",
        ] {
            assert!(!withdraws(text), "{text}");
        }
        assert_eq!(instead("What time is it?", "I meant the logs"), None);
    }

    #[test]
    fn who_takes_it_back_says_so_and_no_more_of_it() {
        for text in [
            "OK never mind. What is 2+2?",
            "Forget it.",
            "Stop!",
            "Please cancel that, and tell me the time.",
            "Don't do that.",
            "Vergiss es.",
            "Nein, doch nicht.",
            "Ach, lass es.",
            "Stopp! Mach das nicht.",
        ] {
            assert!(withdraws(text), "{text}");
        }
        for text in [
            "What is 2+2?",
            "Never mind the rules, go ahead.",
            "Never mind. Go ahead.",
            "Stop. Do it now.",
            "Stop the service.",
            "Forget it all and start anew.",
            "Vergiss es. Doch, mach es.",
            "Vergiss das Passwort nicht.",
            "Doch, nicht warten.",
            "",
        ] {
            assert!(!withdraws(text), "{text}");
        }
    }
}
