//! One text of several: every sentence that says something of its own, once.

use std::collections::BTreeSet;

use mneme_index::words::{is_stop_word, words};
use mneme_notebook::similar::Said;
use mneme_recall::brief::sentences_of;

/// So many characters more than the longest of them; else the longest has to do.
const LONGER_BY: usize = 240;

pub fn fuse(texts: &[&str]) -> String {
    let longest = texts.iter().max_by_key(|text| text.chars().count());
    let longest = longest.copied().unwrap_or_default().trim();
    let mut kept: Vec<(&str, Said)> = Vec::new();
    for sentence in texts.iter().flat_map(|text| sentences_of(text)) {
        add(&mut kept, sentence);
    }
    let told: Vec<&str> = kept.iter().map(|(sentence, _)| *sentence).collect();
    // Where one of them says it all, it is told as it was written.
    let whole = |text: &&&str| sentences_of(text) == told;
    if let Some(text) = texts.iter().find(whole) {
        return text.trim().to_owned();
    }
    let told = joined(&told);
    match told.chars().count() <= longest.chars().count() + LONGER_BY {
        true => told,
        false => longest.to_owned(),
    }
}

/// A sentence that does not end itself is ended before the next one.
fn joined(sentences: &[&str]) -> String {
    let mut told = String::new();
    for sentence in sentences {
        if told.ends_with(char::is_alphanumeric) {
            told.push('.');
        }
        if !told.is_empty() {
            told.push(' ');
        }
        told.push_str(sentence.trim());
    }
    told
}

/// What a longer sentence says too is not said beside it.
fn add<'a>(kept: &mut Vec<(&'a str, Said)>, sentence: &'a str) {
    let said = Said::read(sentence);
    let tells = |known: &Said| known.repeats(&said) || is_told_by(known, &said);
    match kept.iter_mut().find(|(_, known)| tells(known)) {
        Some(known) if known.1.words.len() < said.words.len() => *known = (sentence, said),
        Some(_) => {}
        None => kept.push((sentence, said)),
    }
}

/// The same words but for those that say nothing: articles, particles.
fn is_told_by(known: &Said, said: &Said) -> bool {
    let telling = |said: &Said| -> BTreeSet<String> {
        let words = said.words.iter().flat_map(|word| words(word));
        words.filter(|word| !is_stop_word(word)).collect()
    };
    let own = telling(known);
    !own.is_empty() && own == telling(said) && known.is_of_the_same(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_sentence_is_told_once() {
        let fused = fuse(&[
            "Deploys need approval. Ask Maria.",
            "deploys need approval! The list is in docs/deploy.md.",
        ]);
        assert_eq!(
            fused,
            "Deploys need approval. Ask Maria. The list is in docs/deploy.md."
        );
    }

    #[test]
    fn what_one_of_them_says_whole_is_told_as_it_was_written() {
        let long = "Deploys need approval from Maria,\nand only she gives it.";
        assert_eq!(
            fuse(&["Prefer rg over grep.", "prefer RG over grep"]),
            "Prefer rg over grep."
        );
        assert_eq!(fuse(&[long, long]), long);
    }

    #[test]
    fn small_words_make_no_other_sentence_and_none_runs_into_the_next() {
        let said = "Deploys need approval from Maria.";
        assert_eq!(
            fuse(&[said, "deploys need an approval from Maria"]),
            "deploys need an approval from Maria"
        );
        assert_eq!(
            fuse(&["Maria approves", "Ask early"]),
            "Maria approves. Ask early"
        );
        assert_eq!(
            fuse(&["It is on.", "It is not on."]),
            "It is on. It is not on."
        );
    }

    #[test]
    fn too_much_is_the_longest() {
        let (a, b) = ("a ".repeat(200), "b c ".repeat(200));
        assert_eq!(fuse(&[&a, &b]), b.trim());
    }
}
