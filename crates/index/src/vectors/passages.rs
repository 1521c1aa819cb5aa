//! A long text has more than one meaning: it is read in passages, each with a vector of its
//! own, and is as near as the nearest of them.

/// About as much as a model reads at once (256 pieces of words).
const PASSAGE_BYTES: usize = 1_000;
/// What stands beyond is found by its words.
const MAX_PASSAGES: usize = 4;

/// The passages of a text, cut between words.
pub fn passages(text: &str) -> Vec<&str> {
    let (mut rest, mut passages) = (text.trim(), Vec::new());
    while !rest.is_empty() && passages.len() < MAX_PASSAGES {
        let (passage, later) = rest.split_at(end(rest));
        passages.push(passage.trim_end());
        rest = later.trim_start();
    }
    passages
}

/// Where the first passage ends: whole words, if there are any.
fn end(text: &str) -> usize {
    if text.len() <= PASSAGE_BYTES {
        return text.len();
    }
    let room = &text[..text.floor_char_boundary(PASSAGE_BYTES)];
    room.rfind(char::is_whitespace)
        .filter(|at| *at > PASSAGE_BYTES / 2)
        .unwrap_or(room.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn short_texts_are_one_passage() {
        assert_eq!(passages("a short one"), ["a short one"]);
        assert!(passages("  ").is_empty());
    }

    #[test]
    fn long_texts_are_cut_between_words() {
        let text = "word ".repeat(500);
        let parts = passages(&text);
        assert_eq!(parts.len(), 3);
        assert!(
            parts
                .iter()
                .all(|part| part.split(' ').all(|word| word == "word"))
        );
    }

    proptest! {
        #[test]
        fn any_text_is_cut_into_few_short_passages(text in "\\PC{0,3000}") {
            let parts = passages(&text);
            prop_assert!(parts.len() <= MAX_PASSAGES);
            prop_assert!(parts.iter().all(|part| !part.is_empty() && part.len() <= PASSAGE_BYTES));
        }
    }
}
