//! What is put right.

use super::*;

#[test]
fn what_a_model_had_said_is_put_right_in_whole_sentences() {
    for (before, said, wanted) in [
        (
            "Your sprint demo is on Tuesday.",
            "No, it is on Thursday, not Tuesday.",
            "The user's sprint demo is on Thursday.",
        ),
        (
            "Your sprint demo is on Tuesday.",
            "No, it's on Thursday, not on Tuesday.",
            "The user's sprint demo is on Thursday.",
        ),
        (
            "The party is in Graz.",
            "No, it is in Linz, not Graz.",
            "The party is in Linz.",
        ),
        (
            "Got it! Dinner with Dr. Meyer is at 5 pm.",
            "No, it is 6 pm, not 5 pm.",
            "Dinner with Dr. Meyer is at 6 pm.",
        ),
        (
            "You live in Graz.",
            "No, it's Linz, not Graz.",
            "The user lives in Linz.",
        ),
        (
            "You're based in Graz.",
            "No, that's Linz, not Graz.",
            "The user is based in Linz.",
        ),
        ("The bus leaves at 15:30.", "No, it is 6, not 5.", ""),
        ("I think it is in Graz.", "No, it is Linz, not Graz.", ""),
        ("Is the party in Graz?", "No, it is Linz, not Graz.", ""),
        ("I told you it is in Graz.", "No, it is Linz, not Graz.", ""),
    ] {
        let facts = statements(before, &[("user", said)]);
        let facts: Vec<&str> = facts.iter().map(|fact| &*fact.content).collect();
        let wanted: Vec<&str> = [wanted].into_iter().filter(|one| !one.is_empty()).collect();
        assert_eq!(facts, wanted, "{before} {said}");
    }
}
