//! `passwords = ["…", "…"]`: a list behind a name without quotes, as YAML, TOML and programs have it.

use super::{NAMES, is_code, is_reference, quoted};
use crate::places::{begins, is_backslash, is_quote, skip, skip_blanks};
use crate::{Found, is_hidden_under};

/// A longer list is one of words.
const MOST: usize = 4096;
/// Its items go by their look.
const TOKENS: &str = "tokens";

pub fn list_at(bytes: &[u8], at: usize) -> Option<Found> {
    let name = NAMES.iter().find(|name| begins(&bytes[at..], name.word))?;
    let end = at + name.word.len();
    let end = end + usize::from(matches!(bytes.get(end), Some(b's' | b'S')));
    let sign = skip_blanks(bytes, end);
    let open = match bytes.get(sign) {
        Some(b'=' | b':') => skip_blanks(bytes, sign + 1),
        _ => return None,
    };
    if bytes.get(open) != Some(&b'[') {
        return None;
    }
    let hides = |item: &[u8]| {
        let word = !item.is_empty() && item.iter().all(u8::is_ascii_graphic);
        let said = std::str::from_utf8(item).unwrap_or_default();
        let made_up = name.word == "token" && is_hidden_under(TOKENS, said);
        word && !is_reference(item) && !is_code(item) && (made_up || name.hides(item))
    };
    let list = List::at(bytes, open)?;
    list.items.into_iter().any(hides).then(|| Found {
        range: open..list.end,
        quotes: list.quotes,
    })
}

/// Texts with commas between them.
struct List<'a> {
    items: Vec<&'a [u8]>,
    /// Behind its bracket, or where it was cut off.
    end: usize,
    quotes: String,
}

// === impl List ===

impl<'a> List<'a> {
    fn at(bytes: &'a [u8], open: usize) -> Option<Self> {
        let bytes = &bytes[..bytes.len().min(open + MOST)];
        let (mut items, mut quotes, mut at) = (Vec::new(), None, open + 1);
        loop {
            let start = skip(bytes, at, |byte| byte.is_ascii_whitespace());
            let place = skip(bytes, start, is_backslash);
            let quote = *bytes.get(place).filter(|byte| is_quote(**byte))?;
            let around = || format!("{}{}", "\\".repeat(place - start), char::from(quote));
            let quotes = quotes.get_or_insert_with(around);
            let end = quoted::end_from(bytes, place + 1, quote);
            items.push(&bytes[place + 1..end]);
            let closed = (end + quotes.len()).min(bytes.len());
            let next = skip(bytes, closed, |byte| byte.is_ascii_whitespace());
            match bytes.get(next) {
                Some(b',') => at = next + 1,
                Some(b']') => {
                    let quotes = quotes.clone();
                    let end = next + 1;
                    return Some(Self { items, end, quotes });
                }
                _ => return None,
            }
        }
    }
}
