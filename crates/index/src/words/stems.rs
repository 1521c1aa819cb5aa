//! English stems, remembered per thread: the same words come again and again.

use std::cell::RefCell;
use std::collections::HashMap;

use rust_stemmers::{Algorithm, Stemmer};

const REMEMBERED: usize = 20_000;
const MIN_STEM_BYTES: usize = 4;

struct Memo {
    stemmer: Stemmer,
    known: HashMap<Box<str>, Box<str>>,
}

thread_local! {
    static MEMO: RefCell<Memo> = RefCell::new(Memo {
        stemmer: Stemmer::create(Algorithm::English),
        known: HashMap::new(),
    });
}

/// Hands the stem of a lower-case ASCII word to `take`. Words with digits have none.
pub fn with_stem(word: &str, take: &mut impl FnMut(&str)) {
    if word.len() < MIN_STEM_BYTES || word.bytes().any(|b| b.is_ascii_digit()) {
        return take(word);
    }
    MEMO.with_borrow_mut(|memo| {
        if let Some(stem) = memo.known.get(word) {
            return take(stem);
        }
        let stem = memo.stemmer.stem(word);
        take(&stem);
        if memo.known.len() >= REMEMBERED {
            memo.known.clear();
        }
        memo.known.insert(word.into(), stem.as_ref().into());
    });
}
