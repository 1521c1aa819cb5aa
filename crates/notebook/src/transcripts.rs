//! Talks that other programs wrote down, as observations.

pub mod antigravity;
pub mod brought;
pub mod claude;

use serde_json::Value;

use crate::lenient;
use crate::observation::Told;

/// A talk as a session: what happened in it, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Talk {
    pub session_id: String,
    pub project: String,
    pub cwd: String,
    pub told: Vec<Told>,
    /// Lines of it that could not be read, where the rest is taken all the same.
    pub broken: Vec<Broken>,
}

/// Sentences that say what to do always or never.
const RULES: [&str; 8] = [
    "always",
    "never",
    "prefer",
    "avoid",
    "make sure",
    "remember to",
    "do not",
    "don't",
];
/// Lessons taken from one talk.
const MOST_LESSONS: usize = 20;
const SHORTEST: usize = 12;
const LONGEST: usize = 300;

/// A line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The first is 1.
    pub line: usize,
    pub why: String,
}

/// Every line of a file, each a JSON object. The last one may be without its end: whoever writes
/// it is not done.
fn entries(text: &str) -> Result<Vec<Value>, Broken> {
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let (lines, last) = text.split_at(whole);
    let mut read = Vec::new();
    for (n, line) in lines.lines().enumerate() {
        if !line.trim().is_empty() {
            read.push(object(n, line)?);
        }
    }
    let last = lenient::from_str(last).ok();
    read.extend(last.filter(Value::is_object));
    Ok(read)
}

/// The lines of a file that are JSON objects; others are passed over and named, but for a last one
/// that somebody still writes.
fn objects(text: &str) -> (Vec<Value>, Vec<Broken>) {
    let whole = text
        .rfind('\n')
        .map_or(0, |end| text[..end].lines().count());
    let (mut read, mut odd) = (Vec::new(), Vec::new());
    for (n, line) in text.lines().enumerate() {
        match object(n, line) {
            _ if line.trim().is_empty() => {}
            Ok(object) => read.push(object),
            Err(broken) if n < whole => odd.push(broken),
            Err(_) => {}
        }
    }
    (read, odd)
}

/// The object on a line; the first line is 0.
fn object(n: usize, line: &str) -> Result<Value, Broken> {
    let broken = |why: String| Broken { line: n + 1, why };
    match lenient::from_str(line) {
        Ok(object @ Value::Object(_)) => Ok(object),
        Ok(_) => Err(broken(String::from("is no JSON object"))),
        Err(error) => Err(broken(format!("is not JSON: {error}"))),
    }
}

/// The rules somebody laid down in these words, each once.
pub fn rules<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for sentence in texts.into_iter().flat_map(sentences) {
        let lower = format!(" {} ", sentence.to_lowercase());
        let telling = RULES
            .iter()
            .any(|word| lower.contains(&format!(" {word} ")));
        let fitting = (SHORTEST..=LONGEST).contains(&sentence.chars().count());
        if telling && fitting && !found.contains(&sentence) {
            found.push(sentence);
        }
        if found.len() == MOST_LESSONS {
            break;
        }
    }
    found
}

fn sentences(text: &str) -> Vec<String> {
    let ends = |c: char| matches!(c, '.' | '!' | '?' | '\n');
    let parts = text.split_inclusive(ends).map(crate::cut::collapsed);
    let parts = parts.map(|part| part.trim_matches(['-', '*', '.', '!', ' ']).to_owned());
    parts
        .filter(|part| !part.is_empty() && !part.ends_with('?'))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_sentences_that_lay_something_down() {
        let said = [
            "Nice. Always run the tests before a commit! We never deploy on Friday.",
            "- Prefer tabs over spaces\nI like it. Never.",
            "Always run the tests before a commit.",
        ];
        assert_eq!(
            rules(said),
            [
                "Always run the tests before a commit",
                "We never deploy on Friday",
                "Prefer tabs over spaces",
            ]
        );
    }

    #[test]
    fn a_broken_line_is_named_and_a_last_one_may_be_half_written() {
        assert_eq!(entries("{\"a\":1}\n\n{\"b\":2}").unwrap().len(), 2);
        assert_eq!(entries("{\"a\":1}\n{\"b\":").unwrap().len(), 1);
        let broken = entries("{\"a\":1}\n\n{\"b\":\n{}\n").unwrap_err();
        assert_eq!(broken.line, 3);
        assert_eq!(entries("[1]\n").unwrap_err().why, "is no JSON object");
    }

    #[test]
    fn what_is_no_object_is_passed_over_and_named() {
        let lines = |odd: &[Broken]| odd.iter().map(|one| one.line).collect::<Vec<_>>();
        let (read, odd) = objects("{\"a\":1}\n\nnonsense\n[1]\n{\"b\":2}");
        assert_eq!((read.len(), lines(&odd)), (2, vec![3, 4]));
        let (read, odd) = objects("{\"a\":1}\n{\"b\":");
        assert_eq!((read.len(), odd), (1, Vec::new()), "it is not written yet");
        let (_, odd) = objects("{\"a\":1}\n{\"b\":\n");
        assert_eq!(lines(&odd), [2]);
    }
}
