//! Whom a question names.

use std::sync::Arc;

use mneme_index::words::{is_stop_word, words};
use mneme_model::NsId;
use mneme_store::View;
use mneme_store::names::NameKind;

use crate::Result;

/// Speakers of a namespace that questions are compared with.
const MAX_PEOPLE: usize = 256;

/// The speakers of a namespace, the first in their alphabet.
pub fn people(view: &View<'_>, ns: NsId) -> Result<Vec<Arc<str>>> {
    Ok(view.names(ns, NameKind::Speaker, MAX_PEOPLE)?)
}

/// Those of `speakers` whose name, or a part of it, is among the words.
pub fn named(asked: &[String], speakers: &[impl AsRef<str>]) -> Vec<String> {
    let is_named = |speaker: &&str| {
        let parts = words(speaker);
        parts
            .iter()
            .any(|part| !is_stop_word(part) && asked.contains(part))
    };
    let speakers = speakers.iter().map(AsRef::as_ref);
    speakers.filter(is_named).map(str::to_owned).collect()
}

/// A text without some names; the whole text where little else would be left.
pub fn without(text: &str, people: &[String]) -> String {
    let gone: Vec<String> = people.iter().flat_map(|name| words(name)).collect();
    let stays = |piece: &&str| {
        let parts = words(piece);
        parts.is_empty() || parts.iter().any(|part| !gone.contains(part))
    };
    let left: Vec<&str> = text.split_whitespace().filter(stays).collect();
    let said = left.iter().flat_map(|piece| words(piece));
    if said.filter(|word| !is_stop_word(word)).count() == 0 {
        return text.to_owned();
    }
    left.join(" ")
}
