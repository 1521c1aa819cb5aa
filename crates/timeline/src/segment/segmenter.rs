//! Reads events one by one and tells which stretches are complete.

use std::ops::Range;

use mneme_model::Kind;

use super::join::Joiner;
use super::{Rules, Weighed};
use crate::calendar::Zone;

/// A run of neighbouring events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// How many events, counted on from the end of the stretch before.
    pub events: usize,
    pub tokens: u64,
    pub start_ms: i64,
    pub end_ms: i64,
    /// Ends with the end of the session: nothing is joined to it.
    pub ended: bool,
}

/// Cuts one session into stretches. Feed it every event of the session in order, from the
/// start of a segment on.
#[derive(Clone, Debug)]
pub struct Segmenter {
    rules: Rules,
    open: Option<Stretch>,
    joiner: Joiner,
}

/// All segments of a whole list at once.
pub fn split(events: &[Weighed], rules: Rules, zone: &Zone) -> Vec<Range<usize>> {
    let mut segmenter = Segmenter::new(rules, zone.clone());
    let mut stretches: Vec<Stretch> = events.iter().flat_map(|e| segmenter.feed(*e)).collect();
    stretches.extend(segmenter.finish());
    let mut start = 0;
    let range = |stretch: &Stretch| {
        start += stretch.events;
        start - stretch.events..start
    };
    stretches.iter().map(range).collect()
}

// === impl Stretch ===

impl Stretch {
    fn of(event: Weighed) -> Self {
        Self {
            events: 1,
            tokens: event.tokens,
            start_ms: event.occurred_ms,
            end_ms: event.occurred_ms,
            ended: event.kind == Kind::SessionEnd,
        }
    }

    pub(super) fn and(self, next: Stretch) -> Self {
        Self {
            events: self.events + next.events,
            tokens: self.tokens.saturating_add(next.tokens),
            start_ms: self.start_ms,
            end_ms: self.end_ms.max(next.end_ms),
            ended: next.ended,
        }
    }
}

// === impl Segmenter ===

impl Segmenter {
    pub fn new(rules: Rules, zone: Zone) -> Self {
        Self {
            rules,
            open: None,
            joiner: Joiner::new(rules, zone),
        }
    }

    /// Takes the next event and gives back what is complete now, oldest first. Mostly nothing;
    /// at most three stretches.
    pub fn feed(&mut self, event: Weighed) -> Vec<Stretch> {
        let mut done = Vec::new();
        let next = Stretch::of(event);
        let open = match self.open.take() {
            Some(open) if self.parts(&open, &next) => {
                self.joiner.close(open, &mut done);
                next
            }
            Some(open) => open.and(next),
            None => next,
        };
        self.joiner.foresee(&open, &mut done);
        match open.ended {
            true => self.joiner.close(open, &mut done),
            false => self.open = Some(open),
        }
        done
    }

    /// How many events are waiting: fed, and not yet part of what was given back.
    pub fn waiting(&self) -> usize {
        let open = self.open.map_or(0, |open| open.events);
        open + self.joiner.held()
    }

    /// Closes what is still open: the session is idle, or over.
    pub fn finish(mut self) -> Vec<Stretch> {
        let mut done = Vec::new();
        if let Some(open) = self.open.take() {
            self.joiner.close(open, &mut done);
        }
        self.joiner.release(&mut done);
        done
    }

    /// The pause is looked at first, then the tokens.
    fn parts(&self, open: &Stretch, next: &Stretch) -> bool {
        let pause = next.start_ms.saturating_sub(open.end_ms);
        let tokens = open.tokens.saturating_add(next.tokens);
        pause > self.rules.time_threshold_ms || tokens > self.rules.token_threshold
    }
}
