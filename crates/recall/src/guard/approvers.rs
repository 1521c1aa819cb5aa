//! Who may, and who is to be asked: "only Priya may deploy", "approval from the team lead". Whoever that is, the
//! rule is about what they are asked for.

mod alone;
mod consent;
mod person;
mod phrases;
mod reserved;
mod span;
mod through;

use super::spoken::{Spoken, parts};
use alone::{alone, excepted};
use consent::{agreeing, asked, given, wanted};
use person::{Names, names_in};
use reserved::{allowed, last, reserved};
use span::Span;
use through::through;

pub use consent::{asks_before, goes_without_a_word, waits_for_a_word};
pub use reserved::{is_reserved, reserves};

/// A rule without who may or who is to be asked.
pub fn without_people(rule: &str) -> String {
    let names = names_in(rule);
    let sentences = pieces(rule).map(|(text, end)| match told(text, &names) {
        words if words.is_empty() => end.to_owned(),
        words => format!("{}{end}", words.join(" ")),
    });
    sentences.collect::<Vec<_>>().join(" ")
}

/// Whether a rule says who does something, or through whom it goes, and thereby who may.
pub fn names_who_acts(rule: &str) -> bool {
    let names = names_in(rule);
    let mut all = pieces(rule).map(|(text, _)| words(text));
    all.any(|words| alone(&words, &names).is_some() || through(&words, &names).is_some())
}

/// Sentences, and what ends each of them.
fn pieces(rule: &str) -> impl Iterator<Item = (&str, &str)> {
    let all = parts(rule).flat_map(|(text, _)| text.split_inclusive([':', '(', ')']));
    all.map(|text| {
        let bare = text.trim_end_matches([':', '(', ')']);
        let end = if bare.len() < text.len() { ":" } else { "." };
        (bare, end)
    })
}

/// Words of a sentence that are left.
fn told(sentence: &str, names: &Names) -> Vec<String> {
    let mut words = words(sentence);
    for take in [reserved, last, asked, agreeing, given, wanted, allowed] {
        drain(&mut words, take);
    }
    for take in [alone, excepted, through] {
        drain(&mut words, |words| take(words, names));
    }
    words
}

fn drain(words: &mut Vec<String>, take: impl Fn(&[String]) -> Option<Span>) {
    while let Some((from, to)) = take(words).filter(|(from, to)| from < to) {
        words.drain(from..to);
    }
}

/// The words of a sentence; a comma is one of them.
fn words(sentence: &str) -> Vec<String> {
    let spaced = sentence.split(',').map(Spoken::of);
    let mut words: Vec<String> = Vec::new();
    for (n, part) in spaced.enumerate() {
        words.extend((n > 0).then(|| String::from(",")));
        words.extend(part.words().map(str::to_owned));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_may_and_who_is_asked_is_left_out_and_nothing_else() {
        for (rule, left) in [
            ("Only Priya may deploy.", "deploy."),
            ("Policy: only Dana or Omar may release.", "policy: release."),
            ("Deploys require approval from Priya.", "deploys require."),
            (
                "Deploys need approval by Dana, Priya or Omar.",
                "deploys need.",
            ),
            (
                "Releases must be approved by the head of ops on Fridays.",
                "releases must be on fridays.",
            ),
            (
                "Deploys need approval from someone on the web team.",
                "deploys need.",
            ),
            ("Never deploy without Dana's approval.", "never deploy."),
            (
                "Ask Priya before deleting the logs.",
                "before deleting the logs.",
            ),
            (
                "Staging approval is mandatory.",
                "staging approval is mandatory.",
            ),
            (
                "Only signed builds may be deployed.",
                "only signed builds be deployed.",
            ),
            (
                "Never delete logs, backups or mails.",
                "never delete logs , backups or mails.",
            ),
        ] {
            assert_eq!(without_people(rule), left, "{rule}");
        }
    }

    #[test]
    fn a_word_of_somebody_releases_and_what_happens_does_not() {
        let waits = |text: &str| waits_for_a_word(&Spoken::of(text));
        assert!(
            waits("never deploy without approval") && waits("never deploy unless Dana approves")
        );
        assert!(waits("don't delete it without asking me") && waits("nie ohne Freigabe deployen"));
        assert!(
            !waits("never deploy without staging approval") && !waits("never deploy without tests")
        );
        assert!(!waits("never deploy") && !waits("never merge without review"));
    }
}
