use std::fs;

use tempfile::TempDir;

use super::*;

const PIECES: &str =
    "[PAD]\n[UNK]\n[CLS]\n[SEP]\nhello\nun\n##believ\n##able\ncafe\nCafé\n東\n京\n!\nb\n##b";

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn encode(text: &str) -> Vec<u32> {
    let folder = folder(&[("vocab.txt", PIECES)]);
    WordPiece::open(folder.path()).unwrap().encode(text, 16)
}

#[test]
fn words_are_cut_into_the_longest_pieces() {
    assert_eq!(encode("Hello, UNBELIEVABLE!"), [2, 4, 1, 5, 6, 7, 12, 3]);
    assert_eq!(encode("café\u{0} 東京!!"), [2, 8, 10, 11, 12, 12, 3]);
    assert_eq!(encode("  \t\n"), [2, 3]);
    assert_eq!(encode("[SEP] unx"), [2, 1, 1, 1, 1, 3]);
}

#[test]
fn a_word_of_more_than_a_hundred_letters_is_unknown() {
    let numbers = |letters| encode(&format!("{} hello", "b".repeat(letters)));
    assert_eq!(numbers(3), [2, 13, 14, 14, 4, 3]);
    assert_eq!(numbers(101), [2, 1, 4, 3]);
    assert_eq!(numbers(100_000), [2, 1, 4, 3]);
}

#[test]
fn case_and_accents_stay_when_the_settings_say_so() {
    let settings = ("tokenizer_config.json", r#"{"do_lower_case": false}"#);
    let folder = folder(&[("vocab.txt", PIECES), settings]);
    let words = WordPiece::open(folder.path()).unwrap();
    assert_eq!(words.encode("Café cafe Hello", 16), [2, 9, 8, 1, 3]);
}

#[test]
fn a_long_text_is_read_only_as_far_as_needed() {
    let folder = folder(&[("vocab.txt", PIECES)]);
    let words = WordPiece::open(folder.path()).unwrap();
    let text = "hello ".repeat(20_000);
    let mut taken = 0;
    let numbers = words.encode_chars(text.chars().inspect(|_| taken += 1), 256);
    assert_eq!(numbers.len(), 256);
    assert!(taken < 256 * 6 + 8, "{taken}");
}

#[test]
fn the_frame_is_there_however_small_the_limit() {
    let folder = folder(&[("vocab.txt", PIECES)]);
    let words = WordPiece::open(folder.path()).unwrap();
    assert_eq!(words.encode("hello hello", 0), [2, 3]);
    assert_eq!(words.encode("hello hello", 3), [2, 4, 3]);
}

#[test]
fn the_vocabulary_may_stand_in_the_other_file() {
    let json = r#"{"model": {"type": "WordPiece", "vocab": {"[UNK]": 0, "[CLS]": 7, "[SEP]": 9, "a": 3}}}"#;
    let folder = folder(&[("tokenizer.json", json)]);
    let words = WordPiece::open(folder.path()).unwrap();
    assert_eq!((words.encode("a", 8), words.highest()), (vec![7, 3, 9], 9));
}

#[test]
fn a_vocabulary_that_cannot_be_used_is_an_error() {
    let open = |files: &[(&str, &str)]| WordPiece::open(folder(files).path()).err().unwrap();
    assert!(matches!(open(&[]), Error::Missing { path } if path.ends_with("vocab.txt")));
    assert!(matches!(
        open(&[("vocab.txt", "a\nb")]),
        Error::Damaged { .. }
    ));
    assert!(matches!(
        open(&[("tokenizer.json", "{")]),
        Error::Damaged { .. }
    ));
    let other = r#"{"model": {"type": "BPE", "vocab": {}}}"#;
    assert!(matches!(
        open(&[("tokenizer.json", other)]),
        Error::Unsupported { .. }
    ));
    let settings = ("tokenizer_config.json", "[]");
    assert!(matches!(
        open(&[("vocab.txt", PIECES), settings]),
        Error::Damaged { .. }
    ));
}
