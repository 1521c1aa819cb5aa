//! What a question asks for, read from its words alone.

use mneme_index::words::{identifiers, is_stop_word, words};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Question {
    pub text: String,
    /// Words to look for, each once, without stop words unless there is nothing else.
    pub words: Vec<String>,
    pub identifiers: Vec<String>,
}

/// Words beyond these add cost and no meaning.
const MAX_WORDS: usize = 64;

// === impl Question ===

impl Question {
    pub fn read(text: &str) -> Self {
        let mut all = words(text);
        let mut seen = std::collections::HashSet::new();
        all.retain(|word| seen.insert(word.clone()));
        let telling: Vec<String> = all
            .iter()
            .filter(|word| !is_stop_word(word))
            .cloned()
            .collect();
        let mut words = if telling.is_empty() { all } else { telling };
        words.truncate(MAX_WORDS);
        let mut identifiers = identifiers(text);
        identifiers.truncate(MAX_WORDS);
        Self {
            text: text.to_owned(),
            words,
            identifiers,
        }
    }

    /// Whether a name (of a speaker) occurs among the question's words.
    pub fn names(&self, name: &str) -> bool {
        let name = words(name);
        !name.is_empty() && name.iter().any(|word| self.words.contains(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_words_go_unless_they_are_all_there_is() {
        assert_eq!(
            Question::read("What is the name of the dog?").words,
            ["name", "dog"]
        );
        assert_eq!(Question::read("who is it").words, ["who", "is", "it"]);
        assert!(Question::read("?!").words.is_empty());
    }

    #[test]
    fn speakers_are_recognised() {
        let question = Question::read("What did Caroline research?");
        assert!(question.names("Caroline"));
        assert!(!question.names("Melanie"));
        assert!(!question.names(""));
    }
}
