//! Values that stand behind a name: the value alone goes, so that one still sees what was set.

mod around;
mod listed;
mod paired;
mod quoted;
mod tail;

use std::ops::Range;

use crate::Found;
use crate::places::{begins, is_backslash, is_quote, is_word, mark, skip, skip_blanks, skip_up_to};

/// A word after which a value stands.
struct Name {
    word: &'static str,
    short: Short,
}

/// Whether a value shorter than [`LEAST`] is one too.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Short {
    /// If it looks made up.
    Odd,
    /// Where the name is that of a variable, a flag or a parameter, if it looks made up; elsewhere,
    /// where programs have names and people count, only if no name looks so.
    Odder,
    Never,
}

/// Longer ones before those they begin with.
const NAMES: [Name; 36] = [
    strong("secret_access_key"),
    strong("secret_key"),
    strong("private_key"),
    strong("encryption_key"),
    strong("master_key"),
    strong("access_key"),
    strong("signing_key"),
    strong("app_key"),
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
    strong("contraseña"),
    strong("mot de passe"),
    strong("пароль"),
    strong("密码"),
    strong("pwd"),
    strong("_pass"),
    strong("_pw"),
    Name {
        word: PASS,
        short: Short::Odder,
    },
    strong("creds"),
    strong("api_key"),
    strong("api-key"),
    strong("api key"),
    strong("apikey"),
    strong("secret"),
    Name {
        word: TOKEN,
        short: Short::Odder,
    },
    weak("credential"),
    weak("bearer"),
    weak("auth"),
];
const TOKEN: &str = "token";
/// Tests pass, and so do people: alone it says little, and within a word nothing.
const PASS: &str = "pass";
/// A value of this length is one whatever it looks like.
const LEAST: usize = 20;
/// Shorter ones are words, not secrets.
const LEAST_MADE_UP: usize = 8;
/// So often a made-up word goes from letters to digits or back; `base64url` does twice.
const LEAST_TURNS: usize = 3;
/// So many digits in one word are no version.
const LEAST_DIGITS: usize = 4;
/// A text of more words is a sentence about one.
const MAX_WORDS: usize = 4;
/// Names are not longer.
const MAX_NAME: usize = 64;
/// What a file's name ends with is short.
const MAX_ENDING: usize = 5;
/// What stands behind a name in Chinese and Japanese.
const WIDE_COLON: &[u8] = "：".as_bytes();
/// An address is known by its first characters.
const LONGEST_SCHEME: usize = 12;

const fn strong(word: &'static str) -> Name {
    Name {
        word,
        short: Short::Odd,
    }
}

const fn weak(word: &'static str) -> Name {
    Name {
        word,
        short: Short::Never,
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
    if name.word == PASS && !begins_word(bytes, at) {
        return None;
    }
    let name_end = tail::behind(bytes, at + name.word.len());
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
    let hides = name.hides(value, is_set(bytes, at, name_end));
    (!calls && !is_code(value) && hides).then_some(from..end)
}

/// Whether a value is set right here: `GITHUB_TOKEN=…`, `--token …`, `?access_token=…`.
fn is_set(bytes: &[u8], at: usize, end: usize) -> bool {
    let before = bytes[..at].iter().rev().take(MAX_NAME);
    let start = at - before.take_while(|byte| is_word(**byte)).count();
    let small = bytes[start..end].iter().any(u8::is_ascii_lowercase);
    let asked = bytes[..start]
        .last()
        .is_some_and(|mark| b"?&".contains(mark));
    bytes[start..].starts_with(b"--") || bytes.get(end) == Some(&b'=') && (asked || !small)
}

/// Whether a word begins here: `pass`, `dbPass`, and not `compass`.
fn begins_word(bytes: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).map(|place| bytes[place]);
    let camel = bytes[at].is_ascii_uppercase() && before.is_some_and(|b| b.is_ascii_lowercase());
    camel || !before.is_some_and(|before| before.is_ascii_alphanumeric())
}

/// Where the value begins, behind what stands between it and its name.
fn separated(bytes: &[u8], at: usize, end: usize) -> Option<usize> {
    let place = skip(bytes, end, |byte| is_quote(byte) || is_backslash(byte));
    // The name may be that of an element: `env["DB_PASS"] = …`.
    let element = place > end && bytes.get(place) == Some(&b']');
    let sign = skip_blanks(bytes, place + usize::from(element));
    let value = match bytes.get(sign) {
        Some(b'=' | b':') => sign + tail::sign(&bytes[sign..]),
        Some(_) if bytes[sign..].starts_with(WIDE_COLON) => sign + WIDE_COLON.len(),
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

    fn hides(&self, value: &[u8], set: bool) -> bool {
        let word = skip_up_to(LEAST, value, 0, |byte| byte.is_ascii_graphic());
        let whole = word == value.len();
        match self.short {
            _ if word == LEAST => true,
            _ if value.len() < LEAST_MADE_UP => false,
            Short::Odd if whole => is_made_up(value),
            Short::Odd => words(value) <= MAX_WORDS,
            Short::Odder => whole && is_made_up(value) && (set || is_no_name(value)),
            Short::Never => false,
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

/// `next_token2` and `o200k_base` are names, `Tr0ub4dor3x9` and `abcd1234` are not.
fn is_no_name(value: &[u8]) -> bool {
    let mut parts = value.split(|byte| !byte.is_ascii_alphanumeric());
    let turns = |part: &[u8]| {
        let pairs = part.windows(2);
        let turn = |pair: &&[u8]| pair[0].is_ascii_digit() != pair[1].is_ascii_digit();
        pairs.filter(turn).count()
    };
    let digits = value.iter().filter(|byte| byte.is_ascii_digit()).count();
    let whole = value.iter().all(u8::is_ascii_alphanumeric);
    whole && digits >= LEAST_DIGITS || parts.any(|part| turns(part) >= LEAST_TURNS)
}
