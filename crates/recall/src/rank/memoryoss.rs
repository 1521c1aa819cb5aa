//! The ranking of the memoryOSS contract: four channels, each brought to 0…1 over the batch,
//! weighed and added; then identifiers first, and no agent or tag above all others.

use mneme_index::search::IDENTIFIER_BOOST;

use super::task::Fits;
use super::words::literal_share;
use super::{Asked, Ranked, Score, diversity, fused, sort};
use crate::brief::TaskKind;
use crate::candidates::Candidate;
use crate::question::Pointed;

/// How much each channel counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Channels {
    pub vector: f64,
    pub fts: f64,
    pub exact: f64,
    pub recency: f64,
}

/// A hit whose best channel is below this is dropped.
pub const MIN_CHANNEL_SCORE: f64 = 0.0;

/// Who asks has the best first, whoever said it: agents and tags give way to others only where a
/// model is told something unasked.
const DIVERSITY: f64 = 0.0;
const VECTOR_FLOOR: f64 = 0.25;
const FTS_FLOOR: f64 = 1.0;
/// Fewer hits than this are not compared with each other.
const BATCH: usize = 3;
const IDF_CAP: f64 = 1.5;
const WEEK_HOURS: f64 = 168.0;
const HOUR_MS: f64 = 3_600_000.0;

/// When the question points at something: what each channel is multiplied by.
const IDENTIFIER_ROUTE: (f64, f64, f64) = (0.68, 1.2, 1.55);
const LITERAL_HIT: f64 = 0.08;
const MAX_LITERAL_HITS: f64 = 2.0;
const MAX_KINDS: f64 = 0.16;
const FOCUS_HIT: f64 = 0.03;
const MAX_FOCUS_HITS: usize = 3;
const PARTIAL_LITERAL: f64 = 0.82;
const VECTOR_ONLY: f64 = 0.64;
/// Nothing of it is said: neither the name nor what it is asked about.
const BESIDE_THE_POINT: f64 = 0.78;
const OTHER_KIND: f64 = 0.65;

impl Default for Channels {
    fn default() -> Self {
        Self {
            vector: 0.30,
            fts: 0.30,
            exact: 0.25,
            recency: 0.15,
        }
    }
}

/// Raw values of one channel over the batch.
struct Channel {
    floor: f64,
    most: f64,
    compared: bool,
}

struct Batch<'a> {
    asked: &'a Asked<'a>,
    vector: Channel,
    fts: Channel,
    exact: Channel,
    boost: f64,
    channels: Channels,
    /// The question points at something, and that counts.
    routed: bool,
    /// The kind of work it is about.
    task: Option<TaskKind>,
}

// === impl Channel ===

impl Channel {
    fn of(values: impl Iterator<Item = f64>, floor: f64) -> Self {
        let hits: Vec<f64> = values.filter(|value| *value > 0.0).collect();
        Self {
            floor,
            most: hits.iter().copied().fold(0.0, f64::max),
            compared: hits.len() >= BATCH,
        }
    }

    fn share(&self, value: f64) -> f64 {
        let (value, most) = match self.compared {
            true => (value - self.floor, self.most - self.floor),
            false => (value, self.most),
        };
        if most > 0.0 {
            (value / most).clamp(0.0, 1.0)
        } else {
            0.0
        }
    }
}

// === impl Channels ===

impl Channels {
    /// Each clamped to 0…1, whatever was asked for.
    pub fn clamped(self) -> Self {
        let clamp = |value: f64| {
            if value.is_finite() {
                value.clamp(0.0, 1.0)
            } else {
                0.0
            }
        };
        Self {
            vector: clamp(self.vector),
            fts: clamp(self.fts),
            exact: clamp(self.exact),
            recency: clamp(self.recency),
        }
    }

    /// Identifiers first: the same total, told otherwise.
    fn routed(self) -> Self {
        let (v, f, e) = IDENTIFIER_ROUTE;
        let before = self.vector + self.fts + self.exact;
        let after = v * self.vector + f * self.fts + e * self.exact;
        let scale = if after > 0.0 { before / after } else { 0.0 };
        Self {
            vector: v * self.vector * scale,
            fts: f * self.fts * scale,
            exact: e * self.exact * scale,
            ..self
        }
    }
}

pub fn rank(asked: &Asked<'_>, candidates: Vec<Candidate>) -> Ranked {
    let (weak, found): (Vec<_>, Vec<_>) = candidates.into_iter().partition(Candidate::is_weak);
    let mut ranked = scored(asked, found);
    // A weak match is better than none, and never before what was found.
    let mut rest = scored(asked, weak);
    if let Some(least) = ranked.last().map(|(_, score)| score.value) {
        rest.iter_mut().for_each(|(_, score)| score.cap(least));
    }
    ranked.append(&mut rest);
    fused::fold(&mut ranked);
    diversity::spread(
        &mut ranked,
        asked.limit,
        asked.diversity.unwrap_or(DIVERSITY),
    );
    ranked
}

/// A batch of its own, best first.
fn scored(asked: &Asked<'_>, candidates: Vec<Candidate>) -> Ranked {
    let batch = Batch::of(asked, &candidates);
    let mut ranked: Ranked = candidates
        .into_iter()
        .filter_map(|candidate| {
            let score = batch.score(&candidate)?;
            Some((candidate, score))
        })
        .collect();
    sort(&mut ranked);
    ranked
}

// === impl Batch ===

