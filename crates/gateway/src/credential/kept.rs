//! Keys of ours stay here, wherever in a request a client puts them. What stands in a body is words.

use std::borrow::Cow;

use axum::http::{HeaderMap, HeaderName};
use mneme_access::{is_same, stands_in};
use mneme_model::percent;

use super::is_ours;
use crate::settings::Settings;

/// A shorter one may be part of another word.
const SHORTEST: usize = 8;
/// And one that is shorter still a word of something else.
const SHORTEST_WORD: usize = 6;

/// Takes every header away that shows a key of ours.
pub fn keep_back(settings: &Settings, headers: &mut HeaderMap) {
    let shows = |bytes: &[u8]| shows(settings, &String::from_utf8_lossy(bytes));
    let kept_back = headers.iter().filter(|(_, value)| shows(value.as_bytes()));
    let kept_back: Vec<HeaderName> = kept_back.map(|(name, _)| name.clone()).collect();
    for name in kept_back {
        headers.remove(name);
    }
}

/// A query without the parts that show a key of ours; none where nothing is left.
pub fn kept_query<'q>(settings: &Settings, query: &'q str) -> Option<Cow<'q, str>> {
    let parts = query.split('&');
    let kept: Vec<&str> = parts
        .clone()
        .filter(|part| !shows(settings, part))
        .collect();
    match kept.len() == parts.count() {
        true => Some(Cow::Borrowed(query)),
        false => (!kept.is_empty()).then(|| Cow::Owned(kept.join("&"))),
    }
}

/// Whether a key of ours stands in a text, encoded or not, and whatever is around it. All of it is
/// held against every key, whatever is found: the time tells how long they are.
pub fn shows(settings: &Settings, text: &str) -> bool {
    let read = percent::decode(text.as_bytes());
    says(settings, text) | says(settings, &String::from_utf8_lossy(&read))
}

fn says(settings: &Settings, text: &str) -> bool {
    let keys = || {
        settings
            .keys
            .iter()
            .map(|mapping| mapping.proxy_key.0.as_bytes())
    };
    let long = keys().filter(|key| key.len() >= SHORTEST);
    let named = stands_in(text.as_bytes(), long) | any(keys(), |known| is_word_of(text, known));
    named | any(words(text), |word| is_ours(settings, word)) | is_ours(settings, text)
}

/// What is short is no key where it is part of a word.
fn is_word_of(text: &str, proxy_key: &[u8]) -> bool {
    let is_key = |word: &str| is_same(word.as_bytes(), proxy_key);
    match proxy_key.len() {
        SHORTEST.. => false,
        SHORTEST_WORD.. => any(words(text), is_key),
        _ => is_key(text),
    }
}

/// Asks all of them, and does not end at the first.
fn any<T>(all: impl Iterator<Item = T>, is: impl Fn(T) -> bool) -> bool {
    all.fold(false, |found, one| found | is(one))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let parts = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'));
    text.split(parts).filter(|word| word.len() >= SHORTEST_WORD)
}

#[cfg(test)]
mod tests {
    use mneme_access::key_id;
    use mneme_model::Secret;

    use super::*;
    use crate::settings::Mapping;

    #[test]
    fn a_key_is_found_wherever_it_stands_and_however_it_is_written() {
        let keyed = |key: &str| Mapping {
            proxy_key: Secret(key.into()),
            upstream_key: None,
            namespace: "x".into(),
        };
        let settings = Settings {
            keys: vec![keyed("pk-long-enough"), keyed("pk-six"), keyed("pk3")],
            own_keys: [key_id("ek_mine")].into(),
            ..Settings::default()
        };
        for shown in [
            "pk-long-enough",
            "Bearer Bearer pk-long-enough",
            "xpk-long-enoughx",
            "%70k-long-enough",
            "pk%2Dlong%2denough",
            "a=1%3Bpk-long-enough",
            "/v1/models/pk-long-enough/files",
            "key=pk-six",
            "\"pk%2Dsix\"",
            "ek_mine",
            "key%3Dek_mine%20",
            "pk3",
            "pk%33",
        ] {
            assert!(shows(&settings, shown), "{shown}");
        }
        for shown in [
            "pk-long-enoug",
            "k-long-enough",
            "pk-sixty",
            "apk3",
            "key=pk3",
            "",
        ] {
            assert!(!shows(&settings, shown), "{shown}");
        }
        let query = "a=pk-long-enough&b=1&c=%70k-long-enough&d=2";
        assert_eq!(kept_query(&settings, query).as_deref(), Some("b=1&d=2"));
        assert_eq!(kept_query(&settings, "a=pk-long-enough"), None);
        assert_eq!(kept_query(&settings, "b=1").as_deref(), Some("b=1"));
    }
}
