//! Scoring the tail: for each word, how often it counts in each window; then the shared
//! formula over the statistics of tail and segments together.

use std::collections::HashMap;

use mneme_model::Seq;
use rustc_hash::FxHashMap;

use super::{Tail, TailDoc};
use crate::lexical::bm25;
use crate::search::{Filter, Hit, IDENTIFIER_BOOST, Search};
use crate::window::OWN;

/// What the segments must know about the tail to score alike.
#[derive(Clone, Debug, Default)]
pub struct TailStats {
    pub documents: u64,
    pub tokens: u64,
    words: HashMap<String, u64>,
    identifiers: HashMap<String, u64>,
}

/// Matches of a search in the tail, before they have scores.
#[derive(Default)]
pub struct TailMatches {
    words: Vec<FxHashMap<u32, u32>>,
    also: Vec<FxHashMap<u32, u32>>,
    identifiers: Vec<Vec<u32>>,
}

/// Rarity of each word and identifier over tail and segments, and the average length.
pub struct Weights {
    pub words: Vec<f32>,
    /// Of the words that stand for others, their share taken.
    pub also: Vec<f32>,
    /// How many documents have each word, and how many there are.
    pub having: Vec<u64>,
    /// How many have each identifier.
    pub naming: Vec<u64>,
    pub documents: u64,
    pub identifiers: Vec<f32>,
    pub average: f32,
}

// === impl TailStats ===

impl TailStats {
    pub fn having_word(&self, word: &str) -> u64 {
        self.words.get(word).copied().unwrap_or(0)
    }

    pub fn having_identifier(&self, identifier: &str) -> u64 {
        self.identifiers.get(identifier).copied().unwrap_or(0)
    }
}

// === impl Tail ===

impl Tail {
    /// Where each word and identifier of a search occurs, windows included.
    pub fn matches(&self, search: &Search) -> (TailMatches, TailStats) {
        let mut matches = TailMatches::default();
        let documents = self.len() as u64;
        let mut stats = TailStats {
            documents,
            tokens: self.tokens,
            ..TailStats::default()
        };
        for word in &search.words {
            let windows = self.windows_with(word);
            stats.words.insert(word.clone(), windows.len() as u64);
            matches.words.push(windows);
        }
        for (word, _) in &search.also {
            let windows = self.windows_with(word);
            stats.words.insert(word.clone(), windows.len() as u64);
            matches.also.push(windows);
        }
        for identifier in &search.identifiers {
            let all = self
                .identifiers
                .get(identifier.as_str())
                .map_or(&[][..], Vec::as_slice);
            let live: Vec<u32> = all
                .iter()
                .copied()
                .filter(|doc| self.is_live(*doc))
                .collect();
            stats
                .identifiers
                .insert(identifier.clone(), live.len() as u64);
            matches.identifiers.push(live);
        }
        (matches, stats)
    }

    fn is_live(&self, doc: u32) -> bool {
        self.docs.get(doc as usize).is_some_and(|doc| !doc.gone)
    }

    fn windows_with(&self, word: &str) -> FxHashMap<u32, u32> {
        let mut windows: FxHashMap<u32, u32> = FxHashMap::default();
        for posting in self.words.get(word).map_or(&[][..], Vec::as_slice) {
            if !self.is_live(posting.doc) {
                continue;
            }
            *windows.entry(posting.doc).or_default() += OWN * posting.own + posting.setting;
            if posting.own > 0 {
                for near in self.around(posting.doc).filter(|near| self.is_live(*near)) {
                    *windows.entry(near).or_default() += posting.own;
                }
            }
        }
        windows
    }

    /// All hits that pass the filter, best first.
    pub fn score(&self, search: &Search, matches: &TailMatches, weights: &Weights) -> Vec<Hit> {
        let mut scores: FxHashMap<u32, f32> = FxHashMap::default();
        let words = matches.words.iter().zip(&weights.words);
        let also = matches.also.iter().zip(&weights.also);
        for (windows, idf) in words.chain(also) {
            for (doc, count) in windows {
                let length = self.window_length(*doc) as f32;
                *scores.entry(*doc).or_default() +=
                    bm25::score(*idf, *count as f32, length, weights.average);
            }
        }
        for (docs, idf) in matches.identifiers.iter().zip(&weights.identifiers) {
            for doc in docs {
                // Identifier fields carry no length: a match is a match.
                *scores.entry(*doc).or_default() +=
                    IDENTIFIER_BOOST * bm25::score(*idf, 1.0, 1.0, 1.0);
            }
        }
        let mut hits: Vec<Hit> = scores
            .into_iter()
            .filter_map(|(doc, score)| self.hit(search, doc, score))
            .collect();
        hits.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.seq.cmp(&b.seq)));
        hits
    }

    /// Positions that pass a filter.
    pub fn admitted(&self, filter: &Filter) -> impl Iterator<Item = Seq> {
        let live = self.docs.iter().filter(|doc| !doc.gone);
        live.filter(|doc| filter.admits(&doc.facets))
            .map(|doc| doc.facets.seq())
    }

    fn hit(&self, search: &Search, doc: u32, score: f32) -> Option<Hit> {
        let doc = self.docs.get(doc as usize)?;
        let wanted = (!doc.retired || search.filter.retired) && search.filter.admits(&doc.facets);
        wanted.then_some(Hit {
            seq: doc.facets.seq(),
            score,
        })
    }

    fn window_length(&self, doc: u32) -> u32 {
        let near: u32 = self
            .around(doc)
            .filter_map(|n| self.docs.get(n as usize))
            .map(|d| d.words.length)
            .sum();
        let own = self
            .docs
            .get(doc as usize)
            .map_or(0, |d| OWN * d.words.length + d.words.setting.total());
        own + near
    }
}

/// A window's length where its neighbours are as long as itself: good enough for an average.
pub(super) fn typical_length(doc: &TailDoc) -> u64 {
    let neighbours = if doc.facets.session.is_some() { 4 } else { 0 };
    u64::from((OWN + neighbours) * doc.words.length + doc.words.setting.total())
}
