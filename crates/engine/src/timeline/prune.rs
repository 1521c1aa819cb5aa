//! Leaving old docs out of searches. Nothing is deleted: docs are worked out from events, which
//! stay, and the nodes can still be browsed. What is kept is how old a doc may be, a level, and how
//! far the journal had come: what is told later is found, however old it says it is.

use mneme_access::{Caller, Need};
use mneme_model::{NsId, Seq};
use mneme_store::tables::{cursors, grips, journal, toc};
use mneme_store::{Tx, View};
use mneme_timeline::calendar::Level;

use crate::note::Act;
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

/// What is left out of a search: what each of the channels it asks leaves out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits(Vec<Bounds>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bounds {
    segment: Bound,
    grip: Bound,
}

/// Docs that ended before a moment, of events that were known when it was pruned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bound {
    before_ms: i64,
    through: Seq,
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
        self.scope(caller, Need::Administer, None)?;
        let ns = self.writing(caller, None).await?.0.ns;
        let act = Act::of(caller, "prune", "");
        self.store
            .write(512, move |tx| {
                let counts = prune.count(tx, ns, now)?;
                prune.keep(tx, ns, now, counts)?;
                let about = prune.about(&counts);
                Act { about, ..act }.append(tx)?;
                Ok::<_, Error>(counts)
            })
            .await
    }

    /// Everything is found again.
    pub(super) async fn lift_prune(&self, ns: NsId) -> Result<()> {
        self.store
            .write(512, move |tx| {
                for channel in [Channel::Words, Channel::Vectors] {
                    for level in Prunable::ALL {
                        cursors::remove(tx, &channel.key(ns, level.name()))?;
                        cursors::remove(tx, &channel.through(ns, level))?;
                    }
                }
                Ok::<_, Error>(())
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

    fn about(&self, counts: &Pruned) -> String {
        let level = self.level.map_or("all", Prunable::name);
        let docs: u64 = counts.iter().sum();
        format!("{} level={level} docs={docs}", self.channel.name())
    }

    fn keep(&self, tx: &Tx<'_>, ns: NsId, now: i64, counts: Pruned) -> Result<()> {
        let head = journal::head(tx)?;
        for (_, level) in self.levels() {
            let key = self.channel.key(ns, level.name());
            let limit = self.limit_ms(level, now);
            // One that asks for less than the last leaves that one as it is.
            if limit >= cursors::get(tx, &key)? {
                cursors::set(tx, &key, limit)?;
                cursors::set(tx, &self.channel.through(ns, level), head)?;
            }
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
    fn name(self) -> &'static str {
        match self {
            Self::Words => "words",
            Self::Vectors => "vectors",
        }
    }

    fn key(self, ns: NsId, what: &str) -> String {
        format!("prune {ns} {} {what}", self.name())
    }

    fn through(self, ns: NsId, level: Prunable) -> String {
        self.key(ns, &format!("{} through", level.name()))
    }

    fn bounds(self, view: &View<'_>, ns: NsId) -> Result<Bounds> {
        let of = |level: Prunable| {
            Ok::<_, Error>(Bound {
                before_ms: cursors::get(view, &self.key(ns, level.name()))?,
                through: cursors::get(view, &self.through(ns, level))?,
            })
        };
        Ok(Bounds {
            segment: of(Prunable::Segment)?,
            grip: of(Prunable::Grip)?,
        })
    }
}

// === impl Limits ===

impl Limits {
    /// Of a store that keeps its own: nothing is left out here.
    pub fn none() -> Self {
        let bound = Bound {
            before_ms: i64::MIN,
            through: 0,
        };
        Self(vec![Bounds {
            segment: bound,
            grip: bound,
        }])
    }

    /// Of one channel; of both, a doc is left out if it is left out of each.
    pub fn read(view: &View<'_>, ns: NsId, channel: Option<Channel>) -> Result<Self> {
        let both = [Channel::Words, Channel::Vectors];
        let asked = both
            .into_iter()
            .filter(|one| channel.is_none_or(|c| c == *one));
        let bounds = asked.map(|channel| channel.bounds(view, ns));
        Ok(Self(bounds.collect::<Result<_>>()?))
    }

    /// Whether a segment is found that ended then, by this event of it.
    pub fn shows_segment(&self, end_ms: i64, seq: Seq) -> bool {
        !self.0.iter().all(|one| one.segment.hides(end_ms, seq))
    }

    /// Whether the grips of an event are found.
    pub fn shows_grip(&self, at_ms: i64, seq: Seq) -> bool {
        !self.0.iter().all(|one| one.grip.hides(at_ms, seq))
    }
}

// === impl Bound ===

impl Bound {
    fn hides(&self, at_ms: i64, seq: Seq) -> bool {
        at_ms < self.before_ms && seq <= self.through
    }
}
