//! What was said a moment ago: an inverted index in memory with the same words, windows and
//! scoring as the segments. It is exact, takes documents in any order, and forgets those the
//! segments have taken over.

mod score;

use std::collections::BTreeMap;
use std::sync::Arc;

use mneme_model::{NameId, Seq};
use mneme_store::tables::journal::Position;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::document::{Facets, Words};

pub use score::{TailMatches, TailStats, Weights};

/// A document of the tail.
pub(crate) struct TailDoc {
    pub facets: Facets,
    pub words: Arc<Words>,
    /// Its words were replaced by a later version.
    pub retired: bool,
    gone: bool,
}

#[derive(Clone, Copy)]
struct Posting {
    doc: u32,
    own: u32,
    setting: u32,
}

#[derive(Default)]
pub struct Tail {
    docs: Vec<TailDoc>,
    by_seq: BTreeMap<Seq, u32>,
    words: FxHashMap<Box<str>, Vec<Posting>>,
    identifiers: FxHashMap<Box<str>, Vec<u32>>,
    sessions: FxHashMap<NameId, Vec<(Position, u32)>>,
    /// Words in all windows together, roughly.
    tokens: u64,
}

// === impl Tail ===

impl Tail {
    /// Live documents.
    pub fn len(&self) -> usize {
        self.by_seq.len()
    }

    pub fn is_empty(&self) -> bool {
        self.by_seq.is_empty()
    }

    pub(crate) fn get(&self, seq: Seq) -> Option<&TailDoc> {
        self.by_seq
            .get(&seq)
            .and_then(|doc| self.docs.get(*doc as usize))
    }

    /// The first live positions in journal order, at most `limit`.
    pub fn oldest(&self, limit: usize) -> Vec<Seq> {
        self.by_seq.keys().copied().take(limit).collect()
    }

    /// Adds a document; one that is there already stays as it is.
    pub fn insert(&mut self, facets: Facets, words: Arc<Words>) {
        if self.by_seq.contains_key(&facets.seq()) {
            return;
        }
        let doc = self.docs.len() as u32;
        self.post(doc, &words);
        if let Some(session) = facets.session {
            let line = self.sessions.entry(session).or_default();
            let at = line.partition_point(|(position, _)| *position < facets.position);
            line.insert(at, (facets.position, doc));
        }
        self.by_seq.insert(facets.seq(), doc);
        let doc = TailDoc {
            facets,
            words,
            retired: false,
            gone: false,
        };
        self.tokens += score::typical_length(&doc);
        self.docs.push(doc);
    }

    fn post(&mut self, doc: u32, words: &Words) {
        for (word, own) in words.own.iter() {
            let setting = words.setting.count(word);
            self.post_word(word, Posting { doc, own, setting });
        }
        for (word, setting) in words.setting.iter() {
            if words.own.count(word) == 0 {
                self.post_word(
                    word,
                    Posting {
                        doc,
                        own: 0,
                        setting,
                    },
                );
            }
        }
        for identifier in &words.identifiers {
            self.identifiers
                .entry(identifier.as_str().into())
                .or_default()
                .push(doc);
        }
    }

    fn post_word(&mut self, word: &str, posting: Posting) {
        match self.words.get_mut(word) {
            Some(postings) => postings.push(posting),
            None => drop(self.words.insert(word.into(), vec![posting])),
        }
    }

    /// Marks a version as replaced; whether it was here.
    pub fn retire(&mut self, seq: Seq) -> bool {
        let doc = self
            .by_seq
            .get(&seq)
            .and_then(|doc| self.docs.get_mut(*doc as usize));
        match doc {
            Some(doc) => {
                doc.retired = true;
                true
            }
            None => false,
        }
    }

    /// Drops documents for good: their words are gone from memory afterwards, also those of
    /// documents the segments took over and this structure still holds.
    pub fn remove(&mut self, seqs: &[Seq]) {
        let gone: FxHashSet<Seq> = seqs.iter().copied().collect();
        let held = |doc: &&mut TailDoc| gone.contains(&doc.facets.seq());
        let any = self.docs.iter_mut().filter(held).map(|doc| doc.gone = true);
        if any.count() > 0 {
            self.compact();
        }
    }

    /// Every word and identifier there is, for whoever looks for one.
    pub fn terms(&self) -> impl Iterator<Item = &str> {
        let words = self.words.keys().map(AsRef::as_ref);
        words.chain(self.identifiers.keys().map(AsRef::as_ref))
    }

    /// Words that begin so.
    pub fn beginning<'s>(&'s self, prefix: &'s str) -> impl Iterator<Item = &'s str> {
        let words = self.words.keys().map(AsRef::as_ref);
        words.filter(move |word: &&str| word.starts_with(prefix))
    }

    /// Every tag there is, as often as it was given.
    pub fn tags(&self) -> impl Iterator<Item = &str> {
        self.docs
            .iter()
            .flat_map(|doc| doc.facets.tags.iter())
            .map(AsRef::as_ref)
    }

    /// Positions of all live documents.
    pub fn seqs(&self) -> impl Iterator<Item = Seq> + '_ {
        self.by_seq.keys().copied()
    }

    /// Forgets every document up to a position: the segments have it now.
    pub fn forget_through(&mut self, cursor: Seq) {
        let stays = self.by_seq.split_off(&(cursor + 1));
        for doc in std::mem::replace(&mut self.by_seq, stays).into_values() {
            if let Some(doc) = self.docs.get_mut(doc as usize) {
                doc.gone = true;
                self.tokens = self.tokens.saturating_sub(score::typical_length(doc));
            }
        }
        if self.by_seq.len() * 2 < self.docs.len() {
            self.compact();
        } else {
            self.sessions.retain(|_, line| {
                line.retain(|(position, _)| position.seq > cursor);
                !line.is_empty()
            });
        }
    }

    /// Makes the structure again from the documents that are left.
    fn compact(&mut self) {
        let old = std::mem::take(self);
        for doc in old.docs.into_iter().filter(|doc| !doc.gone) {
            let (seq, retired) = (doc.facets.seq(), doc.retired);
            self.insert(doc.facets, doc.words);
            if retired {
                self.retire(seq);
            }
        }
    }

    /// The documents of the same session around one, up to [`crate::window::REACH`] each way.
    fn around(&self, doc: u32) -> impl Iterator<Item = u32> + '_ {
        let facets = self.docs.get(doc as usize).map(|doc| &doc.facets);
        let line = facets
            .and_then(|f| f.session)
            .and_then(|session| self.sessions.get(&session));
        let at = facets.zip(line).map_or(0, |(f, line)| {
            line.partition_point(|(p, _)| *p < f.position)
        });
        let line = line.map_or(&[][..], Vec::as_slice);
        let low = at.saturating_sub(crate::window::REACH);
        let high = (at + crate::window::REACH + 1).min(line.len());
        line.get(low..high)
            .unwrap_or(&[])
            .iter()
            .map(|(_, n)| *n)
            .filter(move |n| *n != doc)
    }
}

#[cfg(test)]
mod tests;
