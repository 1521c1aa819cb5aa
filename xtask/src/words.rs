//! Small questions about the words in a text.

/// Part of a Rust or file name: the letters that must not stand beside a whole word.
pub fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Every place where `word` begins and no name goes on to its left.
pub fn starts<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let places = text.match_indices(word).map(|(at, _)| at);
    places.filter(move |at| !text[..*at].ends_with(is_name))
}

/// The line, counted from one, in which the byte at `at` stands.
pub fn line_at(text: &str, at: usize) -> usize {
    text.as_bytes()
        .iter()
        .take(at)
        .filter(|byte| **byte == b'\n')
        .count()
        + 1
}

/// `one room`, `two rooms`: a count with its noun.
pub fn count(n: usize, noun: &str) -> String {
    let s = if n == 1 { "" } else { "s" };
    format!("{n} {noun}{s}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_inside_a_name_does_not_count() {
        let found: Vec<usize> = starts("error! compile_error! tracing::error!", "error!").collect();
        assert_eq!(found, [0, 31]);
    }

    #[test]
    fn lines_count_from_one() {
        assert_eq!((line_at("a\nb", 0), line_at("a\nb", 2)), (1, 2));
    }
}
