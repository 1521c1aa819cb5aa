//! Leaving old docs out of searches. Nothing is deleted: docs are worked out from events, which
//! stay, and the nodes can still be browsed. What is kept is how old a doc may be, a level.

use mneme_access::Caller;
use mneme_model::NsId;
use mneme_store::tables::{cursors, grips, toc};
use mneme_store::{Tx, View};
use mneme_timeline::calendar::Level;

use crate::{Engine, Error, Result};

/// Which searches are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    Words,
    Vectors,
}

/// What can be pruned. Months and years cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prunable {
    Segment,
    Grip,
    Day,
    Week,
}

#[derive(Clone, Copy, Debug)]
pub struct Prune {
    pub channel: Channel,
    /// All of them if none is named.
    pub level: Option<Prunable>,
    /// How old a doc may be; each level has its own if none is given.
    pub age_days: Option<u32>,
    pub dry_run: bool,
}

/// How many docs are left out that were not before, in the order of [`Prunable::ALL`].
pub type Pruned = [u64; 4];

/// Docs that ended before these are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    pub segment_ms: i64,
    pub grip_ms: i64,
}

/// When it was pruned last, and how many went then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastPrune {
    pub at_ms: i64,
    pub docs: u64,
}

const DAY_MS: i64 = 86_400_000;

impl Engine {
    pub async fn prune(&self, caller: &Caller, prune: Prune) -> Result<Pruned> {
        let now = self.store.now_ms();
        if prune.dry_run {
            let Some(namespace) = self.reading(caller, None)? else {
                return Ok(Pruned::default());
            };
            let count = move |view: &View<'_>| prune.count(view, namespace.ns, now);
            return self.store.read(count).await;
        }
        let ns = self.writing(caller, None).await?.0.ns;
        self.store
            .write(512, move |tx| {
                let counts = prune.count(tx, ns, now)?;
                prune.keep(tx, ns, now, counts)?;
                Ok::<_, Error>(counts)
            })
            .await
    }

    pub async fn last_prune(&self, caller: &Caller, channel: Channel) -> Result<LastPrune> {
        let Some(namespace) = self.reading(caller, None)? else {
            return Ok(LastPrune::default());
        };
        let ns = namespace.ns;
        self.store
            .read(move |view| {
                Ok::<_, Error>(LastPrune {
                    at_ms: cursors::get(view, &channel.key(ns, "at"))?,
                    docs: cursors::get(view, &channel.key(ns, "docs"))?.unsigned_abs(),
                })
            })
            .await
    }
}

// === impl Prune ===

impl Prune {
    fn levels(&self) -> impl Iterator<Item = (usize, Prunable)> + use<> {
        let wanted = self.level;
        let all = Prunable::ALL.into_iter().enumerate();
        all.filter(move |(_, level)| wanted.is_none_or(|wanted| wanted == *level))
    }

    fn limit_ms(&self, level: Prunable, now: i64) -> i64 {
        let days = self
            .age_days
            .unwrap_or_else(|| level.default_days(self.channel));
        now - i64::from(days) * DAY_MS
    }

    fn count(&self, view: &View<'_>, ns: NsId, now: i64) -> Result<Pruned> {
        let mut counts = Pruned::default();
        for (at, level) in self.levels() {
            let already = cursors::get(view, &self.channel.key(ns, level.name()))?;
            let ends = (already, self.limit_ms(level, now));
            counts[at] = match level.node() {
                Some(node) => toc::between(view, ns, node as u8, ends)?,
                None => grips::between(view, ns, ends)?,
            };
        }
        Ok(counts)
    }

    fn keep(&self, tx: &Tx<'_>, ns: NsId, now: i64, counts: Pruned) -> Result<()> {
        for (_, level) in self.levels() {
            let key = self.channel.key(ns, level.name());
            let limit = self.limit_ms(level, now).max(cursors::get(tx, &key)?);
            cursors::set(tx, &key, limit)?;
        }
        let docs = i64::try_from(counts.iter().sum::<u64>()).unwrap_or(i64::MAX);
        cursors::set(tx, &self.channel.key(ns, "at"), now)?;
        Ok(cursors::set(tx, &self.channel.key(ns, "docs"), docs)?)
    }
}

// === impl Prunable ===

impl Prunable {
    pub const ALL: [Prunable; 4] = [Self::Segment, Self::Grip, Self::Day, Self::Week];

    pub fn name(self) -> &'static str {
        match self {
            Self::Segment => "segment",
            Self::Grip => "grip",
            Self::Day => "day",
            Self::Week => "week",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }

    fn node(self) -> Option<Level> {
        match self {
            Self::Segment => Some(Level::Segment),
            Self::Grip => None,
            Self::Day => Some(Level::Day),
            Self::Week => Some(Level::Week),
        }
    }

    fn default_days(self, channel: Channel) -> u32 {
        match (self, channel) {
            (Self::Segment | Self::Grip, _) => 30,
            (Self::Day, Channel::Vectors) => 365,
            (Self::Day, Channel::Words) => 180,
            (Self::Week, _) => 1_825,
        }
    }
}

// === impl Channel ===

impl Channel {
    fn key(self, ns: NsId, what: &str) -> String {
        let side = match self {
            Self::Words => "words",
            Self::Vectors => "vectors",
        };
        format!("prune {ns} {side} {what}")
    }

    fn limits(self, view: &View<'_>, ns: NsId) -> Result<Limits> {
        let of = |level: Prunable| cursors::get(view, &self.key(ns, level.name()));
        Ok(Limits {
            segment_ms: of(Prunable::Segment)?,
            grip_ms: of(Prunable::Grip)?,
        })
    }
}

// === impl Limits ===

impl Limits {
    /// Of one channel; of both, a doc is left out if it is left out of each.
    pub fn read(view: &View<'_>, ns: NsId, channel: Option<Channel>) -> Result<Self> {
        if let Some(channel) = channel {
            return channel.limits(view, ns);
        }
        let words = Channel::Words.limits(view, ns)?;
        let vectors = Channel::Vectors.limits(view, ns)?;
        Ok(Self {
            segment_ms: words.segment_ms.min(vectors.segment_ms),
            grip_ms: words.grip_ms.min(vectors.grip_ms),
        })
    }
}
