//! A search: weighted words and whole identifiers, within bounds.

use std::sync::Arc;

use mneme_model::{MemoryType, NameId, Seq};

use crate::document::Facets;

/// What to look for.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// Analysed words, each once.
    pub words: Vec<String>,
    /// Words that stand for others, each with its share of what a word counts.
    pub also: Vec<(String, f32)>,
    /// The share of what only begins with one of the words; none is looked for without it.
    pub beginning: Option<f32>,
    /// Identifiers as they were written, lower-cased.
    pub identifiers: Vec<String>,
    pub filter: Filter,
    /// Hits by words.
    pub limit: usize,
    /// The question's vector, when there is a model.
    pub near: Option<Arc<[f32]>>,
    /// Hits by meaning.
    pub near_limit: usize,
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
    /// Only memories that one of these admits: what was granted to whoever asks. None is a
    /// question of the namespace's own.
    pub granted: Option<Arc<[Granted]>>,
}

/// What a grant opens: memories with one of the tags, of one of the agents; no tags are any, and
/// so are no agents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Granted {
    pub tags: Vec<String>,
    pub agents: Vec<NameId>,
}

/// A position that matched, and how well.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    pub seq: Seq,
    pub score: f32,
}

/// A position that was found by its words, its meaning or both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Match {
    pub seq: Seq,
    /// Score of its words; `None` when it is not among the best by words.
    pub words: Option<f32>,
    /// How near it is in meaning, −1 to 1; `None` when it has no vector.
    pub cosine: Option<f32>,
}

/// The best hits, and the score by words a document could reach at most.
#[derive(Clone, Debug, Default)]
pub struct Found {
    pub hits: Vec<Match>,
    pub ceiling: f32,
    /// How rare each word of the search is, in its order.
    pub rarity: Vec<f32>,
    /// How many documents have each word, in its order, and how many there are.
    pub having: Vec<u64>,
    /// How many have each of its identifiers.
    pub naming: Vec<u64>,
    pub documents: u64,
    /// Words that were looked for beside those of the search.
    pub also: Vec<String>,
}

/// How much a whole identifier counts against a word of the same rarity.
pub const IDENTIFIER_BOOST: f32 = 2.0;

// === impl Search ===

impl Search {
    /// The same wherever it stands.
    pub(crate) fn openly(&self) -> Self {
        let filter = Filter {
            retired: self.filter.retired,
            ..Filter::default()
        };
        Self {
            filter,
            ..self.clone()
        }
    }
}

// === impl Filter ===

impl Filter {
    /// Whether it asks for more than a journal position can tell.
    pub fn narrows(&self) -> bool {
        self.session.is_some()
            || self.agent.is_some()
            || !self.kinds.is_empty()
            || !self.tags.is_empty()
            || self.memory_type.is_some()
            || self.from_ms.is_some()
            || self.to_ms.is_some()
            || self.created_after_ms.is_some()
            || self.created_before_ms.is_some()
            || self.granted.is_some()
    }

    /// Whether it asks for kinds, and for nothing else.
    pub(crate) fn names_kinds_only(&self) -> bool {
        let others = Self {
            kinds: Vec::new(),
            retired: false,
            ..self.clone()
        };
        !others.narrows() && others.max_seq.is_none()
    }

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
            && self.opens(facets)
    }

    fn opens(&self, facets: &Facets) -> bool {
        let Some(granted) = &self.granted else {
            return true;
        };
        facets.is_memory()
            && granted
                .iter()
                .any(|one| one.admits(&facets.tags, facets.agent))
    }
}

// === impl Granted ===

impl Granted {
    pub fn admits<T: AsRef<str>>(&self, tags: &[T], agent: Option<NameId>) -> bool {
        let wanted = |tag: &T| self.tags.iter().any(|one| one == tag.as_ref());
        (self.tags.is_empty() || tags.iter().any(wanted))
            && (self.agents.is_empty() || agent.is_some_and(|one| self.agents.contains(&one)))
    }
}
