//! What secrets look like.

use std::ops::Range;

use crate::edges::is_edge;
use crate::places::{begins, is_word, mark, skip, skip_up_to};
use crate::{SECRET, glued};

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
const SHAPES: [Shape; 48] = [
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
    shape("xapp-", 20, is_word),
    shape("akia", 16, is_alphanumeric),
    shape("asia", 16, is_alphanumeric),
    shape("aiza", 35, is_word),
    shape("npm_", 36, is_word),
    shape("glpat-", 20, is_word),
    shape("dop_v1_", 64, is_word),
    shape("sk_live_", 16, is_word),
    shape("sk_test_", 16, is_word),
    shape("rk_live_", 16, is_word),
    shape("whsec_", 16, is_word),
    // Our own.
    shape("mk_", 48, is_hex),
    shape("ek_", 64, is_hex),
    shape("hf_", 30, is_alphanumeric),
    shape("hvs.", 20, is_word),
    shape("sg.", 40, is_value),
    shape("pypi-agei", 20, is_word),
    shape("gocspx-", 20, is_word),
    shape("ya29.", 20, is_word),
    shape("gsk_", 30, is_alphanumeric),
    shape("xai-", 30, is_alphanumeric),
    shape("shpat_", 30, is_alphanumeric),
    shape("lin_api_", 30, is_alphanumeric),
    shape("dapi", 32, is_hex),
    shape("age-secret-key-1", 40, is_alphanumeric),
    shape("atatt3", 40, is_opaque),
    shape("ntn_", 30, is_alphanumeric),
    shape("hooks.slack.com/services/", 20, is_value),
    shape("hooks.slack.com/workflows/", 20, is_value),
    shape("discord.com/api/webhooks/", 20, is_value),
    shape("discordapp.com/api/webhooks/", 20, is_value),
];

/// Whether it is made of words shows by here; what follows is looked at once, when it goes.
pub const MOST_JUDGED: usize = 256;
/// The parts of a JSON web token, each with at least so many characters.
const LEAST_PART: usize = 4;
/// The first is short; one without an end is looked at no further, or many would take for ever.
const MOST_HEAD: usize = 1024;
/// What the first line of a private key says ends by here.
const MOST_LINE: usize = 80;

const ADDRESS: &str = "://";
const WEB_TOKEN: &str = "eyJ";
const BOT: &str = "bot";
const BEGIN: &str = "-----begin ";
const END: &[u8] = b"-----END ";

/// Letters that secrets begin with.
pub const fn mark_all(letters: &mut [bool; 256]) {
    let mut n = 0;
    while n < SHAPES.len() {
        mark(letters, SHAPES[n].begins);
        n += 1;
    }
    mark(letters, ADDRESS);
    mark(letters, BEGIN);
    mark(letters, WEB_TOKEN);
    mark(letters, BOT);
    // Tokens of bots begin with a number, or with one in base64.
    let starts = b"0123456789MNO";
    let mut n = 0;
    while n < starts.len() {
        letters[starts[n] as usize] = true;
        n += 1;
    }
}

/// A secret that begins here, or the password of an address. Where something was cut off or taken
/// out right before it, no word goes on.
pub fn secret_at(bytes: &[u8], at: usize, cut: bool) -> Option<Range<usize>> {
    if let Some(password) = in_address(bytes, at) {
        return Some(password);
    }
    let end = match cut || is_edge(bytes, at) {
        true => alone(bytes, at),
        false => glued::end(bytes, at),
    };
    Some(at..end?)
}

fn alone(bytes: &[u8], at: usize) -> Option<usize> {
    let end = shaped(bytes, at).or_else(|| web_token(bytes, at));
    let end = end.or_else(|| private_key(bytes, at));
    end.or_else(|| telegram(bytes, at))
        .or_else(|| discord(bytes, at))
}

/// `https://who:password@host`: the password alone.
fn in_address(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    if !begins(&bytes[at..], ADDRESS) {
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
    if !begins(&bytes[at..], BEGIN) {
        return None;
    }
    let rest = &bytes[at..];
    let line = skip_up_to(MOST_LINE, rest, 0, |byte| byte != b'\n');
    let line = &rest[..line];
    if !within(line, b"PRIVATE KEY-----") && !within(line, b"PRIVATE KEY BLOCK-----") {
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

fn shaped(bytes: &[u8], at: usize) -> Option<usize> {
    SHAPES.iter().find_map(|shape| {
        let from = at + shape.begins.len();
        let judged = begins(&bytes[at..], shape.begins)
            .then(|| skip_up_to(MOST_JUDGED, bytes, from, shape.of))?;
        let is = judged - from >= shape.least && !is_words(&bytes[from..judged]);
        is.then(|| skip(bytes, judged, shape.of))
    })
}

/// `sk-text-repr-fallback-and-more` is a name made of words: a key has a digit or a great letter.
pub fn is_words(rest: &[u8]) -> bool {
    let between = rest.iter().filter(|byte| matches!(byte, b'-' | b'_'));
    between.count() >= 2
        && !rest
            .iter()
            .any(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
}

/// Three parts with full stops between them, the first of which begins an object.
pub fn web_token(bytes: &[u8], at: usize) -> Option<usize> {
    if !bytes[at..].starts_with(WEB_TOKEN.as_bytes()) {
        return None;
    }
    let mut place = at;
    for part in 0..3 {
        let most = if part == 0 { MOST_HEAD } else { usize::MAX };
        let end = skip_up_to(most, bytes, place, is_word);
        if end - place < LEAST_PART || part < 2 && bytes.get(end) != Some(&b'.') {
            return None;
        }
        place = if part < 2 { end + 1 } else { end };
    }
    Some(place)
}

/// `123456789:AA…`, in an address behind `bot`.
fn telegram(bytes: &[u8], at: usize) -> Option<usize> {
    let from = at
        + if begins(&bytes[at..], BOT) {
            BOT.len()
        } else {
            0
        };
    let colon = skip_up_to(11, bytes, from, |byte| byte.is_ascii_digit());
    let end = skip_up_to(40, bytes, colon + 1, is_word);
    let is = (8..=10).contains(&(colon - from)) && bytes.get(colon) == Some(&b':');
    (is && (34..=36).contains(&(end - colon - 1))).then_some(end)
}

/// Three parts with full stops between them, the first of which is a number in base64.
fn discord(bytes: &[u8], at: usize) -> Option<usize> {
    if !b"MNO".contains(&bytes[at]) {
        return None;
    }
    let mut place = at;
    for (part, lengths) in [(0, 23..=28), (1, 6..=7), (2, 27..=45)] {
        let end = skip_up_to(64, bytes, place, is_word);
        let dot = bytes.get(end) == Some(&b'.');
        if !lengths.contains(&(end - place)) || part < 2 && !dot {
            return None;
        }
        place = if part < 2 { end + 1 } else { end };
    }
    Some(place)
}

fn is_in_address(byte: u8) -> bool {
    byte.is_ascii_graphic() && !matches!(byte, b':' | b'@' | b'/' | b'"' | b'\'' | b'<' | b'>')
}

pub fn is_hex(byte: u8) -> bool {
    byte.is_ascii_hexdigit()
}

pub fn is_alphanumeric(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

fn is_value(byte: u8) -> bool {
    is_word(byte) || matches!(byte, b'/' | b'.' | b'+')
}

fn is_opaque(byte: u8) -> bool {
    is_value(byte) || matches!(byte, b'=' | b'~')
}
