//! `passwords = ["…", "…"]`: a list behind a name without quotes, as YAML, TOML and programs have it.

use super::{NAMES, TOKEN, is_code, is_reference, quoted};
use crate::places::{begins, is_backslash, is_quote, skip, skip_blanks};
use crate::{Found, is_hidden_under};

/// A list that hides nothing up to here is one of words.
const MOST: usize = 1024;
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
        let made_up = name.word == TOKEN && is_hidden_under(TOKENS, said);
        word && !is_reference(item) && !is_code(item) && (made_up || name.hides(item, false))
    };
    let (end, quotes) = look_through(bytes, open, hides)?;
    Some(Found {
        range: open..end,
        quotes,
    })
}

/// Where a list of texts ends, and the quotes they stand in; nothing where none of them is hidden.
fn look_through(
    bytes: &[u8],
    open: usize,
    hides: impl Fn(&[u8]) -> bool,
) -> Option<(usize, String)> {
    let is_space = |byte: u8| byte.is_ascii_whitespace();
    let (mut quotes, mut hidden, mut at) = (None, false, open + 1);
    while hidden || at - open < MOST {
        let start = skip(bytes, at, is_space);
        let place = skip(bytes, start, is_backslash);
        let quote = *bytes.get(place).filter(|byte| is_quote(**byte))?;
        let around = || format!("{}{}", "\\".repeat(place - start), char::from(quote));
        let quotes = quotes.get_or_insert_with(around);
        let end = quoted::end_from(bytes, place + 1, quote);
        hidden |= hides(&bytes[place + 1..end]);
        let next = skip(bytes, end + quotes.len(), is_space);
        match bytes.get(next)? {
            b',' => at = next + 1,
            b']' if hidden => return Some((next + 1, quotes.clone())),
            _ => return None,
        }
    }
    None
}
