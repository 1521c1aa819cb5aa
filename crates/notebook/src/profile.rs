//! What a project is about, counted from what was done in it.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::observation::Observation;
use crate::redact;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Profile {
    pub project: String,
    pub top_concepts: Vec<Concept>,
    pub top_files: Vec<Touched>,
    pub conventions: Vec<String>,
    pub common_errors: Vec<String>,
    pub session_count: usize,
    pub updated_at: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Concept {
    pub concept: String,
    pub frequency: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Touched {
    pub file: String,
    pub frequency: usize,
}

/// Counts as they grow, observation by observation.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    concepts: HashMap<String, usize>,
    files: HashMap<String, usize>,
    errors: HashMap<String, usize>,
}

/// What is shown of each list.
const MOST: usize = 20;
/// Parts of a path that name no subject.
const PLAIN_PARTS: [&str; 12] = [
    "src", "lib", "main", "index", "home", "users", "tmp", "test", "tests", "mod", "the", "and",
];
const SHORTEST_PART: usize = 3;

/// Endings of files, and what they are written in.
const LANGUAGES: [(&str, &str); 16] = [
    ("rs", "rust"),
    ("py", "python"),
    ("ts", "typescript"),
    ("tsx", "typescript"),
    ("js", "javascript"),
    ("jsx", "javascript"),
    ("go", "go"),
    ("java", "java"),
    ("rb", "ruby"),
    ("c", "c"),
    ("cpp", "c++"),
    ("cs", "c#"),
    ("sql", "sql"),
    ("css", "css"),
    ("html", "html"),
    ("md", "markdown"),
];

/// The subjects a file's name speaks of: its folders in the project, its stem, its language.
pub fn subjects(file: &str, project: &str) -> Vec<String> {
    let lower = file.to_lowercase();
    let mut subjects = Vec::new();
    for part in within(&lower, &project.to_lowercase()) {
        let (stem, ending) = part.rsplit_once('.').unwrap_or((part, ""));
        subjects.push(stem.to_owned());
        let language = LANGUAGES.iter().find(|(known, _)| *known == ending);
        subjects.extend(language.map(|(_, name)| (*name).to_owned()));
    }
    let known = |subject: &String| is_language(subject);
    subjects.retain(|subject| {
        let telling = subject.chars().any(char::is_alphabetic)
            && !PLAIN_PARTS.contains(&subject.as_str())
            && !subject.contains(['*', '?'])
            && !subject.starts_with('.')
            && !redact::is_mark(subject);
        known(subject) || telling && subject.chars().count() >= SHORTEST_PART
    });
    subjects.dedup();
    subjects
}

/// Those of them that are folders.
pub fn folders(file: &str, project: &str) -> Vec<String> {
    let folder = file.rfind(SEPARATORS).map_or("", |at| &file[..=at]);
    subjects(folder, project)
}

/// The parts of a path from the project on: where that stands on somebody's disk is no subject.
fn within<'a>(file: &'a str, project: &str) -> Vec<&'a str> {
    let all = parts(file);
    let root = project.trim_end_matches(SEPARATORS);
    let home = match all.as_slice() {
        ["home" | "users", _, ..] | [_, "users", _, ..] if is_whole(file) => {
            2 + usize::from(all[0].ends_with(':'))
        }
        ["root", ..] if is_whole(file) => 1,
        _ => 0,
    };
    let named = parts(root).last().copied();
    let place = || all[home..].iter().position(|part| Some(*part) == named);
    let from = match file.strip_prefix(root) {
        Some(_) if is_whole(root) => parts(root).len(),
        _ if is_whole(file) => place().map_or(home, |at| home + at + 1),
        _ => 0,
    };
    all.into_iter().skip(from).collect()
}

const SEPARATORS: [char; 2] = ['/', '\\'];

fn parts(path: &str) -> Vec<&str> {
    path.split(SEPARATORS)
        .filter(|part| !part.is_empty())
        .collect()
}

/// From the root of a disk on.
fn is_whole(path: &str) -> bool {
    path.starts_with(SEPARATORS) || path.get(1..2) == Some(":")
}

