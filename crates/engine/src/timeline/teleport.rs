//! Straight to segments and grips: by words, by meaning, or by both.

use std::collections::HashMap;

use mneme_access::Caller;
use mneme_model::time::LATEST_MS;
use mneme_model::{KindGroup, Moment};
use mneme_store::tables::{grips, journal, toc, vectors};

use super::docs::{self, Doc, DocType};
use super::prune::{Channel, Limits};
use crate::{Engine, Error, ModelState, Ranking, Recall, Remembered, Result};

/// What is looked for, and within which bounds.
#[derive(Clone, Debug, Default)]
pub struct Teleport {
    pub query: String,
    pub limit: usize,
    pub wanted: Option<DocType>,
    pub agent: Option<String>,
    /// From a moment to before another.
    pub time_ms: Option<(i64, i64)>,
    pub min_score: f64,
}

/// How much each side counts; nothing if it is not to be asked.
#[derive(Clone, Copy, Debug)]
pub struct Sides {
    pub words: Option<f64>,
    pub vectors: Option<f64>,
}

#[derive(Clone, Debug)]
pub struct VectorIndex {
    pub available: bool,
    pub vectors: u64,
    pub dimension: usize,
    pub last_ms: Option<i64>,
    pub path: String,
    pub bytes: u64,
}

/// Hits asked for: several may lie in one segment.
const HITS: usize = 100;
/// What the first rank counts, at most.
const RANK_BASE: f64 = 60.0;

impl Engine {
    /// Docs by one ranking, the best first.
    pub async fn teleport(
        &self,
        caller: &Caller,
        ranking: Ranking,
        ask: &Teleport,
    ) -> Result<Vec<Doc>> {
        let hits = self
            .event_hits(caller, ranking, ask, &[KindGroup::Event])
            .await?;
        let Some(namespace) = self.reading(caller, None)?.filter(|_| !hits.is_empty()) else {
            return Ok(Vec::new());
        };
        let (wanted, channel, room) = (ask.wanted, channel(ranking), docs::room(ask.limit));
        let docs = self.store.read(move |view| {
            let limits = Limits::read(view, namespace.ns, channel)?;
            docs::of_hits(view, &hits, wanted, &limits, room)
        });
        let mut docs = docs.await?;
        docs.retain(|doc| doc.score >= ask.min_score);
        docs.truncate(ask.limit);
        Ok(docs)
    }

    /// Docs by both sides, each by its rank.
    pub async fn teleport_both(
        &self,
        caller: &Caller,
        sides: Sides,
        ask: &Teleport,
    ) -> Result<Vec<Doc>> {
        let each = Teleport {
            limit: ask.limit * 2,
            ..ask.clone()
        };
        let mut lists = Vec::new();
        if let Some(weight) = sides.words {
            lists.push((weight, self.teleport(caller, Ranking::Words, &each).await?));
        }
        if let Some(weight) = sides.vectors {
            lists.push((
                weight,
                self.teleport(caller, Ranking::Vectors, &each).await?,
            ));
        }
        let mut docs = fuse(lists);
        docs.truncate(ask.limit);
        Ok(docs)
    }

    /// Events (and memories, where asked for) that match within the bounds.
    pub(super) async fn event_hits(
        &self,
        caller: &Caller,
        ranking: Ranking,
        ask: &Teleport,
        groups: &[KindGroup],
    ) -> Result<Vec<Remembered>> {
        let (from, to) = ask.time_ms.unwrap_or((0, i64::MAX));
        if ask.query.trim().is_empty() || to <= from.max(0) || from > LATEST_MS {
            return Ok(Vec::new());
        }
        let moment = |ms: i64| Moment::from_ms(ms.clamp(0, LATEST_MS)).rfc3339();
        let recall = Recall {
            query: ask.query.clone(),
            limit: Some(HITS.min(self.settings.limits.recall_limit)),
            agent: ask.agent.clone(),
            kinds: groups.iter().map(|group| group.name().to_owned()).collect(),
            from: ask.time_ms.map(|(from, _)| moment(from)),
            to: ask.time_ms.map(|(_, to)| moment(to.saturating_sub(1))),
            ranking: Some(ranking),
            ..Recall::default()
        };
        Ok(self.recall(caller, None, recall).await?.hits)
    }

    /// How many nodes and grips there are.
    pub async fn doc_counts(&self, caller: &Caller) -> Result<(u64, u64)> {
        let Some(namespace) = self.reading(caller, None)? else {
            return Ok((0, 0));
        };
        self.store
            .read(move |view| {
                let nodes = toc::count(view, namespace.ns)?;
                Ok::<_, Error>((nodes, grips::count(view, namespace.ns)?))
            })
            .await
    }

    /// Whether questions can be read for their meaning now.
    pub async fn reads_meaning(&self) -> Result<bool> {
        let state = self.model_looked_at().await?;
        Ok(matches!(
            state,
            ModelState::Ready(_) | ModelState::Unopened(_)
        ))
    }

    pub async fn vector_index(&self, caller: &Caller) -> Result<VectorIndex> {
        let (namespace, name) = (self.reading(caller, None)?, self.index.model().name());
        let (name, through) = (name.map(str::to_owned), self.index.vectors_through());
        let counted = self.store.read(move |view| {
            let mut models = vectors::models(view)?.into_iter();
            let model = models.rfind(|model| Some(&model.name) == name.as_ref());
            let ours = |count: &&vectors::Count| {
                let ns = namespace.as_ref().map(|namespace| namespace.ns);
                Some(count.ns) == ns && Some(count.model) == model.as_ref().map(|m| m.id)
            };
            let n: u64 = vectors::counts(view)?
                .iter()
                .filter(ours)
                .map(|c| c.n)
                .sum();
            let last = through
                .map(|seq| journal::recorded_at(view, seq))
                .transpose()?;
            Ok::<_, Error>((n, last.flatten()))
        });
        let (vectors, last_ms) = counted.await?;
        let dimension = self.index.model().dimension();
        Ok(VectorIndex {
            available: self.reads_meaning().await?,
            vectors,
            dimension,
            last_ms: last_ms.filter(|_| vectors > 0),
            path: self.store.dir().join("mneme.db").display().to_string(),
            // Two bytes a number.
            bytes: vectors * dimension as u64 * 2,
        })
    }
}

fn channel(ranking: Ranking) -> Option<Channel> {
    match ranking {
        Ranking::Words => Some(Channel::Words),
        Ranking::Vectors => Some(Channel::Vectors),
        Ranking::Mneme | Ranking::Memoryoss | Ranking::Notebook => None,
    }
}

/// One list from several: what stands high in many of them stands high.
fn fuse(lists: Vec<(f64, Vec<Doc>)>) -> Vec<Doc> {
    let (mut fused, mut places): (Vec<Doc>, HashMap<String, usize>) = Default::default();
    for (weight, docs) in lists {
        for (rank, mut doc) in docs.into_iter().enumerate() {
            doc.score = weight / (RANK_BASE + 1.0 + rank as f64);
            match places.get(&doc.id).and_then(|at| fused.get_mut(*at)) {
                Some(known) => known.score += doc.score,
                None => {
                    places.insert(doc.id.clone(), fused.len());
                    fused.push(doc);
                }
            }
        }
    }
    docs::sort(&mut fused);
    fused
}
