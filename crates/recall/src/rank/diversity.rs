//! No agent and no tag above all others: each hit that repeats those before it gives way.

use std::collections::HashMap;

use mneme_model::NameId;

use crate::rank::Ranked;

const SAME_AGENT: f64 = 0.1;
/// From the fourth hit of one agent on.
const CROWD: usize = 3;
const CROWDED: f64 = 1.0;
const SAME_TAG: f64 = 0.05;

/// Reorders only when there are more hits than are wanted; the larger the factor, the further.
pub fn spread(ranked: &mut Ranked, limit: usize, factor: f64) {
    if ranked.len() <= limit {
        return;
    }
    let mut left = std::mem::take(ranked);
    let mut seen = Seen::default();
    while !left.is_empty() && ranked.len() < limit {
        let best = (0..left.len()).max_by(|a, b| {
            let worth = |n: &usize| left[*n].1.value - factor * seen.penalty(&left[*n].0);
            // Of equals the earlier.
            worth(a).total_cmp(&worth(b)).then(b.cmp(a))
        });
        let (candidate, score) = left.remove(best.unwrap_or(0));
        seen.note(&candidate);
        ranked.push((candidate, score));
    }
    ranked.append(&mut left);
}

#[derive(Default)]
struct Seen {
    agents: HashMap<NameId, usize>,
    tags: HashMap<String, usize>,
}

// === impl Seen ===

impl Seen {
    fn note(&mut self, candidate: &crate::candidates::Candidate) {
        if let Some(agent) = candidate.event.agent {
            *self.agents.entry(agent).or_default() += 1;
        }
        for tag in &candidate.event.body.tags {
            *self.tags.entry(tag.clone()).or_default() += 1;
        }
    }

    fn penalty(&self, candidate: &crate::candidates::Candidate) -> f64 {
        let agent = candidate
            .event
            .agent
            .and_then(|agent| self.agents.get(&agent));
        let agent = match agent.copied().unwrap_or(0) {
            n if n >= CROWD => CROWDED,
            n => SAME_AGENT * n as f64,
        };
        let tags = candidate.event.body.tags.iter();
        let tags: usize = tags.filter_map(|tag| self.tags.get(tag)).sum();
        agent + SAME_TAG * tags as f64
    }
}
