//! The pieces of a tokeniser from either of its files, and a text cut with them.

#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{parts, room, scratch, within, write};
use mneme_index::embed::wordpiece::WordPiece;

static DIR: LazyLock<PathBuf> = LazyLock::new(|| scratch("vocabulary"));

fuzz_target!(|input: &[u8]| {
    let [kind, rest @ ..] = input else {
        return;
    };
    let [text, settings, pieces] = parts(rest);
    let (name, other) = match kind % 2 {
        0 => ("vocab.txt", "tokenizer.json"),
        _ => ("tokenizer.json", "vocab.txt"),
    };
    let _ = std::fs::remove_file(DIR.join(other));
    write(&DIR.join(name), pieces);
    write(&DIR.join("tokenizer_config.json"), settings);
    let Ok(words) = within(room(input.len()), || WordPiece::open(&DIR)) else {
        return;
    };
    let text = String::from_utf8_lossy(text);
    for limit in [0, 3, 256] {
        let numbers = within(room(input.len()), || words.encode(&text, limit));
        assert!((2..=limit.max(2)).contains(&numbers.len()));
        assert!(numbers.iter().all(|number| *number <= words.highest()));
    }
});
