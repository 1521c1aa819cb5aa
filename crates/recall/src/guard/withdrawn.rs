//! Whether somebody takes back what they wanted: "never mind".

use super::actions::order;
use super::letters::visible;
use super::spoken::{Spoken, sentences};
use super::wordings::{GOES_ON, WITHDRAWS};

/// A clause that says no more than that it is taken back, and nothing in the same message that wants it
/// after all.
pub fn withdraws(text: &str) -> bool {
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
    clauses.iter().any(takes_back) && !clauses.iter().any(wants)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_takes_it_back_says_so_and_no_more_of_it() {
        for text in [
            "OK never mind. What is 2+2?",
            "Forget it.",
            "Stop!",
            "Please cancel that, and tell me the time.",
            "Don't do that.",
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
            "",
        ] {
            assert!(!withdraws(text), "{text}");
        }
    }
}
