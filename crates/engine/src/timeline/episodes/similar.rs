//! Episodes like the task at hand: found by any of their events, each once.

use std::collections::HashSet;

use mneme_access::Caller;
use mneme_model::{KindGroup, Seq};
use mneme_store::View;
use mneme_store::tables::episodes::{self, EpisodeRow};
use mneme_store::tables::{journal, versions};

use super::EpisodeStatus;
use crate::{Engine, Ranking, Recall, Result};

#[derive(Clone, Debug)]
pub struct SimilarEpisode {
    pub id: String,
    pub task: String,
    pub status: EpisodeStatus,
    pub outcome: f32,
    pub value: f32,
    pub similarity: f64,
    pub lessons: Vec<String>,
    pub failure_modes: Vec<String>,
    pub actions: u64,
    pub created_ms: i64,
    pub agent: Option<String>,
}

/// Events asked for: several may belong to one episode.
const HITS: usize = 100;

impl Engine {
    /// The most alike first; of equal ones the more valuable.
    pub async fn similar_episodes(
        &self,
        caller: &Caller,
        query: String,
        limit: usize,
        min_score: f64,
    ) -> Result<Vec<SimilarEpisode>> {
        self.episodes()?;
        let recall = Recall {
            query,
            limit: Some(HITS.min(self.settings.limits.recall_limit)),
            kinds: vec![KindGroup::Episode.name().to_owned()],
            ranking: Some(Ranking::Mneme),
            ..Recall::default()
        };
        let hits = self.recall(caller, None, recall).await?.hits.into_iter();
        let hits: Vec<(Seq, f64)> = hits.map(|hit| (hit.record.seq, hit.score)).collect();
        let found = self.store.read(move |view| of_hits(view, &hits));
        let mut found = found.await?;
        found.retain(|episode| episode.similarity >= min_score);
        found.sort_by(|a, b| {
            let alike = b.similarity.total_cmp(&a.similarity);
            alike.then_with(|| b.value.total_cmp(&a.value))
        });
        found.truncate(limit);
        Ok(found)
    }
}

/// Hits come the best first, so the first of an episode is its best.
fn of_hits(view: &View<'_>, hits: &[(Seq, f64)]) -> Result<Vec<SimilarEpisode>> {
    let (mut found, mut known) = (Vec::new(), HashSet::new());
    for (seq, score) in hits {
        let first = versions::whole_of(view, *seq)?.unwrap_or(*seq);
        if !known.insert(first) {
            continue;
        }
        if let Some(row) = episodes::get(view, first)? {
            found.extend(read(view, &row, *score)?);
        }
    }
    Ok(found)
}

fn read(view: &View<'_>, row: &EpisodeRow, similarity: f64) -> Result<Option<SimilarEpisode>> {
    let Some(first) = journal::load(view, row.seq)? else {
        return Ok(None);
    };
    let end = row
        .end_seq
        .map(|seq| journal::load(view, seq))
        .transpose()?;
    let ended = end.flatten().and_then(|end| end.body.episode?.ended);
    let ended = ended.unwrap_or_default();
    let agent = first.agent.map(|id| view.word(id)).transpose()?;
    Ok(Some(SimilarEpisode {
        id: first.ext_id,
        task: first.body.episode.unwrap_or_default().task,
        status: row.status,
        outcome: row.outcome,
        value: row.value,
        similarity,
        lessons: ended.lessons,
        failure_modes: ended.failure_modes,
        actions: row.actions,
        created_ms: first.occurred.ms,
        agent: agent.as_deref().map(str::to_owned),
    }))
}
