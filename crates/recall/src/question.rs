//! What a question asks for: its words, whom it names, which time it means.

mod dates;
mod people;
mod route;
mod wishes;

pub use dates::When;
pub use people::people;
pub use route::{IdKind, Pointed, Route};

use std::collections::HashSet;

use mneme_index::words::{self, identifiers, is_stop_word, quoted};
use mneme_model::Moment;
use mneme_timeline::digest::telling;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Question {
    pub text: String,
    /// Words to look for, each once, without stop words unless there is nothing else.
    pub words: Vec<String>,
    /// Which of them are more than the name of somebody who speaks here.
    pub telling: Vec<bool>,
    pub identifiers: Vec<String>,
    /// Other words that stand in quotes: they are meant literally, too.
    pub quoted: Vec<String>,
    /// What it points at by name or by kind.
    pub route: Route,
    /// Speakers it names.
    pub people: Vec<String>,
    /// The time it means.
    pub when: Option<When>,
    /// It wants what is newest.
    pub newest: bool,
    /// The asker's now.
    pub now_ms: i64,
}

/// Words beyond these add cost and no meaning.
const MAX_WORDS: usize = 64;
/// What is read for hints at people and time; nobody puts them behind a page of text.
const HINTED_BYTES: usize = 4_096;

// === impl Question ===

impl Question {
    /// Reads a question. `speakers` are the people of the namespace.
    pub fn read(text: &str, speakers: &[impl AsRef<str>], now: Moment) -> Self {
        let mut wanted = wanted(text);
        wanted.truncate(MAX_WORDS);
        let mut identifiers = identifiers(text);
        identifiers.truncate(MAX_WORDS);
        let mut quoted = quoted(text);
        quoted.retain(|word| !identifiers.contains(word));
        quoted.truncate(MAX_WORDS);
        let head = &text[..text.floor_char_boundary(HINTED_BYTES)];
        let people = people::named(&wanted, speakers);
        let names: Vec<String> = people.iter().flat_map(|name| words::words(name)).collect();
        Self {
            telling: wanted.iter().map(|word| !names.contains(word)).collect(),
            people,
            when: When::read(head, now),
            newest: wishes::newest(head),
            now_ms: now.ms,
            route: Route::read(head, &wanted),
            text: text.to_owned(),
            words: wanted,
            identifiers,
            quoted,
        }
    }

    /// Everything it means letter by letter.
    pub fn literals(&self) -> impl Iterator<Item = &String> {
        self.identifiers.iter().chain(&self.quoted)
    }

    pub fn is_literal(&self) -> bool {
        self.literals().next().is_some()
    }

    /// Those of them that a text has whole.
    pub fn literals_in(&self, text: &str) -> Vec<&String> {
        if !self.is_literal() {
            return Vec::new();
        }
        let (has, lower) = (identifiers(text), text.to_lowercase());
        let named = self.identifiers.iter().filter(|one| has.contains(one));
        let said = self.quoted.iter().filter(|word| says(&lower, word));
        named.chain(said).collect()
    }

    /// The text a model should read: a name says little about a meaning and drowns the rest.
    pub fn meaning(&self) -> String {
        people::without(&self.text, &self.people)
    }

    /// Whether it names a speaker.
    pub fn names(&self, speaker: &str) -> bool {
        self.people.iter().any(|name| name == speaker)
    }
}

/// Each word once, without stop words unless there is nothing else.
fn wanted(text: &str) -> Vec<String> {
    let mut telling = words::words(&telling(text));
    telling.retain(|word| !is_stop_word(word));
    let mut all = match telling.is_empty() {
        true => words::words(text),
        false => telling,
    };
    let mut seen = HashSet::new();
    all.retain(|word| seen.insert(word.clone()));
    all
}

/// Whether a text has a word, and not only as a part of another.
fn says(text: &str, word: &str) -> bool {
    let ends = |part: &str| !part.ends_with(char::is_alphanumeric);
    let begins = |part: &str| !part.starts_with(char::is_alphanumeric);
    text.match_indices(word)
        .any(|(at, _)| ends(&text[..at]) && begins(&text[at + word.len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Question {
        Question::read(text, &["Caroline", "Melanie Ortiz"], Moment::default())
    }

    #[test]
    fn stop_words_go_unless_they_are_all_there_is() {
        assert_eq!(read("What is the name of the dog?").words, ["name", "dog"]);
        assert_eq!(read("who is it").words, ["who", "is", "it"]);
        assert_eq!(read("Wie heißt unser Hund?").words, ["hund"]);
        assert!(read("?!").words.is_empty());
    }

    #[test]
    fn speakers_are_recognised() {
        let question = read("What did caroline research with Melanie?");
        assert!(question.names("Caroline"));
        assert!(question.names("Melanie Ortiz"));
        assert!(!question.names("") && !question.names("Bob"));
    }

    #[test]
    fn a_word_in_quotes_is_meant_letter_by_letter() {
        for asked in [
            "what does \"ferry\" mean",
            "what does `Ferry` mean",
            "what is a “ferry”?",
        ] {
            let question = read(asked);
            assert_eq!(
                question.literals().collect::<Vec<_>>(),
                ["ferry"],
                "{asked}"
            );
            assert_eq!(question.literals_in("A Ferry: a boat.").len(), 1, "{asked}");
            assert!(question.literals_in("ferryman and \"ferries\"").is_empty());
            assert_eq!(question.route.reason(&question), Some("identifier"));
        }
        let named = read("what does `retry_after` say");
        assert_eq!(named.identifiers, ["retry_after"]);
        assert!(named.quoted.is_empty(), "it is told once");
        for plain in [
            "what does ferry mean",
            "5\" of snow",
            "say \"after smoke passes\"",
        ] {
            assert!(!read(plain).is_literal(), "{plain}");
        }
    }

    #[test]
    fn names_are_left_out_of_the_meaning() {
        assert_eq!(
            read("What did Caroline's friend research?").meaning(),
            "What did friend research?"
        );
        assert_eq!(
            read("Caroline?").meaning(),
            "Caroline?",
            "nothing else is there"
        );
    }
}
