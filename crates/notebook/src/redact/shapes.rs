//! What secrets look like.

use super::SECRET;

/// A secret known by how it begins: the beginning, then at least so many of these characters.
struct Shape {
    begins: &'static str,
    least: usize,
    of: fn(u8) -> bool,
}

const fn shape(begins: &'static str, least: usize, of: fn(u8) -> bool) -> Shape {
    Shape { begins, least, of }
}

/// Longer beginnings stand before those they begin with.
const SHAPES: [Shape; 22] = [
    shape("bearer ", 20, is_opaque),
    shape("sk-proj-", 20, is_word),
    shape("sk-ant-", 20, is_word),
    shape("sk-", 20, is_word),
    shape("pk-", 20, is_word),
    shape("rk-", 20, is_word),
    shape("ak-", 20, is_word),
    shape("ghp_", 36, is_word),
    shape("gho_", 36, is_word),
    shape("ghu_", 36, is_word),
    shape("ghs_", 36, is_word),
    shape("ghr_", 36, is_word),
    shape("github_pat_", 22, is_word),
    shape("xoxb-", 10, is_word),
    shape("xoxp-", 10, is_word),
    shape("xoxa-", 10, is_word),
    shape("xoxs-", 10, is_word),
    shape("akia", 16, is_alphanumeric),
    shape("aiza", 35, is_word),
    shape("npm_", 36, is_word),
    shape("glpat-", 20, is_word),
    shape("dop_v1_", 64, is_word),
];

/// Words after which a value stands.
const NAMES: [&str; 8] = [
    "api_key",
    "api-key",
    "apikey",
    "secret",
    "token",
    "password",
    "credential",
    "auth",
];
/// Shorter values are left alone: they are words, not secrets.
const LEAST_VALUE: usize = 20;
/// The parts of a JSON web token, each with at least so many characters.
const LEAST_PART: usize = 4;

/// The text with each secret replaced.
pub fn without(text: &str) -> String {
    let (bytes, mut kept, mut from, mut at) = (text.as_bytes(), String::new(), 0, 0);
    while at < bytes.len() {
        let Some(secret) = secret_at(bytes, at) else {
            at += 1;
            continue;
        };
        // Secrets are ASCII from their first byte to their last, so both places are between characters.
        kept.push_str(&text[from..secret.start]);
        kept.push_str(SECRET);
        (from, at) = (secret.end, secret.end);
    }
    kept.push_str(&text[from..]);
    kept
}

fn secret_at(bytes: &[u8], at: usize) -> Option<std::ops::Range<usize>> {
    if let Some(value) = named(bytes, at) {
        return Some(value);
    }
    // Inside a word nothing begins: `task-` is no key.
    if at > 0 && bytes[at - 1].is_ascii_alphanumeric() {
        return None;
    }
    let end = shaped(bytes, at).or_else(|| web_token(bytes, at))?;
    Some(at..end)
}

/// `API_KEY=…`, `"password": "…"`: the value alone, so that one still sees what was set.
fn named(bytes: &[u8], at: usize) -> Option<std::ops::Range<usize>> {
    let name = NAMES.iter().find(|name| begins(&bytes[at..], name))?;
    let mut place = skip(bytes, at + name.len(), is_quote);
    place = skip(bytes, place, is_blank);
    if !matches!(bytes.get(place), Some(b'=' | b':')) {
        return None;
    }
    place = skip(bytes, place + 1, is_blank);
    place = skip(bytes, place, is_quote);
    let end = skip(bytes, place, is_value);
    (end - place >= LEAST_VALUE).then_some(place..end)
}

fn shaped(bytes: &[u8], at: usize) -> Option<usize> {
    SHAPES.iter().find_map(|shape| {
        let from = at + shape.begins.len();
        let end = begins(&bytes[at..], shape.begins).then(|| skip(bytes, from, shape.of))?;
        (end - from >= shape.least).then_some(end)
    })
}

/// Three parts with full stops between them, the first of which begins an object.
fn web_token(bytes: &[u8], at: usize) -> Option<usize> {
    if !bytes[at..].starts_with(b"eyJ") {
        return None;
    }
    let mut place = at;
    for part in 0..3 {
        let end = skip(bytes, place, is_word);
        if end - place < LEAST_PART || part < 2 && bytes.get(end) != Some(&b'.') {
            return None;
        }
        place = if part < 2 { end + 1 } else { end };
    }
    Some(place)
}

fn begins(bytes: &[u8], word: &str) -> bool {
    let head = bytes.get(..word.len());
    head.is_some_and(|head| head.eq_ignore_ascii_case(word.as_bytes()))
}

fn skip(bytes: &[u8], from: usize, of: fn(u8) -> bool) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    from + rest.iter().take_while(|byte| of(**byte)).count()
}

fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'\\' | b'`')
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn is_alphanumeric(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

fn is_value(byte: u8) -> bool {
    is_word(byte) || matches!(byte, b'/' | b'.' | b'+')
}

fn is_opaque(byte: u8) -> bool {
    is_value(byte) || matches!(byte, b'=' | b'~')
}
