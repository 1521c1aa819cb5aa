//! How far a record is to be trusted: by its age, by whoever wrote it, by how it fits what else is
//! known, by how often it was of use, and by what came of it.

use std::collections::HashMap;

use mneme_index::Index;
use mneme_model::{Event, MemoryStatus, NameId, NsId};
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::memories::MemoryRow;
use mneme_store::tables::outcomes::Outcome;
use mneme_store::tables::reputations::{self, Reputation};

use crate::Result;

/// What each signal counts; together one.
const RECENCY: f64 = 0.22;
const SOURCE: f64 = 0.22;
const COHERENCE: f64 = 0.18;
const ACCESS: f64 = 0.13;
const OUTCOME: f64 = 0.25;
/// A signal nobody knows anything of.
const UNKNOWN: f64 = 0.5;
/// What was given out so often is trusted for it as far as anything can be.
const OFTEN: f64 = 100.0;
const HALF_LIFE_MS: f64 = 7.0 * 86_400_000.0;

/// What is supposed of a source before the first word about it: rather right than wrong.
const PRIOR: (f64, f64) = (2.0, 1.0);
/// Standard deviations to either side that hold 95 of 100.
const SIDES: f64 = 1.96;

/// How a record that is doubted, not confirmed yet or out of use is ranked against one that is
/// believed.
const CONTESTED: f64 = 0.55;
const CANDIDATE: f64 = 0.75;
const STALE: f64 = 0.7;
/// Ranked by trust: no record falls below this by it.
const LEAST: f64 = 0.6;
/// Ranked by how sure a machine was: nothing falls below this.
const SUPPOSED: f64 = 0.3;

/// What is thought of a source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    pub alpha: f64,
    pub beta: f64,
}

/// What trust is made of, each from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Signals {
    pub recency: f64,
    pub source: f64,
    /// How near it is to the middle of what its namespace holds; half where no model read it.
    pub coherence: f64,
    /// How often it was recalled or put before a model.
    pub access: f64,
    pub outcome: f64,
}

/// How far a record is to be trusted, where that is with 95 of 100 chances, and why.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Trust {
    pub score: f64,
    pub low: f64,
    pub high: f64,
    pub signals: Signals,
}

/// The sources of a namespace that anything was said of, and what its records are held against.
#[derive(Clone, Default)]
pub struct Sources<'a> {
    known: HashMap<NameId, Standing>,
    among: Option<(&'a Index, &'a Namespace)>,
}

// === impl Standing ===

impl Standing {
    pub fn of(reputation: &Reputation) -> Self {
        Self {
            alpha: PRIOR.0 + reputation.good as f64,
            beta: PRIOR.1 + reputation.bad as f64,
        }
    }

    pub fn mean(self) -> f64 {
        self.alpha / (self.alpha + self.beta)
    }

    /// Where the mean is with 95 of 100 chances.
    pub fn interval(self) -> (f64, f64) {
        let Self { alpha, beta } = self;
        let all = alpha + beta;
        let deviation = (alpha * beta / (all * all * (all + 1.0))).sqrt();
        let at = |sides: f64| (self.mean() + sides * deviation).clamp(0.0, 1.0);
        (at(-SIDES), at(SIDES))
    }
}

// === impl Sources ===

impl<'a> Sources<'a> {
    /// Without an index: how a record fits the others is not known.
    pub fn read(view: &View<'_>, ns: NsId) -> Result<Self> {
        let known = reputations::all(view, ns)?;
        let standing = |known: &Reputation| (known.source, Standing::of(known));
        Ok(Self {
            known: known.iter().map(standing).collect(),
            among: None,
        })
    }

    /// The index has to be ready. To whom the others are not shown, how one fits them is not told.
    pub fn among(view: &View<'_>, index: &'a Index, namespace: &'a Namespace) -> Result<Self> {
        let whole = namespace.only.is_none() && namespace.through.is_none();
        Ok(Self {
            among: whole.then_some((index, namespace)),
            ..Self::read(view, namespace.ns)?
        })
    }

