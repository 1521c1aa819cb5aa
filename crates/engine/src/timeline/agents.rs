//! Who did how much, and when.

use std::collections::BTreeMap;

use mneme_access::Caller;
use mneme_model::{NameId, Seq};
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::journal::{self, Activity};

use crate::{Engine, Error, Result};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agent {
    pub name: String,
    pub events: u64,
    pub sessions: u64,
    pub first_ms: i64,
    pub last_ms: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bucket {
    Day,
    /// From Monday on.
    Week,
}

/// Events of one agent in one bucket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Busy {
    pub start_ms: i64,
    /// Not in it any more.
    pub end_ms: i64,
    pub agent: String,
    pub events: u64,
}

/// Both ends are included; the last thirty days if nothing is said.
#[derive(Clone, Debug)]
pub struct BusyRange {
    pub agent: Option<String>,
    pub from_ms: Option<i64>,
    pub to_ms: Option<i64>,
    pub bucket: Bucket,
}

/// Whoever is not named.
const UNKNOWN: &str = "unknown";
const DAY_MS: i64 = 86_400_000;
const LOOKBACK_DAYS: i64 = 30;
/// Journal positions counted in one go, so that no reader holds the log for long.
const STRIDE: Seq = 50_000;

impl Engine {
    /// Every agent that did something, by name.
    pub async fn agents(&self, caller: &Caller) -> Result<Vec<Agent>> {
        let Some(namespace) = self.reading(caller, None)? else {
            return Ok(Vec::new());
        };
        let head = self
            .store
            .read(|view| Ok::<_, Error>(journal::head(view)?))
            .await?;
        let (mut agents, mut after) = (Counted::new(), 0);
        while after < head {
            let (ns, ends) = (namespace.ns, (after, after + STRIDE));
            let read = move |view: &View<'_>| Ok::<_, Error>(journal::tallies(view, ns, ends)?);
            for tally in self.store.read(read).await? {
                let sessions = agents.entry(tally.agent).or_default();
                let part = sessions.entry(tally.session).or_insert((0, i64::MAX, 0));
                *part = (
                    part.0 + tally.events,
                    part.1.min(tally.first_ms),
                    part.2.max(tally.last_ms),
                );
            }
            after += STRIDE;
        }
        self.store.read(move |view| named(view, agents)).await
    }

    /// How many events each agent had in each bucket, by time and name.
    pub async fn agent_activity(&self, caller: &Caller, range: BusyRange) -> Result<Vec<Busy>> {
        let Some(namespace) = self.reading(caller, None)? else {
            return Ok(Vec::new());
        };
        let to = range.to_ms.unwrap_or_else(|| self.store.now_ms());
        let from = range.from_ms.unwrap_or(to - LOOKBACK_DAYS * DAY_MS);
        self.store
            .read(move |view| busy(view, &namespace, &range, (from, to)))
            .await
    }
}

/// Events, first and last moment of each agent in each session.
type Counted = BTreeMap<NameId, BTreeMap<Option<NameId>, (u64, i64, i64)>>;

fn named(view: &View<'_>, counted: Counted) -> Result<Vec<Agent>> {
    let agent = |(id, sessions): (NameId, BTreeMap<_, (u64, i64, i64)>)| {
        Ok(Agent {
            name: view.word(id)?.to_string(),
            events: sessions.values().map(|part| part.0).sum(),
            sessions: sessions
                .keys()
                .filter(|s: &&Option<NameId>| s.is_some())
                .count() as u64,
            first_ms: sessions.values().map(|part| part.1).min().unwrap_or(0),
            last_ms: sessions.values().map(|part| part.2).max().unwrap_or(0),
        })
    };
    let mut agents: Vec<Agent> = counted.into_iter().map(agent).collect::<Result<_>>()?;
    agents.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(agents)
}

fn busy(
    view: &View<'_>,
    namespace: &Namespace,
    range: &BusyRange,
    ends: (i64, i64),
) -> Result<Vec<Busy>> {
    let mut buckets: BTreeMap<(i64, String), u64> = BTreeMap::new();
    for Activity { agent, day, events } in journal::activity(view, namespace.ns, ends)? {
        let name = match agent {
            Some(id) => view.word(id)?.to_string(),
            None => String::from(UNKNOWN),
        };
        if range.agent.as_ref().is_none_or(|wanted| *wanted == name) {
            *buckets
                .entry((range.bucket.start_day(day), name))
                .or_default() += events;
        }
    }
    let days = range.bucket.days();
    let busy = |((day, agent), events): ((i64, String), u64)| Busy {
        start_ms: day * DAY_MS,
        end_ms: (day + days) * DAY_MS,
        agent,
        events,
    };
    Ok(buckets.into_iter().map(busy).collect())
}

// === impl Bucket ===

impl Bucket {
    fn days(self) -> i64 {
        match self {
            Self::Day => 1,
            Self::Week => 7,
        }
    }

    /// The first day of the bucket a day is in. Day 0 was a Thursday.
    fn start_day(self, day: i64) -> i64 {
        match self {
            Self::Day => day,
            Self::Week => day - (day + 3).rem_euclid(7),
        }
    }
}
