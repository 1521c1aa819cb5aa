//! Keys of ours stay here, wherever in a request a client puts them. What stands in a body is words.

use std::borrow::Cow;

use axum::http::{HeaderMap, HeaderName};
use mneme_model::percent;

use super::is_ours;
use crate::settings::Settings;

/// A shorter one may be a word of something else.
const SHORTEST: usize = 8;

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
    let shown = |part: &str| {
        let read = percent::decode(part.as_bytes());
        shows(settings, &String::from_utf8_lossy(&read))
    };
    if !query.split('&').any(shown) {
        return Some(Cow::Borrowed(query));
    }
    let kept: Vec<&str> = query.split('&').filter(|part| !shown(part)).collect();
    (!kept.is_empty()).then(|| Cow::Owned(kept.join("&")))
}

fn shows(settings: &Settings, text: &str) -> bool {
    let mut mapped = settings.keys.iter().map(|mapping| &*mapping.proxy_key.0);
    let named = |key: &str| text == key || key.len() >= SHORTEST && text.contains(key);
    let parts = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'));
    let mut words = text.split(parts).filter(|word| word.len() >= SHORTEST);
    mapped.any(named) || words.any(|word| is_ours(settings, word)) || is_ours(settings, text)
}
