//! A search: weighted words and whole identifiers, within bounds.

use mneme_model::{MemoryType, NameId, Seq};

use crate::document::Facets;

/// What to look for.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// Analysed words, each once.
    pub words: Vec<String>,
    /// Identifiers as they were written, lower-cased.
    pub identifiers: Vec<String>,
    pub filter: Filter,
    pub limit: usize,
}

/// Where to look. Empty lists and `None` mean anywhere.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    pub session: Option<NameId>,
    pub agent: Option<NameId>,
    pub kinds: Vec<String>,
    pub tags: Vec<String>,
    pub memory_type: Option<MemoryType>,
    /// When it occurred, both ends included.
    pub from_ms: Option<i64>,
    pub to_ms: Option<i64>,
    /// When it was first recorded, both ends excluded.
    pub created_after_ms: Option<i64>,
    pub created_before_ms: Option<i64>,
    /// Nothing recorded after this position.
    pub max_seq: Option<Seq>,
    /// Also words that were retired since: for asking what was believed then.
    pub retired: bool,
}

/// A position that matched, and how well.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    pub seq: Seq,
    pub score: f32,
}

/// The best hits, and the score a document could reach at most.
#[derive(Clone, Debug, Default)]
pub struct Found {
    pub hits: Vec<Hit>,
    pub ceiling: f32,
    /// How rare each word of the search is, in its order.
    pub rarity: Vec<f32>,
}

/// How much a whole identifier counts against a word of the same rarity.
pub const IDENTIFIER_BOOST: f32 = 2.0;

// === impl Filter ===

impl Filter {
    pub fn admits(&self, facets: &Facets) -> bool {
        let any = |wanted: &[String], has: &[Box<str>]| {
            wanted.is_empty() || has.iter().any(|h| wanted.iter().any(|w| **w == **h))
        };
        let at = facets.position.occurred_ms;
        self.session.is_none_or(|s| facets.session == Some(s))
            && self.agent.is_none_or(|a| facets.agent == Some(a))
            && any(&self.kinds, &facets.kinds)
            && any(&self.tags, &facets.tags)
            && self.memory_type.is_none_or(|t| facets.memory_type == t)
            && self.from_ms.is_none_or(|from| at >= from)
            && self.to_ms.is_none_or(|to| at <= to)
            && self.created_after_ms.is_none_or(|t| facets.created_ms > t)
            && self.created_before_ms.is_none_or(|t| facets.created_ms < t)
            && self.max_seq.is_none_or(|max| facets.seq() <= max)
    }
}
