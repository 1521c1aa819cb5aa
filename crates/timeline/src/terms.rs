//! Looking for the words of a question in a title, a sentence or a key word.

/// Shorter words say too little.
const MIN_CHARS: usize = 3;

/// What is looked for: words in small letters, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms(Vec<String>);

// === impl Terms ===

impl Terms {
    pub fn of(query: &str) -> Self {
        let mut terms: Vec<String> = Vec::new();
        for word in query.split_whitespace() {
            let term = word.to_lowercase();
            if term.chars().take(MIN_CHARS).count() == MIN_CHARS && !terms.contains(&term) {
                terms.push(term);
            }
        }
        Self(terms)
    }

    /// The share of the terms that stand in a text; nothing if none does.
    pub fn in_text(&self, text: &str) -> Option<f32> {
        let text = text.to_lowercase();
        let found = self.0.iter().filter(|term| text.contains(*term)).count();
        (found > 0).then(|| found as f32 / self.0.len() as f32)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Which of them stand in a text, by their place among the terms.
    pub fn places_in(&self, text: &str) -> Vec<usize> {
        let text = text.to_lowercase();
        let terms = self.0.iter().enumerate();
        let found = terms.filter(|(_, term)| text.contains(term.as_str()));
        found.map(|(place, _)| place).collect()
    }

    /// A key word must be one of the terms.
    pub fn is_keyword(&self, word: &str) -> Option<f32> {
        let word = word.to_lowercase();
        self.0.contains(&word).then_some(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_of_terms_counts_and_short_ones_do_not() {
        let terms = Terms::of("Is JWT to  expire JWT");
        assert_eq!(terms, Terms(vec!["jwt".into(), "expire".into()]));
        assert_eq!(terms.in_text("The jwt EXPIRES soon"), Some(1.0));
        assert_eq!(terms.in_text("a jwt"), Some(0.5));
        assert_eq!(terms.in_text("nothing of it"), None);
        assert_eq!(Terms::of("is it to").in_text("is it to"), None);
    }

    #[test]
    fn a_key_word_matches_whole() {
        let terms = Terms::of("Token");
        assert_eq!(terms.is_keyword("TOKEN"), Some(1.0));
        assert_eq!(terms.is_keyword("tokens"), None);
    }
}
