//! Keys that begin as no word does: they are seen wherever they stand, also glued to a word.

use crate::places::{is_word, skip, skip_up_to};
use crate::shapes::{MOST_JUDGED, is_alphanumeric, is_hex, is_words, web_token};

/// How such a key begins, then at least so many of these characters.
struct Strong {
    begins: &'static str,
    least: usize,
    of: fn(u8) -> bool,
}

const fn strong(begins: &'static str, least: usize, of: fn(u8) -> bool) -> Strong {
    Strong { begins, least, of }
}

/// As they are made, in small letters: in a long text in base64 any four letters come about.
const STRONG: [Strong; 17] = [
    strong("ghp_", 36, is_alphanumeric),
    strong("gho_", 36, is_alphanumeric),
    strong("ghu_", 36, is_alphanumeric),
    strong("ghs_", 36, is_alphanumeric),
    strong("ghr_", 36, is_alphanumeric),
    strong("github_pat_", 22, is_word),
    strong("glpat-", 20, is_word),
    strong("xoxb-", 10, is_word),
    strong("xoxp-", 10, is_word),
    strong("xoxa-", 10, is_word),
    strong("xoxs-", 10, is_word),
    strong("npm_", 36, is_alphanumeric),
    strong("dop_v1_", 64, is_hex),
    strong("mk_", 48, is_hex),
    strong("ek_", 64, is_hex),
    strong(PROJECT, 20, is_word),
    strong(ANTHROPIC, 20, is_word),
];
/// Words end so: `task-proj-…`, `desk-ant-…`.
const PROJECT: &str = "sk-proj-";
const ANTHROPIC: &str = "sk-ant-";
/// No part of a name made of words is so long.
const LONG_PART: usize = 20;
/// A key of Amazon's has these and so many capitals and digits, no more and no fewer.
const AMAZON: [&[u8]; 2] = [b"AKIA", b"ASIA"];
const AMAZON_REST: usize = 16;
/// A web token's second part is an object, too.
const OBJECT: &[u8] = b".eyJ";

/// Where a key ends that begins here, in the middle of a word.
pub fn end(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes[at] {
        b'A' => amazon(bytes, at),
        b'e' => made(bytes, at).or_else(|| objects(bytes, at)),
        b'g' | b'x' | b'n' | b'd' | b'm' | b's' => made(bytes, at),
        _ => None,
    }
}

fn made(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = &bytes[at..];
    let mut all = STRONG.iter();
    let strong = all.find(|strong| rest.starts_with(strong.begins.as_bytes()))?;
    let from = at + strong.begins.len();
    let judged = skip_up_to(MOST_JUDGED, bytes, from, strong.of);
    let is = judged - from >= strong.least && strong.is_made(&bytes[from..judged]);
    is.then(|| skip(bytes, judged, strong.of))
}

fn amazon(bytes: &[u8], at: usize) -> Option<usize> {
    let begun = AMAZON
        .iter()
        .find(|begins| bytes[at..].starts_with(begins))?;
    let from = at + begun.len();
    let end = skip_up_to(AMAZON_REST + 1, bytes, from, |byte| {
        byte.is_ascii_uppercase() || byte.is_ascii_digit()
    });
    let ends = !bytes.get(end).is_some_and(u8::is_ascii_alphanumeric);
    (end - from == AMAZON_REST && ends).then_some(end)
}

fn objects(bytes: &[u8], at: usize) -> Option<usize> {
    let end = web_token(bytes, at)?;
    let dot = bytes[at..end].iter().position(|byte| *byte == b'.')?;
    bytes[at + dot..].starts_with(OBJECT).then_some(end)
}

// === impl Strong ===

impl Strong {
    fn is_made(&self, rest: &[u8]) -> bool {
        let doubtful = [PROJECT, ANTHROPIC].contains(&self.begins);
        let mut parts = rest.split(|byte| !byte.is_ascii_alphanumeric());
        !is_words(rest) && (!doubtful || parts.any(|part| part.len() >= LONG_PART))
    }
}
