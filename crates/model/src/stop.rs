//! Words so common that a question is better asked without them, and that no summary names.
//! Documents keep theirs.
//!
//! Stems stand beside the words they come from: an index asks with stems, a summary with words.

const STOP: &[&str] = &[
    "a", "about", "after", "all", "also", "am", "an", "and", "ani", "any", "are", "as", "at", "be",
    "becaus", "because", "been", "befor", "before", "but", "by", "can", "could", "did", "do",
    "doe", "does", "for", "from", "had", "has", "have", "he", "her", "him", "his", "how", "i",
    "if", "in", "into", "is", "it", "its", "me", "my", "not", "of", "off", "on", "or", "our",
    "out", "she", "should", "so", "some", "such", "than", "that", "the", "their", "them", "then",
    "there", "these", "they", "this", "those", "to", "too", "up", "us", "was", "we", "were",
    "what", "when", "where", "whi", "which", "while", "who", "whom", "why", "will", "with",
    "would", "you", "your",
];

/// Whether a word in small letters, or its stem, is a stop word of English.
pub fn is_stop_word(word: &str) -> bool {
    STOP.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_so_that_it_can_be_searched() {
        assert!(STOP.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(is_stop_word("the") && !is_stop_word("memori"));
    }
}
