//! How much the timeline holds, and putting it in order.

use mneme_access::{Caller, Need};
use mneme_model::{Code, Moment};
use mneme_store::tables::{grips, toc};

use super::toc::TocRebuilt;
use crate::jobs::{ROLLUP, SEGMENTS};
use crate::upkeep::Progress;
use crate::{Engine, Error, Result, log};

/// A part of the store, as the timeline's administrators know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub name: &'static str,
    pub entries: u64,
    pub bytes: u64,
}

/// Names a part goes by elsewhere.
const NAMES: [(&str, &[&str]); 4] = [
    ("events", &["events", "episodes"]),
    (
        "toc",
        &[
            "toc",
            "toc_nodes",
            "toc_latest",
            "topics",
            "topic_links",
            "topic_rels",
        ],
    ),
    ("grips", &["grips"]),
    ("outbox", &["outbox", "checkpoints", "usage_counters"]),
];

/// A row of the index of grips, roughly.
const GRIP_BYTES: u64 = 120;
/// A row of the journal without its words, roughly.
const ROW_BYTES: u64 = 160;

impl Engine {
    /// The parts of a namespace in their fixed order; the last is everybody's.
    pub async fn timeline_parts(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
    ) -> Result<Vec<Part>> {
        let known = self.reading(caller, namespace)?;
        let mut stats = self.stats(caller).await?;
        stats
            .namespaces
            .retain(|ns| known.as_ref().is_some_and(|known| *known.name == *ns.name));
        let space = known.map(|namespace| namespace.ns);
        let (nodes, grips) = self
            .store
            .read(move |view| {
                let Some(ns) = space else {
                    return Ok(((0, 0), 0));
                };
                let mut nodes = (0, 0);
                for (_, n, bytes) in toc::counts(view, ns)? {
                    nodes = (nodes.0 + n, nodes.1 + bytes);
                }
                Ok::<_, Error>((nodes, grips::count(view, ns)?))
            })
            .await?;
        let behind = self.toc.behind().await?.max(self.index.lag() as u64);
        let events = stats.namespaces.iter().map(|ns| ns.events).sum::<u64>();
        let words = stats.namespaces.iter().map(|ns| ns.text_bytes).sum::<u64>();
        let part = |n: usize, entries, bytes| Part {
            name: NAMES[n].0,
            entries,
            bytes,
        };
        Ok(vec![
            part(0, events, words + events * ROW_BYTES),
            part(1, nodes.0, nodes.1),
            part(2, grips, grips * GRIP_BYTES),
            part(3, behind, 0),
        ])
    }

    /// Sessions that go on, and how many of their events are in no segment yet.
    pub async fn waiting(&self, caller: &Caller, namespace: Option<&str>) -> Result<(u64, u64)> {
        match self.reading(caller, namespace)? {
            Some(namespace) => self.toc.waiting(namespace.ns).await,
            None => Ok((0, 0)),
        }
    }

    /// Folds the log back into the file. Which parts that was for.
    pub async fn compact(&self, caller: &Caller, part: Option<&str>) -> Result<Vec<&'static str>> {
        self.scope(caller, Need::Administer, None)?;
        let all: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
        let parts = match part {
            None => all,
            Some(part) => match NAMES.iter().find(|(_, names)| names.contains(&part)) {
                Some((name, _)) => vec![*name],
                None => {
                    let message = format!("there is no part '{part}' ({})", all.join(", "));
                    return Err(Error::refused(Code::BadRequest, message));
                }
            },
        };
        log::empty(&self.store).await?;
        Ok(parts)
    }

    /// Makes the table of contents of a namespace again.
    pub async fn rebuild_toc(
        &self,
        caller: &Caller,
        named: Option<&str>,
        from_date: Option<&str>,
        dry_run: bool,
        progress: Progress,
    ) -> Result<TocRebuilt> {
        self.scope(caller, Need::Administer, named)?;
        let from = from_date.map(|text| {
            let day = Moment::parse(text).filter(|_| text.len() == "2026-01-30".len());
            let message = format!("'{text}' is not a date such as 2026-01-30");
            day.ok_or_else(|| Error::refused(Code::BadTime, message))
        });
        let from_ms = from.transpose()?.map_or(0, |day| day.ms);
        let Some(namespace) = self.reading(caller, named)? else {
            return Ok(TocRebuilt::default());
        };
        if !dry_run {
            self.toc.segment().await?;
        }
        if !dry_run && from_ms == 0 {
            self.lift_prune(namespace.ns).await?;
        }
        let rebuilt = self.toc.rebuild(namespace.ns, from_ms, dry_run, progress);
        rebuilt.await
    }

    /// Brings the table of contents up to now, for a process that has no jobs; but for what
    /// somebody paused.
    pub async fn catch_up_toc(&self, caller: &Caller) -> Result<()> {
        self.scope(caller, Need::Read, None)?;
        if self.jobs.get().is_some() {
            return Ok(());
        }
        if !self.is_paused(SEGMENTS).await? {
            self.toc.segment().await?;
        }
        if !self.is_paused(ROLLUP).await? {
            self.toc.roll_up().await?;
        }
        Ok(())
    }

    /// Something was erased: whatever told of it is told again. Paused jobs make nothing new, and
    /// still nobody is left without the rest of a day.
    pub(crate) async fn tell_again(&self) -> Result<()> {
        self.wake.soon();
        if !self.is_paused(SEGMENTS).await? && !self.is_paused(ROLLUP).await? {
            return Ok(());
        }
        if self.jobs.get().is_none() {
            return self.toc.mend().await;
        }
        let toc = self.toc.clone();
        tokio::spawn(async move {
            if let Err(error) = toc.mend().await {
                tracing::warn!(%error, "what was told of something forgotten is not told again yet");
            }
        });
        Ok(())
    }
}
