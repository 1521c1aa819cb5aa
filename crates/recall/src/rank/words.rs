//! What a text itself says of a question.

use mneme_index::words::{each_word, identifiers, words};

use crate::question::Question;

/// A text, looked at once.
pub struct Said {
    /// Words of the question it says.
    pub matched: Vec<String>,
    /// Its length in words.
    pub length: usize,
}

// === impl Said ===

impl Said {
    pub fn of(question: &Question, text: &str) -> Self {
        let mut said = vec![false; question.words.len()];
        let mut length = 0;
        each_word(text, |word| {
            length += 1;
            if let Some(n) = question.words.iter().position(|wanted| wanted == word) {
                said[n] = true;
            }
        });
        let pairs = question.words.iter().zip(said);
        let matched = pairs
            .filter(|(_, said)| *said)
            .map(|(word, _)| word.clone());
        Self {
            matched: matched.collect(),
            length,
        }
    }

    /// Share of the question's words, by rarity. Names of speakers do not count: whoever
    /// talks to Ann says her name more often than she does.
    pub fn share(&self, question: &Question, rarity: &[f32]) -> f64 {
        let names: Vec<String> = question
            .people
            .iter()
            .flat_map(|name| words(name))
            .collect();
        let pairs = question.words.iter().zip(rarity);
        let telling = pairs.filter(|(word, _)| !names.contains(word));
        let (mut all, mut here) = (0.0, 0.0);
        for (word, rarity) in telling {
            all += f64::from(*rarity);
            if self.matched.contains(word) {
                here += f64::from(*rarity);
            }
        }
        if all > 0.0 { here / all } else { 0.0 }
    }
}

/// Share of the question's identifiers that a text has whole.
pub fn identifier_share(question: &Question, text: &str) -> f64 {
    if question.identifiers.is_empty() {
        return 0.0;
    }
    let has = identifiers(text);
    let found = question.identifiers.iter().filter(|id| has.contains(id));
    found.count() as f64 / question.identifiers.len() as f64
}

/// Share of a text's sentences that ask.
pub fn asking_share(text: &str) -> f64 {
    let (mut ends, mut asks, mut inside) = (0, 0, false);
    for c in text.chars() {
        let end = matches!(c, '.' | '!' | '?' | '。' | '？' | '！');
        // `...` and `?!` end one sentence.
        ends += usize::from(end && !inside);
        asks += usize::from(matches!(c, '?' | '？') && !inside);
        inside = end;
    }
    if ends == 0 {
        0.0
    } else {
        asks as f64 / ends as f64
    }
}

#[cfg(test)]
mod tests {
    use mneme_model::Moment;

    use super::*;

    #[test]
    fn questions_are_told_from_statements() {
        assert_eq!(asking_share("Where did you go?"), 1.0);
        assert_eq!(asking_share("I went home. And you?"), 0.5);
        assert_eq!(asking_share("I went home..."), 0.0);
        assert_eq!(asking_share(""), 0.0);
    }

    #[test]
    fn rare_words_count_more_and_names_do_not() {
        let question = Question::read("Ann's blue zeppelin", &["Ann"], Moment::default());
        let rarity = [9.0, 0.5, 4.5];
        let share = |text: &str| Said::of(&question, text).share(&question, &rarity);
        assert!(share("a zeppelin") > 0.85);
        assert!(share("the blue sky") < 0.15);
        assert_eq!(share("hello Ann"), 0.0);
    }

    #[test]
    fn whole_identifiers_count() {
        let question = Question::read("E0382 in src/lib.rs", &[""; 0], Moment::default());
        assert_eq!(identifier_share(&question, "error E0382 again"), 0.5);
        assert_eq!(identifier_share(&question, "E03821"), 0.0);
    }
}
