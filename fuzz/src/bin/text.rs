//! Texts taken apart: words, identifiers, passages, tokens.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{STEMS, room, within};
use mneme_index::document::Words;
use mneme_index::embed::{Encoder, Hashed};
use mneme_index::fuzzing::passages;
use mneme_index::words::{identifiers, words};
use mneme_model::Moment;
use mneme_recall::tokens;

fuzz_target!(|text: &str| {
    let room = STEMS + room(text.len());
    for word in within(room, || words(text)) {
        assert!(!word.is_empty() && word.len() <= 64 && !word.contains(char::is_whitespace));
    }
    for id in within(room, || identifiers(text)) {
        assert!(!id.is_empty() && !id.contains(char::is_whitespace));
    }
    let parts = within(room, || passages(text));
    assert!(
        parts.len() <= 4
            && parts
                .iter()
                .all(|part| !part.is_empty() && part.len() <= 1_000)
    );
    let said = within(room, || Words::of(text, Some("Ann"), Moment::default()));
    assert_eq!(said.length as usize, words(text).len());
    let budget = text.len() % 16;
    let cut = tokens::cut(text, budget);
    assert!(text.starts_with(cut) && tokens::count(cut) <= budget);
    assert_eq!(Hashed.encode(&[text]).unwrap()[0].len(), Hashed.dimension());
});