/// Whether a subject is only what something is written in.
pub fn is_language(subject: &str) -> bool {
    LANGUAGES.iter().any(|(_, name)| *name == subject)
}

// === impl Tally ===

impl Tally {
    pub fn add(&mut self, seen: &Observation, project: &str) {
        let named = seen.concepts.iter().chain(&seen.tool_name);
        for concept in named.filter(|concept| !redact::is_mark(concept)) {
            count(&mut self.concepts, concept.to_lowercase());
        }
        for file in &seen.files {
            count(&mut self.files, file.clone());
            for subject in subjects(file, project) {
                count(&mut self.concepts, subject);
            }
        }
        if seen.kind == "error" && !seen.narrative.is_empty() {
            count(&mut self.errors, crate::cut::ellipsis(&seen.narrative, 120));
        }
    }

    pub fn profile(self, project: &str, session_count: usize, updated_at: String) -> Profile {
        let concepts = sorted(self.concepts).into_iter();
        let files = sorted(self.files).into_iter();
        let errors = sorted(self.errors).into_iter();
        Profile {
            project: project.to_owned(),
            top_concepts: concepts
                .map(|(concept, frequency)| Concept { concept, frequency })
                .collect(),
            top_files: files
                .map(|(file, frequency)| Touched { file, frequency })
                .collect(),
            common_errors: errors.take(3).map(|(error, _)| error).collect(),
            // What is observed does not say them.
            conventions: Vec::new(),
            session_count,
            updated_at,
        }
    }
}

fn count(counts: &mut HashMap<String, usize>, what: String) {
    *counts.entry(what).or_default() += 1;
}

/// The most frequent first, of equals in the order of the alphabet.
fn sorted(counts: HashMap<String, usize>) -> Vec<(String, usize)> {
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    counts.truncate(MOST);
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_speaks_of_its_folders_its_stem_and_its_language() {
        assert_eq!(subjects("src/auth/token.rs", ""), ["auth", "token", "rust"]);
        assert_eq!(
            subjects("C:\\app\\Login.tsx", ""),
            ["app", "login", "typescript"]
        );
        assert_eq!(subjects("**/*.go", ""), ["go"]);
        assert_eq!(subjects("/tmp/1234/.env", ""), Vec::<String>::new());
    }

    #[test]
    fn where_a_project_stands_on_a_disk_is_no_subject() {
        for (file, project) in [
            ("/Users/alice/dev/ord/src/auth/x.rs", "ord"),
            ("/Users/ord/dev/ord/src/auth/x.rs", "ord"),
            ("/Users/alice/ord/auth/x.rs", "/Users/alice/ord/"),
            ("C:\\Users\\Alice\\Ord\\auth\\x.rs", "ord"),
            ("/code/shop/auth/x.rs", "/code/shop"),
            ("/Users/alice/auth/x.rs", "other"),
            ("auth/x.rs", "auth"),
        ] {
            assert_eq!(
                subjects(file, project),
                ["auth", "rust"],
                "{file} {project}"
            );
        }
        assert_eq!(subjects("/code/shop/x.rs", ""), ["code", "shop", "rust"]);
    }

    #[test]
    fn the_most_frequent_come_first() {
        let mut tally = Tally::default();
        for (file, times) in [("auth.rs", 1), ("db/pool.rs", 2)] {
            for _ in 0..times {
                let seen = Observation {
                    files: vec![file.into()],
                    tool_name: Some("Edit".into()),
                    ..Observation::default()
                };
                tally.add(&seen, "p");
            }
        }
        let failed = Observation {
            kind: "error".into(),
            narrative: "make | no rule".into(),
            ..Observation::default()
        };
        tally.add(&failed, "p");
        let profile = tally.profile("p", 2, String::new());
        let concepts: Vec<_> = profile
            .top_concepts
            .iter()
            .map(|c| (c.concept.as_str(), c.frequency))
            .collect();
        assert_eq!(
            concepts,
            [("edit", 3), ("rust", 3), ("pool", 2), ("auth", 1)]
        );
        assert_eq!(profile.top_files[0].file, "db/pool.rs");
        assert_eq!(profile.common_errors, ["make | no rule"]);
    }
}