impl<'a> Batch<'a> {
    fn of(asked: &'a Asked<'a>, candidates: &[Candidate]) -> Self {
        let vector = candidates.iter().map(|c| c.cosine.unwrap_or(0.0));
        let fts = candidates.iter().map(|c| f64::from(c.words));
        let exact = candidates.iter().map(|c| exact(asked, c));
        let routed = asked.question.route.reason(asked.question).is_some();
        let channels = asked.channels.clamped();
        Self {
            task: TaskKind::of(&asked.question.text).map(|(kind, _)| kind),
            asked,
            vector: Channel::of(vector, VECTOR_FLOOR),
            fts: Channel::of(fts, FTS_FLOOR),
            exact: Channel::of(exact, 0.0),
            boost: asked.idf_boost(),
            channels: if routed { channels.routed() } else { channels },
            routed,
        }
    }

    /// The score, unless the gate drops it.
    fn score(&self, candidate: &Candidate) -> Option<Score> {
        let vector = match self.vector.compared {
            true => self.vector.share(candidate.cosine.unwrap_or(0.0)),
            // Too few to compare: the cosine itself.
            false => candidate.cosine.unwrap_or(0.0).clamp(0.0, 1.0),
        };
        let fts = (self.fts.share(f64::from(candidate.words)) * self.boost).min(1.0);
        let exact = self.exact.share(exact(self.asked, candidate));
        if vector.max(fts).max(exact) < MIN_CHANNEL_SCORE {
            return None;
        }
        let recency = self.recency(candidate);
        let pointed = self.pointed(candidate);
        let literals = (pointed.literals.len() as f64).min(MAX_LITERAL_HITS);
        let kinds: f64 = pointed.kinds.iter().map(|kind| kind.worth()).sum();
        let focus = pointed.focus.len().min(MAX_FOCUS_HITS) as f64;
        let fits = self.task.map(|task| Fits::of(task, candidate));
        let fits = fits.unwrap_or_default();
        let parts = vec![
            ("vector", vector, vector * self.channels.vector),
            ("fts", fts, fts * self.channels.fts),
            ("exact", exact, exact * self.channels.exact),
            ("recency", recency, recency * self.channels.recency),
            ("literals", literals, literals * LITERAL_HIT),
            ("kinds", pointed.kinds.len() as f64, kinds.min(MAX_KINDS)),
            ("focus", focus, focus * FOCUS_HIT),
            ("task", fits.count() as f64, fits.worth()),
        ];
        let sum: f64 = parts.iter().map(|(_, _, part)| part).sum();
        let matched = candidate.said.matched(self.asked.question);
        let mut score = Score::of(sum.clamp(0.0, 1.0), parts, matched);
        score.times(self.penalty(&pointed, fts));
        score.pointed = fits.told(self.task).chain(self.told(&pointed)).collect();
        score.trusted(candidate.doubt);
        Some(score)
    }

    fn recency(&self, candidate: &Candidate) -> f64 {
        let age_ms = self.asked.question.now_ms - candidate.event.occurred.ms;
        1.0 / (1.0 + age_ms.max(0) as f64 / HOUR_MS / WEEK_HOURS)
    }

    /// Nothing, where nobody looks at it.
    fn pointed(&self, candidate: &Candidate) -> Pointed {
        let question = self.asked.question;
        match self.routed {
            true => question.route.pointed(question, &candidate.event.body.text),
            false => Pointed::default(),
        }
    }

    /// What is said of it beside the channels.
    fn told(&self, pointed: &Pointed) -> Vec<String> {
        let mut told: Vec<String> = pointed.told().collect();
        let question = self.asked.question;
        if let Some(reason) = question.route.reason(question).filter(|_| !told.is_empty()) {
            told.push(format!("identifier_route:{reason}"));
        }
        told
    }

    fn penalty(&self, pointed: &Pointed, fts: f64) -> f64 {
        if !self.routed {
            return 1.0;
        }
        let question = self.asked.question;
        let beside = match question.is_literal() {
            true => pointed.literals.is_empty(),
            false => pointed.focus.is_empty() && !question.route.focus.is_empty(),
        };
        let missing = pointed.literals.len() < question.literals().count();
        let literal = match (beside, missing) {
            (true, _) if fts == 0.0 && self.fts.most > 0.0 => VECTOR_ONLY,
            (true, _) => BESIDE_THE_POINT,
            (false, true) => PARTIAL_LITERAL,
            (false, false) => 1.0,
        };
        let other = pointed.kinds.is_empty() && pointed.literals.is_empty();
        match other && !question.route.kinds.is_empty() {
            true => literal * OTHER_KIND,
            false => literal,
        }
    }
}

fn exact(asked: &Asked<'_>, candidate: &Candidate) -> f64 {
    f64::from(IDENTIFIER_BOOST) * literal_share(asked.question, &candidate.event.body.text)
}

// === impl Asked ===

impl Asked<'_> {
    /// How telling the question's words are on average: 1 for common ones, at most 1.5.
    pub fn idf_boost(&self) -> f64 {
        let found = self.found;
        if found.having.is_empty() {
            return 1.0;
        }
        let all = found.documents as f64 + 1.0;
        let idf = |having: &u64| match having {
            0 => all.ln(),
            df => (all / (*df as f64 + 1.0)).ln() + 1.0,
        };
        let sum: f64 = found.having.iter().map(idf).sum();
        (sum / found.having.len() as f64).clamp(0.0, IDF_CAP)
    }
}

#[cfg(test)]
mod tests;
