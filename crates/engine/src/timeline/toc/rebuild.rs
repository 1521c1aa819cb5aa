//! Making the table of contents again from the journal. Ids come out the same; a node that says
//! what it said keeps its version.

use std::collections::{BTreeSet, VecDeque};

use mneme_model::{Event, KindGroup, NameId, NsId};
use mneme_store::tables::journal::{self, Page, Position};
use mneme_store::tables::toc;
use mneme_store::{Tx, View};
use mneme_timeline::calendar::Period;
use mneme_timeline::digest::is_bookkeeping;
use mneme_timeline::segment::{Rules, Segmenter, Stretch};

use super::walk::{Task, turn, walk};
use super::{Toc, Which, rollup};
use crate::upkeep::Progress;
use crate::{Error, Result};

/// What there is, or would be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TocRebuilt {
    pub events: u64,
    pub sessions: u64,
    pub segments: u64,
    pub segments_before: u64,
    pub periods: u64,
    /// Events that are in no segment yet: their sessions go on.
    pub waiting: u64,
}

const PAGE: usize = 1_000;
/// Behind every event.
const FAR: Position = Position {
    occurred_ms: i64::MAX,
    seq: i64::MAX,
};

impl Toc {
    /// From a moment on; or only counts what that would make.
    pub async fn rebuild(
        &self,
        ns: NsId,
        from_ms: i64,
        dry_run: bool,
        progress: Progress,
    ) -> Result<TocRebuilt> {
        let _busy = self.busy.lock().await;
        let (sessions, mut told) = self.extent(ns, from_ms).await?;
        if !dry_run {
            let all = move |tx: &Tx<'_>| {
                toc::drop_loose(tx, ns)?;
                Ok::<_, Error>(toc::set_all_stale(tx, ns, from_ms)?)
            };
            self.store.write(1_024, all).await?;
        }
        let mut above = BTreeSet::new();
        for (done, session) in sessions.iter().enumerate() {
            match dry_run {
                true => {
                    let (starts, waiting) = self.starts(ns, *session, from_ms).await?;
                    told.segments += starts.len() as u64;
                    told.waiting += waiting;
                    above.extend(starts.iter().flat_map(|start| self.above(*start)));
                }
                false => drop(walk(self, task(ns, *session, from_ms)).await?),
            }
            progress(done as u64 + 1, sessions.len() as u64);
        }
        if dry_run {
            told.periods = told.periods.max(above.len() as u64);
        } else {
            rollup::run(self, Which::Changed).await?;
            let (_, after) = self.extent(ns, from_ms).await?;
            told.segments = after.segments_before;
            told.periods = after.periods;
            told.waiting = self.waiting(ns).await?.1;
        }
        Ok(told)
    }

    /// The sessions that have something since a moment, and what stands there now.
    async fn extent(&self, ns: NsId, from_ms: i64) -> Result<(Vec<NameId>, TocRebuilt)> {
        self.store
            .read(move |view| {
                let (sessions, events) = journal::sessions_since(view, ns, from_ms)?;
                let (segments, periods) = toc::count_since(view, ns, from_ms)?;
                let told = TocRebuilt {
                    events,
                    sessions: sessions.len() as u64,
                    segments_before: segments,
                    periods,
                    segments: 0,
                    waiting: 0,
                };
                Ok::<_, Error>((sessions, told))
            })
            .await
    }

    /// Sessions that go on, and how many of their events are in no segment yet.
    pub async fn waiting(&self, ns: NsId) -> Result<(u64, u64)> {
        let waiting = move |view: &View<'_>| Ok::<_, Error>(toc::waiting(view, ns)?);
        self.store.read(waiting).await
    }

    /// When the segments begin that a session would have, from a moment on, and how many events
    /// would still be in none.
    async fn starts(&self, ns: NsId, session: NameId, from_ms: i64) -> Result<(Vec<i64>, u64)> {
        let (rules, zone) = (self.settings.rules, self.settings.zone.clone());
        let (segmenter, now) = (Segmenter::new(rules, zone), self.store.now_ms());
        let starts = move |view: &View<'_>| {
            let (made, waiting) = cut(view, ns, session, (&rules, now), segmenter)?;
            let starts = made.iter().map(|stretch| stretch.start_ms);
            Ok((starts.filter(|start| *start >= from_ms).collect(), waiting))
        };
        self.store.read(starts).await
    }

    /// The periods a segment would stand in.
    fn above(&self, start_ms: i64) -> impl Iterator<Item = (i64, String)> + use<> {
        let day = Period::day_of(start_ms, &self.settings.zone);
        let chain = std::iter::successors(Some(day), Period::parent);
        chain.map(|period| (period.level.code(), period.name()))
    }
}

fn task(ns: NsId, session: NameId, from_ms: i64) -> Task {
    Task {
        ns,
        session,
        first: Position {
            occurred_ms: from_ms,
            seq: 0,
        },
        last: FAR,
    }
}

/// The segments of a session as a walk would make them at a moment, and how many events wait.
fn cut(
    view: &View<'_>,
    ns: NsId,
    session: NameId,
    (rules, now_ms): (&Rules, i64),
    mut segmenter: Segmenter,
) -> Result<(Vec<Stretch>, u64)> {
    let (mut after, mut made, mut idle) = (None, Made::default(), true);
    loop {
        let page = Page {
            ns,
            session: Some(session),
            from_ms: 0,
            to_ms: i64::MAX,
            after,
            limit: PAGE,
            only: Some(KindGroup::Event),
        };
        let events: Vec<Event> = journal::in_time(view, &page)?;
        let Some(last) = events.last() else { break };
        idle = rules.closes_idle(last.occurred.ms, last.recorded_ms, now_ms);
        after = Some(Position {
            occurred_ms: last.occurred.ms,
            seq: last.seq,
        });
        for event in &events {
            let turn = turn(event);
            made.waiting.push_back(!is_bookkeeping(&turn));
            made.extend(segmenter.feed(rules.weigh(&turn)));
        }
    }
    if !idle {
        return Ok((made.stretches, segmenter.waiting() as u64));
    }
    made.extend(segmenter.finish());
    Ok((made.stretches, 0))
}

/// Stretches with something to tell of.
#[derive(Default)]
struct Made {
    stretches: Vec<Stretch>,
    /// Whether each event that is in no stretch yet says something.
    waiting: VecDeque<bool>,
}

impl Made {
    fn extend(&mut self, stretches: impl IntoIterator<Item = Stretch>) {
        for stretch in stretches {
            let many = stretch.events.min(self.waiting.len());
            if self.waiting.drain(..many).any(|tells| tells) {
                self.stretches.push(stretch);
            }
        }
    }
}
