//! Whole words of scripts without spaces, out of pairs of characters.

use crate::digest::lexicon::GRAMMAR;

const MAX_CHARS: usize = 8;

/// The pair with the characters that mostly stand beside it. Nothing if it comes only once:
/// then nobody knows where the word ends.
pub fn grown(pair: &str, sample: &str) -> Option<String> {
    let often = sample.matches(pair).count();
    if often < 2 {
        return None;
    }
    let mut word = pair.to_owned();
    while word.chars().count() < MAX_CHARS {
        let mostly = |longer: &String| sample.matches(longer.as_str()).count() * 5 >= often * 3;
        match neighbours(&word, sample).into_iter().find(mostly) {
            Some(longer) => word = longer,
            None => break,
        }
    }
    Some(word)
}

/// The word with one more character behind it, and with one more before it.
fn neighbours(word: &str, sample: &str) -> Vec<String> {
    let Some(at) = sample.find(word) else {
        return Vec::new();
    };
    let inside = |c: &char| c.is_alphabetic() && !GRAMMAR.contains(c);
    let after = sample[at + word.len()..].chars().next().filter(inside);
    let before = sample[..at].chars().next_back().filter(inside);
    let right = after.map(|c| format!("{word}{c}"));
    let left = before.map(|c| format!("{c}{word}"));
    right.into_iter().chain(left).collect()
}

#[cfg(test)]
mod tests {
    use super::grown;

    #[test]
    fn a_word_grows_as_far_as_it_stays_the_same() {
        let sample = "优化数据库查询\n数据库查询很慢\n新的数据库\n";
        assert_eq!(grown("据库", sample).as_deref(), Some("数据库查询"));
        assert_eq!(grown("很慢", sample), None);
    }
}
