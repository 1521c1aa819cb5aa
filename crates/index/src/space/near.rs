//! A space's vectors: read from the store when it opens, added to as the embedder goes on,
//! searched by meaning.

use mneme_model::Seq;
use mneme_store::tables::vectors::{self, Block};
use mneme_store::tables::versions;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Space;
use crate::lexical::SegmentsView;
use crate::search::{Filter, Found, Hit, Match, Search};
use crate::vectors::arena::Arena;
use crate::{Error, Result};

/// Blocks read in one go, so that no reader stays long.
const BLOCKS: usize = 64;

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
    pub(super) fn load_vectors(&self) -> Result<()> {
        let mut held = self.vectors_mut();
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
        Ok(())
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

    /// Records of this space that have a vector.
    pub fn with_vectors(&self) -> usize {
        self.vectors().arena.len()
    }

    /// Joins what words found with what is near in meaning; each knows both of its scores.
    /// `score` tells the words' score of records that are not among the best by words.
    pub(super) fn join(
        &self,
        search: &Search,
        admitted: Option<FxHashSet<Seq>>,
        words: Vec<Hit>,
        score: impl FnOnce(&[Seq]) -> Result<Vec<Hit>>,
    ) -> Result<Vec<Match>> {
        let held = self.vectors();
        let mut by_words: FxHashMap<Seq, f32> =
            words.iter().map(|hit| (hit.seq, hit.score)).collect();
        let near = held.nearest(search, admitted.as_ref());
        let missing = near.iter().map(|hit| hit.seq);
        let missing: Vec<Seq> = missing.filter(|seq| !by_words.contains_key(seq)).collect();
        if !missing.is_empty() {
            by_words.extend(score(&missing)?.into_iter().map(|hit| (hit.seq, hit.score)));
        }
        let all = words.iter().map(|hit| hit.seq).chain(missing);
        let matches = all.map(|seq| Match {
            seq,
            words: by_words.get(&seq).copied().unwrap_or(0.0),
            cosine: search
                .near
                .as_deref()
                .and_then(|vector| held.arena.cosine(seq, vector)),
        });
        Ok(matches.collect())
    }
}

// === impl Vectors ===

impl Vectors {
    fn nearest(&self, search: &Search, admitted: Option<&FxHashSet<Seq>>) -> Vec<Hit> {
        let Some(vector) = search.near.as_deref() else {
            return Vec::new();
        };
        let filter = &search.filter;
        self.arena.nearest(vector, search.near_limit, |seq| {
            filter.max_seq.is_none_or(|max| seq <= max)
                && (filter.retired || !self.retired.contains_key(&seq))
                && admitted.is_none_or(|set| set.contains(&seq))
        })
    }
}

/// The positions a filter lets through, when it asks for more than a position.
pub(super) fn admitted(
    filter: &Filter,
    tail: &crate::tail::Tail,
    view: Option<&SegmentsView>,
) -> Result<Option<FxHashSet<Seq>>> {
    if !filter.narrows() {
        return Ok(None);
    }
    let mut set: FxHashSet<Seq> = tail.admitted(filter).collect();
    if let Some(view) = view {
        view.each_admitted(filter, |seq| {
            set.insert(seq);
        })?;
    }
    Ok(Some(set))
}

// === impl Found ===

impl Found {
    /// Best first, by words; what is near only, nearest first, behind.
    pub(super) fn sort(&mut self) {
        self.hits.sort_by(|a, b| {
            (b.words.total_cmp(&a.words))
                .then(
                    b.cosine
                        .unwrap_or(-1.0)
                        .total_cmp(&a.cosine.unwrap_or(-1.0)),
                )
                .then(a.seq.cmp(&b.seq))
        });
    }
}
