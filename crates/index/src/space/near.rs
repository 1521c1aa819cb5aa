//! A space's vectors: read from the store when it opens, added to as the embedder goes on,
//! searched by meaning.

use std::sync::Arc;

use mneme_model::Seq;
use mneme_store::tables::vectors::{self, Block};
use mneme_store::tables::versions;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Space;
use crate::lexical::SegmentsView;
use crate::positions::Positions;
use crate::search::{Filter, Hit, Match, Search};
use crate::vectors::arena::Arena;
use crate::{Error, Result, signals};

/// Blocks read in one go, so that no reader stays long and little is held twice: what a thread
/// once took for it, the allocator keeps.
const BLOCKS: usize = 8;

/// The arena, once it is complete.
#[derive(Default)]
pub(super) struct Vectors {
    arena: Arena,
    loaded: bool,
    /// Versions that a later event (the value) has retired.
    retired: FxHashMap<Seq, Seq>,
}

impl Space {
    /// Reads all vectors of the configured model. What the embedder adds meanwhile waits for
    /// the lock and is added after.
    fn load_vectors(&self) -> Result<()> {
        let mut held = self.vectors_mut();
        // Adding what wraps around takes them off: they are counted again when they are read.
        signals::VECTORS.add((held.arena.len() as u64).wrapping_neg());
        *held = Vectors::default();
        let (ns, name) = (self.namespace.ns, self.model.name().map(str::to_owned));
        let known = self.store.read_now(move |view| {
            let models = vectors::models(view)?;
            let model = models.into_iter().find(|m| Some(&m.name) == name.as_ref());
            Ok::<_, Error>((model, versions::retired(view, ns)?))
        })?;
        held.retired.extend(known.1);
        held.loaded = true;
        let Some(model) = known.0 else { return Ok(()) };
        let mut after = Some(0);
        while let Some(from) = after {
            let model = model.clone();
            let (blocks, next) = self.store.read_now(move |view| {
                Ok::<_, Error>(vectors::blocks(view, ns, &model, from, BLOCKS)?)
            })?;
            blocks
                .iter()
                .for_each(|block| held.arena.insert(&block.seqs, &block.halves));
            after = next;
        }
        signals::VECTORS.add(held.arena.len() as u64);
        Ok(())
    }

    /// Reads the vectors again. Those that cannot be read are left out: words still find
    /// everything.
    pub fn reload_vectors(&self) {
        let Err(error) = self.load_vectors() else {
            return;
        };
        tracing::error!(%error, "stored vectors cannot be read: recall goes by words");
        *self.vectors_mut() = Vectors::default();
    }

    /// Takes vectors that are on disk now; a space that is not open will read them there.
    pub fn take_vectors(&self, block: &Block) {
        let mut held = self.vectors_mut();
        if held.loaded {
            held.arena.insert(&block.seqs, &block.halves);
        }
    }

    pub(super) fn retire_vector(&self, old: Seq, by: Seq) {
        self.vectors_mut().retired.insert(old, by);
    }

    /// Overwrites the numbers of records that are gone.
    pub(super) fn forget_vectors(&self, seqs: &[Seq]) {
        let mut held = self.vectors_mut();
        for seq in seqs {
            held.arena.remove(*seq);
            held.retired.remove(seq);
        }
    }

    /// Records of this space that have a vector.
    pub fn with_vectors(&self) -> usize {
        self.vectors().arena.len()
    }

    /// Whether a record has a vector.
    pub fn has_vector(&self, seq: Seq) -> bool {
        self.vectors().arena.has(seq)
    }

    /// How well a record fits the others; see [`Arena::coherence`].
    pub fn coherence(&self, seq: Seq) -> Option<f32> {
        self.vectors().arena.coherence(seq)
    }

    /// Records that are near to one in meaning; see [`Arena::like`].
    pub fn like(
        &self,
        seq: Seq,
        least: f32,
        limit: usize,
        admits: impl Fn(Seq) -> bool + Sync,
    ) -> Vec<Hit> {
        self.vectors().arena.like(seq, least, limit, admits)
    }

    /// Joins what words found with what is near in meaning. What is near only has no score of
    /// words; whoever loads it can tell.
    pub(super) fn join(&self, search: &Search, words: Vec<Hit>, near: Vec<Hit>) -> Vec<Match> {
        let held = self.vectors();
        let cosine = |seq| held.arena.cosine(seq, search.near.as_deref()?);
        let known: FxHashSet<Seq> = words.iter().map(|hit| hit.seq).collect();
        let by_words = words.iter().map(|hit| Match {
            seq: hit.seq,
            words: Some(hit.score),
            cosine: cosine(hit.seq),
        });
        let fresh = near.into_iter().filter(|hit| !known.contains(&hit.seq));
        let by_meaning = fresh.map(|hit| Match {
            seq: hit.seq,
            words: None,
            cosine: Some(hit.score),
        });
        by_words.chain(by_meaning).collect()
    }
}

// === impl Vectors ===

impl Vectors {
    /// The nearest records that a filter lets through.
    pub(super) fn nearest(&self, search: &Search, admitted: Option<&Admitted>) -> Vec<Hit> {
        let Some(vector) = search.near.as_deref() else {
            return Vec::new();
        };
        if admitted.is_some_and(|set| set.len() == 0) {
            return Vec::new();
        }
        let filter = &search.filter;
        self.arena.nearest(vector, search.near_limit, |seq| {
            filter.max_seq.is_none_or(|max| seq <= max)
                && (filter.retired || !self.retired.contains_key(&seq))
                && admitted.is_none_or(|set| set.contains(seq))
        })
    }
}

/// The positions a filter lets through.
pub(super) struct Admitted {
    tail: Positions,
    segments: Arc<Positions>,
}

/// The positions a filter lets through, when it asks for more than a position.
pub(super) fn admitted(
    filter: &Filter,
    tail: &crate::tail::Tail,
    view: Option<&SegmentsView>,
) -> Result<Option<Admitted>> {
    if !filter.narrows() {
        return Ok(None);
    }
    let mut in_tail = Positions::default();
    in_tail.extend(tail.admitted(filter));
    Ok(Some(Admitted {
        tail: in_tail,
        segments: match view {
            Some(view) => view.admitted(filter)?,
            None => Arc::default(),
        },
    }))
}

// === impl Admitted ===

impl Admitted {
    pub fn contains(&self, seq: Seq) -> bool {
        self.segments.contains(seq) || self.tail.contains(seq)
    }

    /// How many there are; those that stand in both are counted twice.
    pub fn len(&self) -> usize {
        self.segments.len() + self.tail.len()
    }
}
