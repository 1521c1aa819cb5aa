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
const SHAPES: [Shape; 28] = [
    shape("authorization: basic ", 8, is_opaque),
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
    shape("sk_live_", 16, is_word),
    shape("sk_test_", 16, is_word),
    shape("rk_live_", 16, is_word),
    shape("whsec_", 16, is_word),
    shape("hf_", 30, is_alphanumeric),
];

/// Words after which a value stands; longer ones before those they begin with.
const NAMES: [&str; 12] = [
    "secret_access_key",
    "secret_key",
    "private_key",
    "passwd",
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

const END: &[u8] = b"-----END ";

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
    if let Some(value) = named(bytes, at).or_else(|| in_address(bytes, at)) {
        return Some(value);
    }
    // Inside a word nothing begins: `task-` is no key.
    if at > 0 && bytes[at - 1].is_ascii_alphanumeric() {
        return None;
    }
    let end = shaped(bytes, at).or_else(|| web_token(bytes, at));
    let end = end.or_else(|| private_key(bytes, at))?;
    Some(at..end)
}

/// `https://who:password@host`: the password alone.
fn in_address(bytes: &[u8], at: usize) -> Option<std::ops::Range<usize>> {
    if !begins(&bytes[at..], "://") {
        return None;
    }
    let colon = skip(bytes, at + 3, is_in_address);
    let password = Some(colon + 1).filter(|_| bytes.get(colon) == Some(&b':'))?;
    let end = skip(bytes, password, |byte| is_in_address(byte) || byte == b':');
    let known = bytes[password..].starts_with(SECRET.as_bytes());
    (end > password && bytes.get(end) == Some(&b'@') && !known).then_some(password..end)
}

/// From the line that begins a private key to the end of the one that ends it, or of the text.
fn private_key(bytes: &[u8], at: usize) -> Option<usize> {
    if !begins(&bytes[at..], "-----begin ") {
        return None;
    }
    let rest = &bytes[at..];
    let line = skip(rest, 0, |byte| byte != b'\n');
    if !within(&rest[..line.min(80)], b"PRIVATE KEY-----") {
        return None;
    }
    let ends = rest.windows(END.len()).position(|place| place == END);
    let Some(from) = ends else {
        return Some(bytes.len());
    };
    let from = at + from + END.len();
    let name = skip(bytes, from, |byte| {
        byte.is_ascii_uppercase() || byte == b' '
    });
    Some(skip(bytes, name, |byte| byte == b'-'))
}

fn within(bytes: &[u8], what: &[u8]) -> bool {
    bytes.windows(what.len()).any(|place| place == what)
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

fn is_in_address(byte: u8) -> bool {
    byte.is_ascii_graphic() && !matches!(byte, b':' | b'@' | b'/' | b'"' | b'\'' | b'<' | b'>')
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
