//! Real token counts, in the vocabulary of current models (`o200k_base`).

/// How many tokens a model reads in this text.
pub fn count(text: &str) -> usize {
    bpe_openai::o200k_base().count(text)
}

/// The longest start of `text`, cut between words, that fits into `budget` tokens.
pub fn cut(text: &str, budget: usize) -> &str {
    let ends = text
        .char_indices()
        .filter(|(_, c)| c.is_whitespace())
        .map(|(i, _)| i);
    let ends: Vec<usize> = [0].into_iter().chain(ends).chain([text.len()]).collect();
    // More words never take fewer tokens, so the longest fit is found by halving.
    let fit = ends.partition_point(|end| count(&text[..*end]) <= budget);
    &text[..ends[fit.saturating_sub(1)]]
}

/// The longest end of `text`, cut between words, that fits into `budget` tokens.
pub fn tail(text: &str, budget: usize) -> &str {
    let starts = text
        .char_indices()
        .filter(|(_, c)| c.is_whitespace())
        .map(|(i, c)| i + c.len_utf8());
    let starts: Vec<usize> = [0].into_iter().chain(starts).chain([text.len()]).collect();
    let long = starts.partition_point(|start| count(&text[*start..]) > budget);
    &text[starts.get(long).copied().unwrap_or(text.len())..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_a_models_not_a_guess() {
        assert_eq!(count(""), 0);
        assert_eq!(count("hello world"), 2);
        assert!(count("antidisestablishmentarianism") > 2);
    }

    #[test]
    fn cutting_fits_and_keeps_words_whole() {
        let text = "one two three four five six seven eight nine ten";
        let short = cut(text, 4);
        assert!(count(short) <= 4 && text.starts_with(short) && !short.is_empty());
        assert_eq!(cut(text, 1_000), text);
        assert_eq!(cut(text, 0), "");
        let end = tail(text, 4);
        assert!(count(end) <= 4 && text.ends_with(end) && end.starts_with(char::is_alphabetic));
        assert_eq!((tail(text, 1_000), tail(text, 0)), (text, ""));
        assert_eq!(tail("", 4), "");
    }
}