    fn mean(&self, source: NameId) -> f64 {
        self.known
            .get(&source)
            .map_or(UNKNOWN, |known| known.mean())
    }

    fn coherence(&self, event: &Event) -> f64 {
        let cosine = self
            .among
            .and_then(|(index, namespace)| index.coherence(namespace, event.seq));
        cosine.map_or(UNKNOWN, |cosine| {
            (f64::from(cosine) + 1.0).clamp(0.0, 2.0) / 2.0
        })
    }

    /// Between 0 and 1, at a time.
    pub fn trust(&self, event: &Event, memory: Option<&MemoryRow>, now_ms: i64) -> f64 {
        self.signals(event, memory, now_ms).score()
    }

    fn signals(&self, event: &Event, memory: Option<&MemoryRow>, now_ms: i64) -> Signals {
        let age_ms = match is_pinned(memory) {
            true => 0.0,
            false => (now_ms - anchor(event, memory)).max(0) as f64,
        };
        Signals {
            recency: 0.5_f64.powf(age_ms / HALF_LIFE_MS),
            source: self.mean(event.actor),
            coherence: self.coherence(event),
            access: memory.map_or(0.0, |memory| access(memory.uses())),
            outcome: memory.map_or(UNKNOWN, outcome),
        }
    }

    /// The same with what it is made of. The source alone is uncertain; of one nobody has said
    /// anything of, everything is.
    pub fn explain(&self, event: &Event, memory: Option<&MemoryRow>, now_ms: i64) -> Trust {
        let signals = self.signals(event, memory, now_ms);
        let known = self.known.get(&event.actor);
        let (low, high) = known.map_or((0.0, 1.0), |known| known.interval());
        let with = |source: f64| Signals { source, ..signals }.score();
        Trust {
            score: signals.score(),
            low: with(low),
            high: with(high),
            signals,
        }
    }

    /// What our own ranking takes of a record because of what was said: nothing where nobody
    /// said anything against it or its source.
    pub(crate) fn doubt(&self, event: &Event, memory: Option<&MemoryRow>) -> f64 {
        let source = (self.mean(event.actor) / UNKNOWN).min(1.0);
        status(memory) * by_trust(source)
    }
}

// === impl Signals ===

impl Signals {
    fn score(self) -> f64 {
        RECENCY * self.recency
            + SOURCE * self.source
            + COHERENCE * self.coherence
            + ACCESS * self.access
            + OUTCOME * self.outcome
    }
}

/// What a ranking takes of a record because of where it stands.
pub fn status_factor(status: MemoryStatus) -> f64 {
    match status {
        MemoryStatus::Contested | MemoryStatus::Rejected => CONTESTED,
        MemoryStatus::Candidate => CANDIDATE,
        MemoryStatus::Stale | MemoryStatus::Superseded | MemoryStatus::Archived => STALE,
        MemoryStatus::Active => 1.0,
    }
}

/// What the ranking of the memoryOSS contract takes of a record because of how far it is trusted.
pub fn trust_multiplier(trust: f64) -> f64 {
    by_trust(trust)
}

/// The same for the ranking of the memoryOSS contract.
pub(crate) fn factor(trust: f64, memory: Option<&MemoryRow>) -> f64 {
    status(memory) * by_trust(trust)
}

/// What is left of a record that a machine only supposes: the surer it was, the more. What
/// somebody confirmed or told himself, or was learnt again since, is not supposed.
pub(crate) fn confidence_factor(memory: Option<&MemoryRow>) -> f64 {
    sureness(&memory.map(|memory| memory.outcome).unwrap_or_default())
}

/// The score of a contested record as if nobody spoke against it, where it was asked for unasked.
pub fn undoubted(score: f64, told: &Outcome) -> f64 {
    (score / (CONTESTED * sureness(told))).min(1.0)
}

fn sureness(told: &Outcome) -> f64 {
    let supposed = told.confirms == 0 && told.verified_ms.is_none();
    match told.confidence.filter(|_| supposed) {
        Some(sure) => {
            let sure = f64::from(sure) / 1_000.0;
            SUPPOSED + (1.0 - SUPPOSED) * sure * sure
        }
        None => 1.0,
    }
}

