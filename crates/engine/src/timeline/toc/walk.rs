//! Walking through a session from where something changed, until its segments are again as
//! they were.

use std::collections::{BTreeMap, VecDeque};

use mneme_model::{Event, Kind, KindGroup, NameId, NsId};
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::cursors;
use mneme_store::tables::journal::{self, Page, Position};
use mneme_store::tables::toc::{self, Node, Open};
use mneme_timeline::digest::is_bookkeeping;
use mneme_timeline::segment::{Rules, Segmenter, Turn};

use super::segments::{self, Made};
use super::{ERASED, Toc};
use crate::Result;
use crate::notebook::is_end_again;

/// Events read in one go, segments written in one go.
const PAGE: usize = 500;
const TOGETHER: usize = 64;
/// Later than every event.
const NEVER: i64 = i64::MAX;

/// A session, and between which places something changed.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    pub ns: NsId,
    pub session: NameId,
    pub first: Position,
    pub last: Position,
}

/// A walk under way.
pub(super) struct Walk {
    task: Task,
    namespace: Namespace,
    segmenter: Segmenter,
    /// Fed to the segmenter and in no segment yet.
    waiting: VecDeque<Event>,
    at: Option<Position>,
    /// Where the walk begins.
    from: Position,
    /// Segments that were there and were not made again yet, by where they begin.
    old: BTreeMap<Position, Node>,
    made: Vec<Made>,
    /// What was erased until this walk began to read.
    erased: i64,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Reading,
    /// From here on the old segments stand.
    Met(Position),
    /// The session has no more events; the rest waits for it to go on.
    Open,
    /// The session has no more events, and nothing waits.
    Over,
}

// === impl Task ===

impl Task {
    /// A session that is to be looked at again.
    pub fn again(open: Open) -> Self {
        let place = Position {
            occurred_ms: open.from_ms,
            seq: 0,
        };
        Self {
            ns: open.ns,
            session: open.session,
            first: place,
            last: place,
        }
    }
}

/// Makes the segments of a session right again; how many were made.
pub async fn walk(toc: &Toc, task: Task) -> Result<u64> {
    let Some(namespace) = toc.store.namespace_by_id(task.ns) else {
        return Ok(0);
    };
    let mut total = 0;
    loop {
        let settings = toc.settings.clone();
        let fresh = Segmenter::new(settings.rules, settings.zone.clone());
        let ns = namespace.clone();
        let begin = move |view: &View<'_>| Walk::begin(view, task, ns, fresh);
        let mut walk = toc.store.read(begin).await?;
        loop {
            let (rules, now) = (settings.rules, toc.store.now_ms());
            let step = move |view: &View<'_>| walk.step(view, &rules, now);
            walk = toc.store.read(step).await?;
            let Some((back, made)) = segments::write(toc, walk).await? else {
                // Something was erased meanwhile: what was read must not be written.
                break;
            };
            total += made;
            walk = back;
            if walk.state != State::Reading {
                return Ok(total);
            }
        }
    }
}

// === impl Walk ===

impl Walk {
    /// A late event may change the segment before the one it falls into, which is the last that
    /// begins strictly before it.
    fn begin(
        view: &View<'_>,
        task: Task,
        namespace: Namespace,
        segmenter: Segmenter,
    ) -> Result<Self> {
        let erased = cursors::get(view, ERASED)?;
        let earlier = Position {
            seq: 0,
            ..task.first
        };
        let before = toc::segments_until(view, task.session, earlier, 2)?;
        let from = before.last().and_then(Node::start);
        let from = from.unwrap_or(Position {
            occurred_ms: 0,
            seq: 0,
        });
        let old = toc::segments_from(view, task.session, from, usize::MAX >> 1)?;
        let old = old
            .into_iter()
            .filter_map(|node| Some((node.start()?, node)));
        Ok(Self {
            old: old.collect(),
            at: None,
            waiting: VecDeque::new(),
            made: Vec::new(),
            state: State::Reading,
            task,
            namespace,
            segmenter,
            from,
            erased,
        })
    }

    /// Reads on, until there is enough to write.
    fn step(mut self, view: &View<'_>, rules: &Rules, now_ms: i64) -> Result<Self> {
        while self.state == State::Reading && self.made.len() < TOGETHER {
            let page = journal::in_time(view, &self.page())?;
            let read = page.len();
            for event in page {
                if !self.feed(view, event, rules)? {
                    return Ok(self);
                }
            }
            if read < PAGE {
                self.end(view, rules, now_ms)?;
            }
        }
        Ok(self)
    }

