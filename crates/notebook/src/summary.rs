//! What a session came to, and what is kept of it for good.

use serde::{Deserialize, Serialize};

use crate::observation::Observation;
use crate::{cut, ids, redact, transcripts};

/// A session in a few sentences, in the published shape.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Summary {
    pub session_id: String,
    pub project: String,
    pub created_at: String,
    pub title: String,
    pub narrative: String,
    pub key_decisions: Vec<String>,
    pub files_modified: Vec<String>,
    pub concepts: Vec<String>,
    pub observation_count: usize,
}

/// What a finished session left behind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Crystal {
    pub id: String,
    pub narrative: String,
    pub key_outcomes: Vec<String>,
    pub files_affected: Vec<String>,
    pub lessons: Vec<String>,
    pub source_action_ids: Vec<String>,
    pub session_id: String,
    pub project: String,
    pub created_at: String,
}

/// What whoever sums a session up says of it: a model, or a rule.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Gist {
    pub title: String,
    pub narrative: String,
    pub key_decisions: Vec<String>,
    pub concepts: Vec<String>,
}

const TITLE: usize = 120;
const NARRATIVE: usize = 2_000;
const LINE: usize = 300;
/// Decisions, concepts and files that are kept of a session.
const DECISIONS: usize = 8;
const CONCEPTS: usize = 12;
const FILES: usize = 50;

/// Words that say something was settled.
const SETTLED: [&str; 15] = [
    "decided",
    "decide",
    "chose",
    "choose",
    "instead of",
    "because",
    "switched to",
    "switch to",
    "fixed",
    "replaced",
    "agreed",
    "from now on",
    "we will",
    "let's use",
    "we use",
];

// === impl Gist ===

impl Gist {
    /// Within bounds and on single lines; none if it says nothing.
    pub fn tidied(self) -> Option<Self> {
        let line = |text: &String| cut::ellipsis(&cut::collapsed(text), LINE);
        let lines = |all: Vec<String>, most: usize| -> Vec<String> {
            let all = all.iter().map(line).filter(|line| !line.is_empty());
            all.take(most).collect()
        };
        let mut subjects = self.concepts;
        subjects.retain(|concept| !redact::is_mark(concept));
        let tidied = Self {
            title: cut::ellipsis(&cut::collapsed(&self.title), TITLE),
            narrative: cut::ellipsis(self.narrative.trim(), NARRATIVE),
            key_decisions: lines(self.key_decisions, DECISIONS),
            concepts: lines(subjects, CONCEPTS),
        };
        let says = !tidied.title.is_empty() && !tidied.narrative.is_empty();
        says.then_some(tidied)
    }
}

// === impl Summary ===

impl Summary {
    /// What was said of a session, with what can be counted in it.
    pub fn of(gist: Gist, seen: &[Observation]) -> Self {
        Self {
            title: gist.title,
            narrative: gist.narrative,
            key_decisions: gist.key_decisions,
            concepts: gist.concepts,
            files_modified: modified(seen),
            observation_count: seen.len(),
            ..Self::default()
        }
    }

    /// What it is found by.
    pub fn words(&self) -> String {
        let parts = [self.title.clone(), self.narrative.clone()].into_iter();
        let parts = parts.chain(self.key_decisions.iter().cloned());
        let more = [self.files_modified.join(", "), self.concepts.join(", ")];
        let parts: Vec<_> = parts
            .chain(more)
            .filter(|part| !part.trim().is_empty())
            .collect();
        parts.join("\n")
    }
}

// === impl Crystal ===

impl Crystal {
    /// What stays of a session that was summed up. Its name follows from the session's.
    pub fn of(summary: &Summary, seen: &[Observation]) -> Self {
        let said = seen.iter().filter_map(|seen| seen.user_prompt.as_deref());
        Self {
            id: ids::derived("crys", &summary.session_id),
            narrative: summary.narrative.clone(),
            key_outcomes: summary.key_decisions.clone(),
            files_affected: summary.files_modified.clone(),
            lessons: transcripts::rules(said),
            source_action_ids: Vec::new(),
            session_id: summary.session_id.clone(),
            project: summary.project.clone(),
            created_at: summary.created_at.clone(),
        }
    }
}

/// Sentences in which something was settled, each once.
pub fn decisions<'a>(sentences: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for sentence in sentences {
        let line = cut::ellipsis(&cut::collapsed(sentence), LINE);
        let lower = format!(" {} ", line.to_lowercase());
        let settles = SETTLED
            .iter()
            .any(|word| lower.contains(&format!(" {word} ")));
        if settles && !line.ends_with('?') && !found.contains(&line) {
            found.push(line);
        }
        if found.len() == DECISIONS {
            break;
        }
    }
    found
}

/// Files that were written, in the order they first were.
fn modified(seen: &[Observation]) -> Vec<String> {
    let written = |seen: &&Observation| matches!(seen.kind.as_str(), "file_edit" | "file_write");
    let mut files: Vec<String> = Vec::new();
    for file in seen.iter().filter(written).flat_map(|seen| &seen.files) {
        if !files.contains(file) && files.len() < FILES {
            files.push(file.clone());
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_says_nothing_is_no_summary() {
        let gist = |title: &str, narrative: &str| Gist {
            title: title.into(),
            narrative: narrative.into(),
            ..Gist::default()
        };
        assert_eq!(gist("", "words").tidied(), None);
        assert_eq!(gist("a title", " ").tidied(), None);
        let long = gist(&"t ".repeat(500), &"n".repeat(9_000)).tidied();
        let long = long.unwrap();
        assert!(long.title.chars().count() <= TITLE);
        assert!(long.narrative.chars().count() <= NARRATIVE);
    }

    #[test]
    fn decisions_are_sentences_that_settle_something() {
        let said = [
            "We decided to keep SQLite.",
            "It rains.",
            "Should we use Redis?",
            "We decided to keep SQLite.",
            "Unused code is gone.",
        ];
        assert_eq!(decisions(said), ["We decided to keep SQLite."]);
    }

    #[test]
    fn only_written_files_are_modified_and_each_once() {
        let seen = |kind: &str, file: &str| Observation {
            kind: kind.into(),
            files: vec![file.into()],
            ..Observation::default()
        };
        let all = [
            seen("file_read", "a.rs"),
            seen("file_edit", "b.rs"),
            seen("file_write", "c.rs"),
            seen("file_edit", "b.rs"),
        ];
        let summary = Summary::of(Gist::default(), &all);
        assert_eq!(summary.files_modified, ["b.rs", "c.rs"]);
        assert_eq!(summary.observation_count, 4);
    }
}
