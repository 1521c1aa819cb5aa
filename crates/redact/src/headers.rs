//! `Authorization: Bearer …`: what stands behind the scheme is a credential, however short.

use std::ops::Range;

use crate::edges::is_edge;
use crate::places::{begins, is_blank, is_quote, is_word, skip, skip_blanks};

const NAME: &str = "authorization";
const PROXY: &str = "proxy-";
const SCHEMES: [&str; 6] = ["bearer", "basic", "token", "apikey", "bot", "negotiate"];
/// In the middle of a sentence a shorter one is a word.
const LEAST: usize = 8;

pub fn value_at(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    if !begins(&bytes[at..], NAME) || !is_edge(bytes, at) {
        return None;
    }
    let sign = skip_blanks(bytes, at + NAME.len());
    let from = match bytes.get(sign) {
        Some(b':' | b'=') => skip_blanks(bytes, sign + 1),
        _ => return None,
    };
    let scheme = skip(bytes, from, |byte| byte.is_ascii_alphabetic());
    let said = &bytes[from..scheme];
    let mut schemes = SCHEMES.iter();
    schemes.find(|known| said.eq_ignore_ascii_case(known.as_bytes()))?;
    let from = skip_blanks(bytes, scheme);
    let end = skip(bytes, from, is_opaque);
    let value = &bytes[from..end];
    let shown = scheme < from && from < end && !is_placeholder(value);
    (shown && (is_line(bytes, at, end) || looks_made_up(value))).then_some(from..end)
}

/// Whether the header stands by itself: in quotes, or on a line of its own.
fn is_line(bytes: &[u8], at: usize, end: usize) -> bool {
    let start = at.saturating_sub(PROXY.len());
    let start = match begins(&bytes[start..], PROXY) {
        true => start,
        false => at,
    };
    let mark = |byte: &&u8| is_blank(**byte) || b"->+*<".contains(*byte);
    let before = bytes[..start].iter().rev().find(|byte| !mark(byte));
    let ends = |byte: &u8| matches!(byte, b'\n' | b'\r');
    match before {
        None | Some(b'\n') => bytes.get(end).is_none_or(ends),
        Some(quote) if is_quote(*quote) => {
            let closes = |byte: &u8| byte == quote || *byte == b'\\' || ends(byte);
            bytes.get(end).is_none_or(closes)
        }
        Some(_) => false,
    }
}

/// `YOUR_TOKEN` is to be replaced.
fn is_placeholder(value: &[u8]) -> bool {
    let capitals = |byte: &u8| byte.is_ascii_uppercase() || *byte == b'_';
    value.len() > 1 && value.iter().all(capitals)
}

/// Words have no digits, and great letters only where they begin.
fn looks_made_up(value: &[u8]) -> bool {
    let odd = |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_uppercase() || *byte == b'=';
    value.len() >= LEAST && value.iter().skip(1).any(odd)
}

fn is_opaque(byte: u8) -> bool {
    is_word(byte) || matches!(byte, b'/' | b'.' | b'+' | b'=' | b'~')
}