fn by_trust(trust: f64) -> f64 {
    LEAST + (1.0 - LEAST) * trust
}

fn status(memory: Option<&MemoryRow>) -> f64 {
    memory.map_or(1.0, |memory| match memory.status {
        // What was retired since was believed when somebody asks about then.
        MemoryStatus::Superseded | MemoryStatus::Archived => 1.0,
        status => status_factor(status),
    })
}

/// What somebody keeps at hand does not grow old.
pub(crate) fn is_pinned(memory: Option<&MemoryRow>) -> bool {
    memory.is_some_and(|memory| memory.pinned)
}

/// When anything last happened to a record.
fn anchor(event: &Event, memory: Option<&MemoryRow>) -> i64 {
    let outcome = memory.map(|memory| memory.outcome).unwrap_or_default();
    let shown = memory.and_then(|memory| memory.injections.last_ms);
    let known = [outcome.verified_ms, outcome.last_ms, shown];
    known
        .into_iter()
        .flatten()
        .fold(event.written_ms(), i64::max)
}

/// Each further time counts less than the one before.
fn access(times: u64) -> f64 {
    ((1.0 + times as f64).ln() / (1.0 + OFTEN).ln()).min(1.0)
}

/// What was said for a memory, as a share of all that was said.
fn outcome(memory: &MemoryRow) -> f64 {
    let told = memory.outcome;
    // Each of the first two was also a piece of evidence, and counts as that besides, as published.
    let said = told.reuses as f64 + 1.5 * told.confirms as f64;
    let good = said + memory.evidence.saturating_sub(1) as f64;
    let bad = 2.0 * told.rejects as f64 + 1.5 * told.supersedes as f64;
    (good + 1.0) / (good + bad + 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_of_use_often_is_trusted_for_it_up_to_a_limit() {
        assert_eq!((access(0), access(100), access(5_000)), (0.0, 1.0, 1.0));
        assert!(access(1) > 0.1 && access(1) < access(2));
        assert!(access(2) - access(1) < access(1) - access(0));
    }

    #[test]
    fn g_110_what_trust_takes_of_a_score_is_as_published() {
        let weights = [RECENCY, SOURCE, COHERENCE, ACCESS, OUTCOME];
        assert_eq!(weights, [0.22, 0.22, 0.18, 0.13, 0.25]);
        assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        for (status, factor) in [
            (MemoryStatus::Active, 1.0),
            (MemoryStatus::Candidate, 0.75),
            (MemoryStatus::Contested, 0.55),
            (MemoryStatus::Stale, 0.7),
        ] {
            assert_eq!(status_factor(status), factor, "{status:?}");
        }
        for (trust, factor) in [(0.0, 0.6), (0.5, 0.8), (1.0, 1.0)] {
            assert!((trust_multiplier(trust) - factor).abs() < 1e-9, "{trust}");
        }
        for (sure, factor) in [
            (None, 1.0),
            (Some(0), 0.3),
            (Some(200), 0.328),
            (Some(1_000), 1.0),
        ] {
            let told = Outcome {
                confidence: sure,
                ..Outcome::default()
            };
            assert!((sureness(&told) - factor).abs() < 1e-9, "{sure:?}");
        }
    }

    #[test]
    fn g_097_a_standing_follows_what_was_said() {
        let of = |good, bad| {
            Standing::of(&Reputation {
                source: 1,
                good,
                bad,
            })
        };
        assert_eq!((of(1, 0).alpha, of(1, 0).beta), (3.0, 1.0));
        assert!(of(5, 0).mean() > of(1, 0).mean());
        assert!(of(0, 3).mean() < UNKNOWN);
        for standing in [of(0, 0), of(0, 50), of(900, 1)] {
            let (low, high) = standing.interval();
            assert!(low <= standing.mean() && standing.mean() <= high);
            assert!((0.0..=1.0).contains(&low) && (0.0..=1.0).contains(&high));
        }
        let width = |(low, high): (f64, f64)| high - low;
        assert!(width(of(90, 9).interval()) < width(of(9, 1).interval()));
    }
}
