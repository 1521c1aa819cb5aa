//! Secrets that a command, a header or an address takes without saying a telling name.

use std::ops::Range;

use crate::is_telling;
use crate::places::{begins, is_blank, is_quote, is_word, mark, skip, skip_up_to};

/// So much of a line is looked at for the command a flag belongs to.
const MOST_BEFORE: usize = 240;
/// A signature of an address has at least so many characters.
const LEAST_SIGNATURE: usize = 20;
/// What follows the name of a cookie.
const LEAST_COOKIE: usize = 6;
const LEAST_PASSWORD: usize = 4;

const COOKIES: [&str; 2] = ["set-cookie:", "cookie:"];
const LITERAL: &str = "--from-literal";

pub const fn mark_all(letters: &mut [bool; 256]) {
    mark(letters, "-");
    mark(letters, "sig=");
    mark(letters, "cookie:");
}

pub fn value_at(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let found = match bytes[at] {
        b'-' => flag(bytes, at).or_else(|| literal(bytes, at)),
        _ => signature(bytes, at).or_else(|| cookie(bytes, at)),
    };
    found.filter(|value| !is_known(&bytes[value.clone()]))
}

/// A mask or a variable is no value.
fn is_known(value: &[u8]) -> bool {
    value.first().is_none_or(|first| b"[$<{*%".contains(first))
}

/// `curl -u who:…`, `mysql -p…`, `sshpass -p …`, `docker login -p …`.
fn flag(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let own = at == 0 || bytes[at - 1].is_ascii_whitespace();
    let name = *bytes.get(at + 1).filter(|_| own)?;
    let long = bytes[at..].starts_with(b"--user");
    let value = at + if long { "--user".len() } else { 2 };
    let apart = bytes
        .get(value)
        .is_some_and(|byte| is_blank(*byte) || *byte == b'=');
    let from = skip(bytes, value, |byte| {
        is_blank(byte) || is_quote(byte) || byte == b'='
    });
    let end = skip(bytes, from, is_value);
    let command = &bytes[at.saturating_sub(MOST_BEFORE)..at];
    let command = command
        .rsplit(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default();
    let of = |what: &str| {
        command
            .windows(what.len())
            .any(|place| place.eq_ignore_ascii_case(what.as_bytes()))
    };
    match name {
        b'u' if of("curl") => behind_colon(bytes, from, end),
        b'-' if long && apart && of("curl") => behind_colon(bytes, from, end),
        b'p' if apart && (of("sshpass") || of("docker login") || of("podman login")) => {
            (end > from).then_some(from..end)
        }
        b'p' if !apart && (of("mysql") || of("mariadb"))
            || !apart && name == b'p' && of("sshpass") =>
        {
            (end - from >= LEAST_PASSWORD).then_some(from..end)
        }
        _ => None,
    }
}

fn behind_colon(bytes: &[u8], from: usize, end: usize) -> Option<Range<usize>> {
    let colon = bytes[from..end].iter().position(|byte| *byte == b':')?;
    let password = from + colon + 1;
    (end > password).then_some(password..end)
}

/// `kubectl create secret generic s --from-literal=pw=…`.
fn literal(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    if !begins(&bytes[at..], LITERAL) {
        return None;
    }
    let name = skip(bytes, at + LITERAL.len(), |byte| {
        is_blank(byte) || is_quote(byte) || byte == b'='
    });
    let name_end = skip(bytes, name, |byte| is_word(byte) || byte == b'.');
    let from = Some(name_end + 1).filter(|_| bytes.get(name_end) == Some(&b'='))?;
    let from = skip(bytes, from, is_quote);
    let command = &bytes[at.saturating_sub(MOST_BEFORE)..at];
    let secret = command.windows(8).any(|place| place == b" secret ");
    let telling = std::str::from_utf8(&bytes[name..name_end]).is_ok_and(is_telling);
    let end = skip(bytes, from, is_value);
    (end > from && (secret || telling)).then_some(from..end)
}

/// What signs an address: `…&sig=…`.
fn signature(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let own = at > 0 && b"?&;".contains(&bytes[at - 1]);
    let from = (own && begins(&bytes[at..], "sig=")).then_some(at + 4)?;
    let end = skip(bytes, from, |byte| is_value(byte) && byte != b'&');
    (end - from >= LEAST_SIGNATURE).then_some(from..end)
}

/// A header to its end: each cookie may be the one that lets somebody in.
fn cookie(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let own = at == 0 || !is_word(bytes[at - 1]) || bytes[at - 1] == b'-';
    let name = COOKIES
        .iter()
        .find(|name| begins(&bytes[at..], name))
        .filter(|_| own)?;
    let from = skip(bytes, at + name.len(), is_blank);
    let sign = skip_up_to(MOST_BEFORE, bytes, from, |byte| {
        is_word(byte) || byte == b'.'
    });
    let value = Some(sign + 1).filter(|_| bytes.get(sign) == Some(&b'='))?;
    let long = skip(bytes, value, is_value) - value >= LEAST_COOKIE;
    let end = skip(bytes, from, |byte| {
        !matches!(byte, b'\n' | b'\r' | b'"' | b'\'' | b'`' | b'\\')
    });
    long.then_some(from..end)
}

fn is_value(byte: u8) -> bool {
    byte.is_ascii_graphic() && !is_quote(byte) && !b";|\\<>)".contains(&byte)
}
