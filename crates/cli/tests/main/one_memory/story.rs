//! The story, as its file tells it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Story {
    pub facts: Vec<Fact>,
    pub readers: Vec<Reader>,
    hidden: Vec<Hidden>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// Through which door it is told.
    pub door: String,
    pub says: String,
    /// How it is asked for, without its mark.
    pub question: String,
    pub mark: String,
    /// Through which door it is forgotten.
    pub forget: String,
    pub spoken_for: Option<SpokenFor>,
    /// What the viewer says of where it is from.
    pub source: Option<String>,
}

/// Who speaks for what a machine learnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum SpokenFor {
    #[serde(rename = "review")]
    Review,
    #[serde(rename = "another conversation")]
    Again,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reader {
    pub door: String,
    /// It shows a change within seconds, not at once.
    #[serde(default)]
    pub later: bool,
}

/// What a door does not show on purpose.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Hidden {
    reader: String,
    from: Vec<String>,
    why: String,
}

/// Where the story is.
pub fn dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/one_memory")
}

// === impl Story ===

impl Story {
    pub fn read() -> Self {
        let text = std::fs::read_to_string(dir().join("story.toml")).unwrap();
        let story: Self = toml::from_str(&text).unwrap();
        story.check();
        story
    }

    /// A story that could not fail proves nothing.
    fn check(&self) {
        let marks: BTreeSet<&str> = self.facts.iter().map(|fact| fact.mark.as_str()).collect();
        assert_eq!(marks.len(), self.facts.len(), "each fact has its own mark");
        for fact in &self.facts {
            assert!(fact.says.contains(&fact.mark), "{fact:?}");
            let asked = fact.question.to_lowercase();
            let told = marks
                .iter()
                .any(|mark| asked.contains(&mark.to_lowercase()));
            assert!(!told, "a question must not answer one: {fact:?}");
        }
        for hidden in &self.hidden {
            assert!(!hidden.why.is_empty(), "{hidden:?}");
            let known = |name: &String| self.facts.iter().any(|fact| fact.door == *name);
            assert!(hidden.from.iter().all(known), "{hidden:?}");
        }
    }

    /// Whether a door is to show a fact as long as nobody forgot it.
    pub fn shows(&self, reader: &Reader, fact: &Fact) -> bool {
        let hides =
            |hidden: &Hidden| hidden.reader == reader.door && hidden.from.contains(&fact.door);
        !self.hidden.iter().any(hides)
    }

    /// Every door that is named anywhere, once.
    pub fn doors(&self) -> BTreeSet<&str> {
        let told = self
            .facts
            .iter()
            .flat_map(|fact| [&fact.door, &fact.forget]);
        let read = self.readers.iter().map(|reader| &reader.door);
        told.chain(read).map(String::as_str).collect()
    }
}
