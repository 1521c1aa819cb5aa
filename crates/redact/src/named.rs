//! Values that stand behind a name: the value alone goes, so that one still sees what was set.

mod around;
mod listed;
mod paired;
mod quoted;

use std::ops::Range;

use crate::Found;
use crate::places::{begins, is_backslash, is_quote, is_word, mark, skip, skip_blanks, skip_up_to};

/// A word after which a value stands.
struct Name {
    word: &'static str,
    /// A shorter value is one too, if it looks made up.
    strong: bool,
}

/// Longer ones before those they begin with.
const NAMES: [Name; 25] = [
    strong("secret_access_key"),
    strong("secret_key"),
    strong("private_key"),
    strong("encryption_key"),
    strong("master_key"),
    strong("openai_key"),
    strong("privatekey"),
    weak(".dockerconfigjson"),
    weak("tls.key"),
    weak("accountkey"),
    strong("passphrase"),
    strong("passwd"),
    strong("password"),
    strong("passwort"),
    strong("kennwort"),
    strong("pwd"),
    strong("api_key"),
    strong("api-key"),
    strong("api key"),
    strong("apikey"),
    strong("secret"),
    weak("token"),
    weak("credential"),
    weak("bearer"),
    weak("auth"),
];
/// A value of this length is one whatever it looks like.
const LEAST: usize = 20;
/// Shorter ones are words, not secrets.
const LEAST_MADE_UP: usize = 8;
/// A text of more words is a sentence about one.
const MAX_WORDS: usize = 4;
/// What a file's name ends with is short.
const MAX_ENDING: usize = 5;
/// An address is known by its first characters.
const LONGEST_SCHEME: usize = 12;

const fn strong(word: &'static str) -> Name {
    Name { word, strong: true }
}

const fn weak(word: &'static str) -> Name {
    Name {
        word,
        strong: false,
    }
}

/// Letters names begin with, and the quotes they may stand in.
pub const fn mark_all(letters: &mut [bool; 256]) {
    let mut n = 0;
    while n < NAMES.len() {
        mark(letters, NAMES[n].word);
        n += 1;
    }
    mark(letters, "\"");
    mark(letters, "'");
    mark(letters, "`");
}

/// `API_KEY=…`, `"password": "…"`, `--token …`.
pub fn value_at(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    quoted::value_at(bytes, at)
        .or_else(|| paired::value_at(bytes, at))
        .or_else(|| plain_value_at(bytes, at))
}

/// A list, an object or a number under a telling name of JSON that came as a text, or of what only
/// looks like it.
pub fn nested_at(bytes: &[u8], at: usize) -> Option<Found> {
    quoted::nested_at(bytes, at).or_else(|| listed::list_at(bytes, at))
}

fn plain_value_at(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let name = NAMES.iter().find(|name| begins(&bytes[at..], name.word))?;
    let name_end = at + name.word.len();
    if let Some(within) = around::in_tags(bytes, at, name_end) {
        return Some(within);
    }
    let from = separated(bytes, at, name_end)?;
    if is_reference(&bytes[from..]) || name.is_place(&bytes[from..]) {
        return None;
    }
    let end = match bytes[..from].last() {
        Some(quote) if is_quote(*quote) => quoted::end_from(bytes, from, *quote),
        _ => unquoted_end(bytes, from),
    };
    let value = &bytes[from..end];
    let calls = bytes.get(end) == Some(&b'(');
    (!calls && !is_code(value) && name.hides(value)).then_some(from..end)
}

/// Where the value begins, behind what stands between it and its name.
fn separated(bytes: &[u8], at: usize, end: usize) -> Option<usize> {
    let place = skip(bytes, end, |byte| is_quote(byte) || is_backslash(byte));
    let sign = skip_blanks(bytes, place);
    let value = match bytes.get(sign) {
        Some(b'=' | b':') => sign + 1,
        Some(_) if sign > end && (is_flag(bytes, at) || around::is_netrc(bytes, at)) => sign,
        _ => return None,
    };
    let value = around::behind_line_end(bytes, skip_blanks(bytes, value));
    Some(skip(bytes, value, |byte| {
        is_quote(byte) || is_backslash(byte)
    }))
}

/// Whether the name ends a `--name` of a command.
fn is_flag(bytes: &[u8], at: usize) -> bool {
    let before = bytes[..at].iter().rev().take_while(|byte| is_word(**byte));
    let start = at - before.take(LEAST).count();
    bytes[start..].starts_with(b"--")
}

/// A variable, an address or a mask is no value; nor is what only looks like a name and a sign.
fn is_reference(value: &[u8]) -> bool {
    let begins = value.first();
    let scheme = &value[..value.len().min(LONGEST_SCHEME)];
    begins.is_none_or(|first| b"$<{[(*%:=&|".contains(first))
        || scheme.windows(3).any(|place| place == b"://")
}

/// `process.env.DB_PASSWORD` and `src/auth/token2.ts` say where something is, not what.
fn is_code(value: &[u8]) -> bool {
    let words = value
        .iter()
        .all(|byte| byte.is_ascii_alphabetic() || b"_.".contains(byte));
    let file = value
        .rsplit(|byte| *byte == b'.')
        .next()
        .unwrap_or_default();
    let path = value.contains(&b'/') && file.len() < value.len() && file.len() <= MAX_ENDING;
    words && value.contains(&b'.') || path && file.iter().all(u8::is_ascii_lowercase)
}

/// To where a word ends; in the query of an address, where the next name begins.
fn unquoted_end(bytes: &[u8], from: usize) -> usize {
    let end = skip(bytes, from, is_value);
    let and = bytes[from..end].iter().position(|byte| *byte == b'&');
    match and.map(|and| from + and) {
        Some(and) if bytes[and..end].contains(&b'=') => and,
        _ => end,
    }
}

fn is_value(byte: u8) -> bool {
    byte.is_ascii_graphic() && !b"\"'`,;<>()[]{}|\\".contains(&byte)
}

// === impl Name ===

impl Name {
    /// `pwd` is also where a shell stands.
    fn is_place(&self, value: &[u8]) -> bool {
        self.word == "pwd" && value.first().is_some_and(|first| b"/~.".contains(first))
    }

    fn hides(&self, value: &[u8]) -> bool {
        let word = skip_up_to(LEAST, value, 0, |byte| byte.is_ascii_graphic());
        match word {
            LEAST => true,
            _ if !self.strong => false,
            whole if whole == value.len() => whole >= LEAST_MADE_UP && is_made_up(value),
            _ => value.len() >= LEAST_MADE_UP && words(value) <= MAX_WORDS,
        }
    }
}

fn words(value: &[u8]) -> usize {
    let words = value.split(u8::is_ascii_whitespace);
    words.filter(|word| !word.is_empty()).count()
}

/// Words have letters, dates have digits.
fn is_made_up(value: &[u8]) -> bool {
    value.iter().any(u8::is_ascii_alphabetic) && value.iter().any(u8::is_ascii_digit)
}
