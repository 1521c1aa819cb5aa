//! What a text itself says of a question.

use mneme_index::words::identifiers;

use crate::question::Question;
use crate::weights::{COMMON_NAME, IDENTIFIERS};

/// What a text that has the question's identifiers whole is worth, as a share: one that many
/// records have (`naming`) says little about each of them.
pub fn named(question: &Question, text: &str, naming: &[u64]) -> f64 {
    if question.identifiers.is_empty() {
        return 0.0;
    }
    let has = identifiers(text);
    let pairs = question.identifiers.iter().zip(naming);
    let worth =
        |(_, n): (_, &u64)| (1.0 - (*n as f64).max(1.0).ln() / IDENTIFIERS).max(COMMON_NAME);
    let found = pairs.filter(|(id, _)| has.contains(id)).map(worth);
    found.sum::<f64>() / question.identifiers.len() as f64
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

/// Share of all a question means letter by letter that a text has whole.
pub fn literal_share(question: &Question, text: &str) -> f64 {
    match question.literals().count() {
        0 => 0.0,
        all => question.literals_in(text).len() as f64 / all as f64,
    }
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
    fn what_many_records_name_says_little_of_each() {
        let question = Question::read("E0382 in src/lib.rs", &[""; 0], Moment::default());
        let worth = |naming: [u64; 2]| named(&question, "E0382 in src/lib.rs", &naming);
        assert_eq!(worth([1, 1]), 1.0);
        assert!((0.6..0.7).contains(&worth([1, 20])));
        assert_eq!(worth([5_000, 5_000]), COMMON_NAME);
        assert_eq!(named(&question, "nothing", &[1, 1]), 0.0);
    }

    #[test]
    fn whole_identifiers_count() {
        let question = Question::read("E0382 in src/lib.rs", &[""; 0], Moment::default());
        assert_eq!(identifier_share(&question, "error E0382 again"), 0.5);
        assert_eq!(identifier_share(&question, "E03821"), 0.0);
    }
}
