//! Who speaks against whom.

use std::collections::BTreeSet;

use mneme_model::{MemoryStatus, Seq};
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::assertions::{self, Outline};
use mneme_store::tables::memories::{self, MemoryRow};
use mneme_store::tables::{contradictions, journal};

use super::Assertion;
use super::assertion::{is_about_the_same, prefix};
use crate::sharing::shown;
use crate::{Record, Result};

/// Memories looked at for each word a new one is found by, the latest: a word that more have tells
/// nothing apart.
const LOOKED_AT: usize = 2_000;
/// Memories one is held against; with more it is the odd one out.
const OPPONENTS: usize = 32;

/// What a text says, under a namespace's key.
pub struct Keyed {
    pub negative: bool,
    pub words: Vec<u64>,
}

/// The memories that speak against a text, the latest first.
pub fn speaking_against(
    view: &View<'_>,
    namespace: &Namespace,
    text: &str,
) -> Result<Vec<MemoryRow>> {
    let Some(said) = Assertion::read(text) else {
        return Ok(Vec::new());
    };
    let keyed = Keyed {
        negative: said.negative,
        words: said.keyed(&namespace.key),
    };
    among(view, namespace, &keyed, text)
}

/// The same for what is keyed already.
pub fn among(
    view: &View<'_>,
    namespace: &Namespace,
    keyed: &Keyed,
    text: &str,
) -> Result<Vec<MemoryRow>> {
    let alike = alike(view, namespace, keyed)?;
    let Some(said) = Assertion::read(text).filter(|_| !alike.is_empty()) else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    for memory in alike {
        if found.len() < OPPONENTS {
            found.extend(opponent(view, namespace, &said, memory)?);
        }
    }
    Ok(found)
}

/// Those that say the contrary by their words alone, none of which has to be opened; the latest
/// first. Most that have one word in common are told apart by their outlines.
fn alike(view: &View<'_>, namespace: &Namespace, keyed: &Keyed) -> Result<Vec<Seq>> {
    let (ns, words) = (namespace.ns, &keyed.words);
    let mut perhaps = BTreeSet::new();
    for word in words.iter().take(prefix(words.len())) {
        let meant = |memory, outline: Outline| {
            let (shared, other) = (outline.shared(words), outline.fewest());
            if is_about_the_same(shared, words.len(), other.max(shared)) {
                perhaps.insert(memory);
            }
        };
        assertions::each_having(view, ns, !keyed.negative, *word, LOOKED_AT, meant)?;
    }
    let mut alike = Vec::new();
    for memory in perhaps.into_iter().rev() {
        let other = assertions::get(view, memory)?;
        if other.is_some_and(|other| are_about_the_same(words, &other.words)) {
            alike.push(memory);
        }
    }
    Ok(alike)
}

fn are_about_the_same(words: &[u64], other: &[u64]) -> bool {
    let shared = other.iter().filter(|word| words.contains(word));
    is_about_the_same(shared.count(), words.len(), other.len())
}

/// By what it really says, if that is believed and may be seen. What somebody said is wrong speaks
/// against nobody.
fn opponent(
    view: &View<'_>,
    namespace: &Namespace,
    said: &Assertion,
    memory: Seq,
) -> Result<Option<MemoryRow>> {
    let row = memories::get(view, memory)?.filter(counts);
    let Some(row) = row else {
        return Ok(None);
    };
    // What does not open any more speaks against nobody.
    let head = journal::load(&view.forgiving(), row.head_seq)?;
    let other = head.and_then(|head| Assertion::read(&head.body.text));
    if !other.is_some_and(|other| said.contradicts(&other)) {
        return Ok(None);
    }
    Ok(match is_seen(view, namespace, &row)? {
        true => Some(row),
        false => None,
    })
}

/// Whether what it says counts against others.
pub fn counts(row: &MemoryRow) -> bool {
    row.status.is_found() && row.status != MemoryStatus::Rejected
}

fn is_seen(view: &View<'_>, namespace: &Namespace, row: &MemoryRow) -> Result<bool> {
    if namespace.only.is_none() && namespace.through.is_none() {
        return Ok(true);
    }
    Ok(seen(view, namespace, row.clone())?.is_some())
}

pub fn seen(view: &View<'_>, namespace: &Namespace, row: MemoryRow) -> Result<Option<Record>> {
    // Without what speaks against it in turn, which nobody asked for.
    let bare = MemoryRow {
        opposition: Default::default(),
        ..row
    };
    let record = Record::of_memory(view, namespace, bare)?;
    let record = record.filter(|record| namespace.sees(record.agent.as_deref()));
    Ok(record.and_then(|record| shown(namespace, record)))
}

/// The memories that speak against one, as they are shown, in the order they were told.
pub fn against(view: &View<'_>, namespace: &Namespace, memory: Seq) -> Result<Vec<Record>> {
    let mut found = Vec::new();
    for other in contradictions::of(view, memory)? {
        if let Some(row) = memories::get(view, other)? {
            found.extend(seen(view, namespace, row)?);
        }
    }
    Ok(found)
}

/// Whether somebody told a contested memory, and nobody spoke for any of those that speak against it.
pub fn are_only_heard(view: &View<'_>, row: &MemoryRow) -> Result<bool> {
    let told = row.unopposed.status == MemoryStatus::Active;
    if row.status != MemoryStatus::Contested || !told {
        return Ok(false);
    }
    for other in contradictions::of(view, row.seq)? {
        let heard = |other: MemoryRow| {
            other.outcome.confirms == 0 && other.unopposed.status == MemoryStatus::Candidate
        };
        if !memories::get(view, other)?.is_none_or(heard) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Their names alone.
pub fn names(view: &View<'_>, namespace: &Namespace, memory: Seq) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for other in contradictions::of(view, memory)? {
        let row = memories::get(view, other)?;
        if let Some(row) = row
            && is_seen(view, namespace, &row)?
        {
            names.extend(journal::ext_id(view, other)?);
        }
    }
    Ok(names)
}
