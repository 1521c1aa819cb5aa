//! What kind of work a request is about: by a vote of its words. A tie is no vote.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskKind {
    Deploy,
    Bugfix,
    Review,
    Style,
}

/// Where something runs.
const WHERE: [&str; 3] = ["production", "staging", "prod"];

/// A kind of work a text is about, and the words that say so.
pub type Vote = (TaskKind, Vec<String>);

// === impl TaskKind ===

impl TaskKind {
    pub const ALL: [TaskKind; 4] = [
        TaskKind::Deploy,
        TaskKind::Bugfix,
        TaskKind::Review,
        TaskKind::Style,
    ];

    pub fn name(self) -> &'static str {
        match self {
            TaskKind::Deploy => "deploy",
            TaskKind::Bugfix => "bugfix",
            TaskKind::Review => "review",
            TaskKind::Style => "style",
        }
    }

    /// What the work is for; the same for every request of the kind.
    pub fn goal(self) -> &'static str {
        match self {
            TaskKind::Deploy => "Deploy within what this project demands of a deploy.",
            TaskKind::Bugfix => "Find the cause and fix it the way this project fixes things.",
            TaskKind::Review => "Review by what this project holds a change to.",
            TaskKind::Style => "Write the way this project writes.",
        }
    }

    /// Words that vote for it. Of one word any ending counts, of several none.
    fn words(self) -> &'static [&'static str] {
        match self {
            TaskKind::Deploy => &[
                "deploy",
                "rollout",
                "rollback",
                "release",
                "production",
                "staging",
                "canary",
                "ship",
                "roll out",
                "roll back",
                "go live",
                "prod",
            ],
            TaskKind::Bugfix => &[
                "bug",
                "bugfix",
                "fix",
                "debug",
                "regression",
                "error",
                "crash",
                "exception",
                "root cause",
                "stack trace",
                "failing",
                "broken",
                "incident",
                "hotfix",
                "panic",
            ],
            TaskKind::Review => &[
                "review",
                "audit",
                "merge",
                "pull request",
                "pr",
                "diff",
                "risky",
                "reviewer",
                "approve the change",
            ],
            TaskKind::Style => &[
                "style",
                "format",
                "naming",
                "convention",
                "lint",
                "tone",
                "wording",
                "indentation",
                "guideline",
                "readable",
                "spelling",
            ],
        }
    }

    /// The kind a text is about, and the words that say so. Words that only say where something runs are
    /// no work by themselves, and who asks when, who or where wants one answer.
    pub fn of(text: &str) -> Option<Vote> {
        let said = spoken(text);
        if asks_for_one(&said) {
            return None;
        }
        let only_where = |words: &[&str]| words.iter().all(|word| WHERE.contains(word));
        let mut votes = Self::ALL.map(|kind| (kind, kind.voted(&said)));
        votes.sort_by_key(|(_, words)| std::cmp::Reverse(words.len()));
        let [first, second, ..] = votes;
        let clear = first.1.len() > second.1.len() && !only_where(&first.1);
        let words = |(kind, words): (Self, Vec<&str>)| {
            let words = words.into_iter().map(str::to_owned);
            (kind, words.collect::<Vec<String>>())
        };
        clear.then(|| words(first))
    }

    /// Words of this kind of work that a text says.
    pub(crate) fn said_in(self, text: &str) -> Vec<&'static str> {
        self.voted(&spoken(text))
    }

    fn voted(self, said: &[String]) -> Vec<&'static str> {
        let words = self.words().iter().copied();
        words.filter(|phrase| says(said, phrase)).collect()
    }
}

fn asks_for_one(said: &[String]) -> bool {
    let mut words = said.iter().map(String::as_str);
    match words.next() {
        Some("when" | "who" | "whose" | "whom" | "where" | "wann" | "wer" | "wo") => true,
        Some("how") => matches!(words.next(), Some("long" | "often" | "many" | "much")),
        _ => false,
    }
}

/// Its words, in small letters.
fn spoken(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

fn says(said: &[String], phrase: &str) -> bool {
    let parts: Vec<&str> = phrase.split(' ').collect();
    match parts.as_slice() {
        [one] => said.iter().any(|word| is_form(word, one)),
        all => said.windows(all.len()).any(|window| window == all),
    }
}

/// The word itself or with one of the usual endings.
fn is_form(word: &str, stem: &str) -> bool {
    const ENDINGS: [&str; 11] = [
        "", "s", "es", "ed", "d", "ing", "ment", "ments", "ting", "ging", "ping",
    ];
    let rest = word.strip_prefix(stem);
    let bare = stem
        .strip_suffix('e')
        .and_then(|stem| word.strip_prefix(stem));
    rest.is_some_and(|rest| ENDINGS.contains(&rest)) || bare == Some("ing")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> Option<TaskKind> {
        TaskKind::of(text).map(|(kind, _)| kind)
    }

    #[test]
    fn g_125_each_kind_of_work_is_known_by_its_words() {
        for (text, wanted) in [
            (
                "Need the payment rollout steps and staging approval before production deploy.",
                TaskKind::Deploy,
            ),
            (
                "Debug the checkout regression and find the root cause of the 500 error.",
                TaskKind::Bugfix,
            ),
            (
                "Review the auth changes before merge and audit anything risky.",
                TaskKind::Review,
            ),
            (
                "Which naming convention and style do we follow?",
                TaskKind::Style,
            ),
            (
                "We are deploying the merge queue to production",
                TaskKind::Deploy,
            ),
        ] {
            assert_eq!(kind(text), Some(wanted), "{text}");
        }
    }

    #[test]
    fn g_125_a_tie_or_nothing_is_no_kind() {
        for text in [
            "",
            "what should happen after smoke passes?",
            "deploy the fix",
            "Which port does the proxy use?",
            "The prefix is fixture.",
            "What is the staging database called?",
            "Is production up?",
            "When does our deploy freeze end?",
            "Who did the last release?",
            "How long does a review take?",
        ] {
            assert_eq!(kind(text), None, "{text}");
        }
    }

    #[test]
    fn the_words_that_voted_are_named() {
        let (_, words) =
            TaskKind::of("Roll out to staging").unwrap_or((TaskKind::Style, Vec::new()));
        assert_eq!(words, ["staging", "roll out"]);
    }
}
