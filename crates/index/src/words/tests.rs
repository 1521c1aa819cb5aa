use proptest::prelude::*;

use super::*;

#[test]
fn english_words_meet_in_their_stem() {
    assert_eq!(
        words("Testing the tests, tested!"),
        ["test", "the", "test", "test"]
    );
    assert_eq!(
        words("Caroline's dog doesn't bark"),
        words("caroline dog doesnt bark")
    );
}

#[test]
fn other_languages_are_left_whole() {
    assert_eq!(words("Größe über Straße"), ["große", "uber", "straße"]);
    assert_eq!(words("памятник ПАМЯТНИК"), ["памятник", "памятник"]);
    assert_eq!(words("東京都 a"), ["東京", "京都", "a"]);
    assert_eq!(words("東"), ["東"]);
    assert!(!words("서울에서 만나요").is_empty());
    assert_eq!(
        words("हिन्दी हिन्द"),
        ["हिन्दी", "हिन्द"],
        "vowel signs are kept"
    );
}

#[test]
fn accents_do_not_hide_a_word() {
    assert_eq!(words("café"), words("cafe"));
}

#[test]
fn identifiers_are_kept_whole() {
    let found = identifiers(
        "See src/main.rs:42, error E0425 in `std::env`, set RUST_LOG=debug; v1.2.3 at https://a.b/c?d=1. getUserName well-known plain word.",
    );
    for id in [
        "src/main.rs:42",
        "src/main.rs",
        "e0425",
        "std::env",
        "rust_log",
        "v1.2.3",
        "https://a.b/c?d=1",
        "getusername",
        "well-known",
    ] {
        assert!(found.iter().any(|f| f == id), "{id} not in {found:?}");
    }
    for plain in ["see", "plain", "word", "error", "at"] {
        assert!(!found.iter().any(|f| f == plain), "{plain} in {found:?}");
    }
}

#[test]
fn identifiers_are_split_into_words_too() {
    let list = words("getUserName RUST_LOG src/main.rs");
    for part in ["getusernam", "rust", "log", "src", "main", "rs"] {
        assert!(list.iter().any(|w| w == part), "{part} not in {list:?}");
    }
}

proptest! {
    #[test]
    fn any_text_gives_short_clean_words(text in "\\PC{0,200}") {
        for word in words(&text) {
            prop_assert!(!word.is_empty() && word.len() <= MAX_WORD_BYTES);
            prop_assert!(!word.contains(char::is_whitespace));
        }
        for id in identifiers(&text) {
            prop_assert!(!id.is_empty() && !id.contains(char::is_whitespace));
        }
    }

    #[test]
    fn analysing_a_word_again_changes_nothing_for_plain_words(word in "[a-z]{1,3}") {
        prop_assert_eq!(words(&word), words(&word.to_uppercase()));
    }
}
