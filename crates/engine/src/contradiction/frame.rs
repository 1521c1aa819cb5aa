//! The whole of a short statement but for what denies it. Of two content words that agree, little
//! follows by itself: a cat on a table and one that is not under it do not disagree. So where there are
//! no more, everything around them has to agree as well.

use mneme_index::words::each_word;

use super::lexicon::{affirmed, is_empty_word, is_hedge, is_negator, stands_for};

/// Every word by its stem, in the order of the alphabet, without those that deny or say nothing. `None`
/// for a question, and for what only holds of some, or at times: with and without a "not" both may be.
pub fn frame(text: &str, words: &[String]) -> Option<Vec<String>> {
    if text.trim_end().ends_with('?') || words.iter().any(|word| is_hedge(word)) {
        return None;
    }
    let mut frame = Vec::new();
    for word in words {
        let word = match is_negator(word) {
            true => affirmed(word),
            false => word,
        };
        let word = stands_for(word).map_or(word, |(stands_for, _)| stands_for);
        if !is_empty_word(word) {
            each_word(word, |stem| frame.push(stem.to_owned()));
        }
    }
    frame.sort();
    Some(frame)
}
