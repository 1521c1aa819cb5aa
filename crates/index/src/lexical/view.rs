//! Searching segments, with statistics shared with the tail.

use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mneme_model::Seq;
use rustc_hash::FxHashMap;
use tantivy::collector::TopDocs;
use tantivy::columnar::Column;
use tantivy::query::{Bm25StatisticsProvider, EnableScoring, Query};
use tantivy::schema::Field;
use tantivy::{Searcher, Term};

use super::query;
use super::schema::Fields;
use crate::Result;
use crate::positions::Positions;
use crate::search::{Filter, Hit, Search};
use crate::tail::TailStats;

/// A frozen view of the segments, searched with statistics shared with the tail.
#[derive(Clone)]
pub struct SegmentsView {
    searcher: Searcher,
    fields: Fields,
    of_kinds: Arc<Mutex<Vec<OfKinds>>>,
}

/// What passes a filter that names these kinds.
type OfKinds = (Vec<String>, Arc<Positions>);

/// Filters whose positions are kept.
const KEPT: usize = 4;

struct Shared<'a> {
    view: &'a SegmentsView,
    tail: &'a TailStats,
}

// === impl SegmentsView ===

impl SegmentsView {
    pub(super) fn new(searcher: Searcher, fields: Fields) -> Self {
        Self {
            searcher,
            fields,
            of_kinds: Arc::default(),
        }
    }

    pub fn documents(&self) -> u64 {
        self.searcher
            .segment_readers()
            .iter()
            .map(|segment| u64::from(segment.max_doc()))
            .sum()
    }

    /// Documents that were not replaced since.
    pub fn live(&self) -> u64 {
        self.searcher.num_docs()
    }

    pub fn tokens(&self) -> Result<u64> {
        Ok(self.searcher.total_num_tokens(self.fields.text)?)
    }

    pub fn having_word(&self, word: &str) -> Result<u64> {
        Ok(self
            .searcher
            .doc_freq(&Term::from_field_text(self.fields.text, word))?)
    }

    /// Words that begin so, at most `limit` of each segment.
    pub fn beginning(&self, prefix: &str, limit: usize) -> Result<Vec<String>> {
        let mut found = Vec::new();
        for segment in self.searcher.segment_readers() {
            let inverted = segment.inverted_index(self.fields.text)?;
            let range = inverted.terms().range().ge(prefix);
            let mut terms = range.into_stream().map_err(tantivy::TantivyError::from)?;
            let mut left = limit;
            while left > 0 && terms.advance() {
                left -= 1;
                let term = String::from_utf8_lossy(terms.key());
                if !term.starts_with(prefix) {
                    break;
                }
                found.push(term.into_owned());
            }
        }
        Ok(found)
    }

    pub fn having_identifier(&self, identifier: &str) -> Result<u64> {
        Ok(self
            .searcher
            .doc_freq(&Term::from_field_text(self.fields.identifier, identifier))?)
    }

    pub fn search(&self, search: &Search, tail: &TailStats, limit: usize) -> Result<Vec<Hit>> {
        let query = query::build(&self.fields, search);
        let top = TopDocs::with_limit(limit.max(1)).order_by_score();
        let shared = Shared { view: self, tail };
        let found = self
            .searcher
            .search_with_statistics_provider(&query, &top, &shared)?;
        // A column is opened once a segment, not once a hit.
        let mut columns: FxHashMap<u32, Column<i64>> = FxHashMap::default();
        let mut hits = Vec::with_capacity(found.len());
        for (score, address) in found {
            let seqs = match columns.entry(address.segment_ord) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => {
                    let segment = self.searcher.segment_reader(address.segment_ord);
                    place.insert(segment.fast_fields().i64("seq")?)
                }
            };
            hits.extend(seqs.first(address.doc_id).map(|seq| Hit { seq, score }));
        }
        Ok(hits)
    }
}

impl SegmentsView {
    /// The positions that pass a filter. Most questions with a filter name kinds and nothing else,
    /// and a view never changes: those are kept.
    pub fn admitted(&self, filter: &Filter) -> Result<Arc<Positions>> {
        if !filter.names_kinds_only() {
            return self.passing(filter);
        }
        let known = |kept: &[OfKinds]| {
            let same = kept.iter().find(|(kinds, _)| *kinds == filter.kinds);
            same.map(|(_, found)| found.clone())
        };
        if let Some(found) = known(&self.kept()) {
            return Ok(found);
        }
        let found = self.passing(filter)?;
        let mut kept = self.kept();
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push((filter.kinds.clone(), found.clone()));
        Ok(found)
    }

    fn passing(&self, filter: &Filter) -> Result<Arc<Positions>> {
        let mut found = Positions::default();
        let query = query::bounds_only(&self.fields, filter);
        let weight = query.weight(EnableScoring::disabled_from_searcher(&self.searcher))?;
        for segment in self.searcher.segment_readers() {
            let seqs = segment.fast_fields().i64("seq")?;
            weight.for_each_no_score(segment, &mut |docs| {
                found.extend(docs.iter().filter_map(|doc| seqs.first(*doc)));
            })?;
        }
        Ok(Arc::new(found))
    }

    fn kept(&self) -> MutexGuard<'_, Vec<OfKinds>> {
        self.of_kinds.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SegmentsView {
    /// Calls `each` with the position of every document that is not deleted.
    pub fn each_live(&self, mut each: impl FnMut(Seq)) -> Result<()> {
        for segment in self.searcher.segment_readers() {
            let seqs = segment.fast_fields().i64("seq")?;
            let live = segment.doc_ids_alive();
            live.filter_map(|doc| seqs.first(doc)).for_each(&mut each);
        }
        Ok(())
    }

    /// Calls `each` with every term of every dictionary, those of deleted documents included.
    pub fn each_term(&self, mut each: impl FnMut(&str)) -> Result<()> {
        let Fields {
            text,
            old_text,
            identifier,
            facet,
            ..
        } = self.fields;
        for segment in self.searcher.segment_readers() {
            for field in [text, old_text, identifier, facet] {
                let inverted = segment.inverted_index(field)?;
                let mut terms = inverted
                    .terms()
                    .stream()
                    .map_err(tantivy::TantivyError::from)?;
                while terms.advance() {
                    each(&String::from_utf8_lossy(terms.key()));
                }
            }
        }
        Ok(())
    }
}

impl Bm25StatisticsProvider for Shared<'_> {
    fn total_num_tokens(&self, field: Field) -> tantivy::Result<u64> {
        Ok(self.view.searcher.total_num_tokens(field)? + self.tail.tokens)
    }

    fn total_num_docs(&self) -> tantivy::Result<u64> {
        Ok(self.view.documents() + self.tail.documents)
    }

    fn doc_freq(&self, term: &Term) -> tantivy::Result<u64> {
        let here = self.view.searcher.doc_freq(term)?;
        let value = term.value();
        let there = match value.as_str() {
            Some(word) if term.field() == self.view.fields.text => self.tail.having_word(word),
            Some(id) if term.field() == self.view.fields.identifier => {
                self.tail.having_identifier(id)
            }
            _ => 0,
        };
        Ok(here + there)
    }
}
