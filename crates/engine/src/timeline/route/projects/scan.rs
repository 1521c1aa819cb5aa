//! Events whose words are those of a question, without an index: as many of the newest ones as
//! there is time for.

use std::time::Instant;

use mneme_model::{Event, KindGroup, NameId, Seq};
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::{journal, memories, versions};
use mneme_timeline::terms::Terms;

use super::super::Asked;
use crate::{Record, Remembered, Result};

/// Rows read in one go, and at most.
const STRIDE: usize = 500;
const MOST: usize = 20_000;

/// A place where some of the terms stand.
type Place = (Seq, Vec<usize>);

/// The best first.
pub fn newest(
    view: &View<'_>,
    namespace: &Namespace,
    asked: &Asked,
    agent: Option<NameId>,
    until: Instant,
) -> Result<Vec<Remembered>> {
    let words = |c: char| if c.is_alphanumeric() { c } else { ' ' };
    let terms = Terms::of(&asked.query.chars().map(words).collect::<String>());
    let (mut places, mut seen, mut at): (Vec<Place>, usize, Seq) = (Vec::new(), 0, Seq::MAX);
    while seen < MOST && Instant::now() < until {
        let page = journal::before(view, namespace.ns, at, STRIDE)?;
        let Some(last) = page.last() else { break };
        at = last.seq;
        seen += page.len();
        for event in page.iter().filter(|event| is_meant(event, agent)) {
            let found = terms.places_in(&event.body.text);
            if !found.is_empty() {
                places.push((event.seq, found));
            }
        }
    }
    let mut scored = scored(places, terms.count(), seen);
    scored.truncate(asked.limit);
    let hits = scored
        .into_iter()
        .map(|(seq, score)| hit(view, namespace, seq, score));
    Ok(hits
        .collect::<Result<Vec<_>>>()?
        .into_iter()
        .flatten()
        .collect())
}

fn is_meant(event: &Event, agent: Option<NameId>) -> bool {
    let told = matches!(event.kind.group(), KindGroup::Event | KindGroup::Memory);
    told && !event.body.repeat && (agent.is_none() || event.agent == agent)
}

/// Places by the share of the question that stands there, where a rare term counts more.
fn scored(places: Vec<Place>, terms: usize, seen: usize) -> Vec<(Seq, f64)> {
    let mut counts = vec![0_usize; terms];
    for term in places.iter().flat_map(|(_, found)| found) {
        counts[*term] += 1;
    }
    let rarity = |count: &usize| (1.0 + seen as f64 / (*count).max(1) as f64).ln();
    let rarity: Vec<f64> = counts.iter().map(rarity).collect();
    let whole: f64 = rarity.iter().sum();
    let score = |(seq, found): Place| {
        let part: f64 = found.iter().map(|term| rarity[*term]).sum();
        (seq, part / whole)
    };
    let mut scored: Vec<(Seq, f64)> = places.into_iter().map(score).collect();
    scored.sort_by(|a, b| b.1.total_cmp(&a.1).then(b.0.cmp(&a.0)));
    scored
}

/// The record at a place; nothing if it is not believed any more.
fn hit(view: &View<'_>, namespace: &Namespace, seq: Seq, score: f64) -> Result<Option<Remembered>> {
    let Some(event) = journal::load(view, seq)? else {
        return Ok(None);
    };
    let record = match event.kind.group() {
        KindGroup::Memory => {
            let version = versions::get(view, seq)?.filter(|version| version.to_seq.is_none());
            let memory = version.map(|version| memories::get(view, version.memory));
            match memory.transpose()?.flatten() {
                Some(row) => Record::of_memory(view, &namespace.name, row)?,
                None => None,
            }
        }
        _ => Some(Record::of_event(view, &namespace.name, event)?),
    };
    Ok(record.map(|record| Remembered {
        record,
        score,
        // What others think of those who wrote there is not known here.
        trust: 0.5,
        reasons: Vec::new(),
        matched: Vec::new(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rare_word_counts_more_than_a_common_one() {
        let places = vec![(1, vec![0]), (2, vec![0]), (3, vec![1]), (4, vec![0, 1])];
        let scored = scored(places, 2, 100);
        let order: Vec<Seq> = scored.iter().map(|(seq, _)| *seq).collect();
        assert_eq!(order, [4, 3, 2, 1]);
        assert_eq!(scored[0].1, 1.0);
        assert!(scored[1].1 > scored[2].1);
    }
}
