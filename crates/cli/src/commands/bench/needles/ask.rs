//! Asking for every needle.

use std::collections::BTreeMap;
use std::time::Instant;

use mneme_access::Caller;
use mneme_engine::memories::NewMemory;
use mneme_engine::{Engine, Initiative, Recall};
use mneme_model::Moment;
use mneme_recall::Ranking;
use mneme_surfaces::desk::fault;
use mneme_wire::Fault;
use serde::Serialize;

use super::corpus::{Haystack, Needle, Sort};
use crate::commands::bench::report::percentiles;
use crate::progress::bar;

/// As many as a request may carry.
const BATCH: usize = 1_000;
const ANSWERS: usize = 10;
const START_MS: i64 = 1_735_689_600_000;
/// About thirty memories a day.
const APART_MS: i64 = 48 * 60 * 1_000;

/// How often the right memory came first, and among the first ten.
#[derive(Debug, Default, Serialize)]
pub struct Shares {
    pub questions: usize,
    pub recall_1: f64,
    pub recall_10: f64,
}

/// What one ranking reached.
#[derive(Debug, Serialize)]
pub struct Reached {
    pub arm: &'static str,
    #[serde(flatten)]
    pub sorts: BTreeMap<&'static str, Shares>,
    pub p50_ms: f64,
    pub p99_ms: f64,
}

/// Stores the haystack; answers with the id of each memory.
pub async fn store(
    engine: &Engine,
    caller: &Caller,
    haystack: &Haystack,
) -> Result<Vec<String>, Fault> {
    let bar = bar("loading");
    bar.set_length(haystack.memories.len() as u64);
    let new = haystack.memories.iter().enumerate().map(memory);
    let (new, mut ids): (Vec<NewMemory>, Vec<String>) = (new.collect(), Vec::new());
    for batch in new.chunks(BATCH) {
        let stored = engine.store_memories(caller, None, batch.to_vec(), Initiative::Machine);
        let stored = stored.await.map_err(|error| fault(&error))?;
        ids.extend(stored.into_iter().map(|stored| stored.id));
        bar.inc(batch.len() as u64);
    }
    bar.finish_and_clear();
    Ok(ids)
}

fn memory((n, content): (usize, &String)) -> NewMemory {
    NewMemory {
        content: content.clone(),
        occurred_at: Some(at(n).rfc3339()),
        ..NewMemory::default()
    }
}

/// When the nth memory was made. Questions are asked after the last, whatever the clock says.
fn at(n: usize) -> Moment {
    Moment::from_ms(START_MS + n as i64 * APART_MS)
}

/// Without a model there are no vectors.
pub fn rankings(model: bool) -> Vec<Ranking> {
    let all = [
        Ranking::Words,
        Ranking::Vectors,
        Ranking::Memoryoss,
        Ranking::Mneme,
    ];
    let possible = |ranking: &Ranking| model || *ranking != Ranking::Vectors;
    all.into_iter().filter(possible).collect()
}

pub async fn ask(
    engine: &Engine,
    caller: &Caller,
    haystack: &Haystack,
    ids: &[String],
    ranking: Ranking,
) -> Result<Reached, Fault> {
    let bar = bar("asking");
    bar.set_length(haystack.needles.len() as u64);
    let now = at(haystack.memories.len()).rfc3339();
    let (mut places, mut times) = (Vec::new(), Vec::new());
    for needle in &haystack.needles {
        let began = Instant::now();
        let recalled = engine.recall(caller, None, question(needle, ranking, &now));
        let recalled = recalled.await;
        times.push(began.elapsed());
        let hits = recalled.map_err(|error| fault(&error))?.hits;
        let right = &ids[needle.answer];
        let place = hits.iter().position(|hit| hit.record.id == *right);
        places.push((needle.sort, place));
        bar.inc(1);
    }
    bar.finish_and_clear();
    let (p50_ms, p99_ms) = percentiles(times);
    Ok(Reached {
        arm: ranking.name(),
        sorts: Sort::ALL
            .map(|sort| (sort.name(), shares(&places, sort)))
            .into(),
        p50_ms,
        p99_ms,
    })
}

fn question(needle: &Needle, ranking: Ranking, now: &str) -> Recall {
    Recall {
        query: needle.question.clone(),
        limit: Some(ANSWERS),
        ranking: Some(ranking),
        now: Some(now.to_owned()),
        ..Recall::default()
    }
}

/// From the place at which each needle's memory was found, if it was.
fn shares(places: &[(Sort, Option<usize>)], sort: Sort) -> Shares {
    let of = places.iter().filter(|(of, _)| *of == sort);
    let places: Vec<Option<usize>> = of.map(|(_, place)| *place).collect();
    let share = |k| {
        let found = places.iter().flatten().filter(|place| **place < k).count();
        found as f64 / places.len().max(1) as f64
    };
    Shares {
        questions: places.len(),
        recall_1: share(1),
        recall_10: share(ANSWERS),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_counted_within_a_sort() {
        let (id, other) = (Sort::Identifier, Sort::Paraphrase);
        let places = [
            (id, Some(0)),
            (id, Some(9)),
            (id, None),
            (id, Some(1)),
            (other, Some(0)),
        ];
        let shares = shares(&places, id);
        assert_eq!(
            (shares.questions, shares.recall_1, shares.recall_10),
            (4, 0.25, 0.75)
        );
    }

    #[test]
    fn without_a_model_vectors_are_left_out() {
        assert!(!rankings(false).contains(&Ranking::Vectors));
        assert_eq!(rankings(true).len(), 4);
    }
}