    fn page(&self) -> Page {
        Page {
            ns: self.task.ns,
            session: Some(self.task.session),
            from_ms: self.from.occurred_ms,
            to_ms: NEVER,
            after: Some(self.at.unwrap_or(Position {
                occurred_ms: self.from.occurred_ms,
                seq: self.from.seq - 1,
            })),
            limit: PAGE,
            only: Some(KindGroup::Event),
        }
    }

    /// Whether to read on.
    fn feed(&mut self, view: &View<'_>, event: Event, rules: &Rules) -> Result<bool> {
        let place = Position {
            occurred_ms: event.occurred.ms,
            seq: event.seq,
        };
        self.at = Some(place);
        let weighed = rules.weigh(&turn(&event));
        let done = self.segmenter.feed(weighed);
        self.waiting.push_back(event);
        for stretch in done {
            self.make(view, stretch.events)?;
        }
        // A segment begins here as it did before, behind all that changed: the rest stands.
        if self.segmenter.waiting() == 1 && place > self.task.last && self.old.contains_key(&place)
        {
            self.state = State::Met(place);
            return Ok(false);
        }
        Ok(true)
    }

    /// There are no more events: whoever is silent has ended.
    fn end(&mut self, view: &View<'_>, rules: &Rules, now_ms: i64) -> Result<()> {
        let last = self.waiting.back();
        let idle = last.is_none_or(|e| rules.closes_idle(e.occurred.ms, e.recorded_ms, now_ms));
        if !idle {
            self.state = State::Open;
            return Ok(());
        }
        let fresh = self.segmenter.clone();
        for stretch in fresh.finish() {
            self.make(view, stretch.events)?;
        }
        self.state = State::Over;
        Ok(())
    }

    fn make(&mut self, view: &View<'_>, events: usize) -> Result<()> {
        let events: Vec<Event> = self
            .waiting
            .drain(..events.min(self.waiting.len()))
            .collect();
        // Where somebody only came or went there is nothing to tell of.
        if events.iter().all(|event| is_bookkeeping(&turn(event))) {
            return Ok(());
        }
        let Some(first) = events.first() else {
            return Ok(());
        };
        let start = Position {
            occurred_ms: first.occurred.ms,
            seq: first.seq,
        };
        let old = self.old.remove(&start);
        let made = Made::of(view, self.task.session, events, old)?;
        self.made.extend(made);
        Ok(())
    }

    pub(super) fn parts(&mut self) -> (Vec<Made>, i64) {
        (std::mem::take(&mut self.made), self.erased)
    }

    pub(super) fn namespace(&self) -> &Namespace {
        &self.namespace
    }

    /// What this walk leaves behind when it ends: segments that are none any more, and when
    /// the session is to be looked at next.
    pub(super) fn ending(&self, rules: &Rules) -> Option<Ending> {
        let waits = self.waiting.front().map(|event| Position {
            occurred_ms: event.occurred.ms,
            seq: event.seq,
        });
        let until = match self.state {
            State::Reading => return None,
            State::Met(place) => Some(place),
            State::Open => waits,
            State::Over => None,
        };
        let reached = |place: &Position| until.is_none_or(|until| *place < until);
        let left = self.old.iter().filter(|(place, _)| reached(place));
        let left = left.map(|(_, node)| node.clone()).collect();
        let open = self.waiting.back().filter(|_| self.state == State::Open);
        Some(Ending {
            left,
            at_end: !matches!(self.state, State::Met(_)),
            session: self.task.session,
            open: open.map(|last| Open {
                ns: self.task.ns,
                session: self.task.session,
                idle_ms: last.occurred.ms.min(last.recorded_ms) + rules.time_threshold_ms + 1,
                from_ms: waits.map_or(0, |place| place.occurred_ms),
            }),
        })
    }
}

/// What is written with the last segments of a walk.
pub(super) struct Ending {
    pub session: NameId,
    /// Segments there were and that are none any more.
    pub left: Vec<Node>,
    pub open: Option<Open>,
    /// Whether the walk came to the last event.
    pub at_end: bool,
}

pub(super) fn turn(event: &Event) -> Turn<'_> {
    // What another event says is told of there.
    let own = !event.body.repeat;
    // Only the first end is one; a session that ends again went on meanwhile.
    let kind = match is_end_again(event) {
        true => Kind::SessionStart,
        false => event.kind,
    };
    Turn {
        id: &event.ext_id,
        kind,
        role: event.body.role,
        occurred_ms: event.occurred.ms,
        text: if own { &event.body.text } else { "" },
    }
}
