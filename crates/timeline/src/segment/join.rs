//! Stretches too short to mean something wait here for the one after them.

use super::{Rules, Stretch};
use crate::calendar::{Period, Zone};

/// Holds at most one short stretch.
#[derive(Clone, Debug)]
pub struct Joiner {
    rules: Rules,
    zone: Zone,
    held: Option<Stretch>,
}

// === impl Joiner ===

impl Joiner {
    pub fn new(rules: Rules, zone: Zone) -> Self {
        let held = None;
        Self { rules, zone, held }
    }

    pub fn held(&self) -> usize {
        self.held.map_or(0, |held| held.events)
    }

    /// A stretch is closed: it goes out, alone or with what was held, or is held itself.
    pub fn close(&mut self, closed: Stretch, done: &mut Vec<Stretch>) {
        self.foresee(&closed, done);
        let closed = match self.held.take() {
            Some(held) => held.and(closed),
            None => closed,
        };
        let short = closed.events < self.rules.min_events_per_segment;
        match short && !closed.ended {
            true => self.held = Some(closed),
            false => done.push(closed),
        }
    }

    /// Lets go of what is held as soon as it cannot be joined to the stretch after it.
    pub fn foresee(&mut self, open: &Stretch, done: &mut Vec<Stretch>) {
        if self.held.is_some_and(|held| !self.joins(&held, open)) {
            self.release(done);
        }
    }

    pub fn release(&mut self, done: &mut Vec<Stretch>) {
        done.extend(self.held.take());
    }

    fn joins(&self, held: &Stretch, next: &Stretch) -> bool {
        let day = |stretch: &Stretch| Period::day_of(stretch.start_ms, &self.zone);
        let tokens = held.tokens.saturating_add(next.tokens);
        tokens <= self.rules.token_threshold && day(held) == day(next)
    }
}
