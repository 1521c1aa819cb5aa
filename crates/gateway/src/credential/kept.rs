//! Keys of ours stay here, wherever in a request a client puts them. What stands in a body is words.

use std::borrow::Cow;

use axum::http::{HeaderMap, HeaderName};
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
    let shown = |part: &str| shows(settings, part);
    if !query.split('&').any(shown) {
        return Some(Cow::Borrowed(query));
    }
    let kept: Vec<&str> = query.split('&').filter(|part| !shown(part)).collect();
    (!kept.is_empty()).then(|| Cow::Owned(kept.join("&")))
}

/// Whether a key of ours stands in a text, encoded or not, and whatever is around it.
pub fn shows(settings: &Settings, text: &str) -> bool {
    let read = percent::decode(text.as_bytes());
    says(settings, text) || says(settings, &String::from_utf8_lossy(&read))
}

fn says(settings: &Settings, text: &str) -> bool {
    let mut words = words(text);
    let mut mapped = settings.keys.iter().map(|mapping| &*mapping.proxy_key.0);
    mapped.any(|key| names(text, key))
        || words.any(|word| is_ours(settings, word))
        || is_ours(settings, text)
}

fn names(text: &str, key: &str) -> bool {
    match key.len() {
        SHORTEST.. => text.contains(key),
        SHORTEST_WORD.. => words(text).any(|word| word == key),
        _ => text == key,
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let parts = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'));
    text.split(parts).filter(|word| word.len() >= SHORTEST_WORD)
}
