//! What a job decides, without side effects: somebody else sleeps, runs and saves.

use crate::ledger::{Entry, Outcome};
use crate::pace::Pace;
use crate::{Notes, Overlap, signals};

/// Why a run takes place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// The schedule, at this moment.
    Tick(i64),
    /// Somebody thinks there is something to do.
    Nudge,
}

/// What becomes of a nudge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nudged {
    /// A run of its own.
    Run,
    /// A run that waits for its jitter begins at once instead.
    Hurry,
    /// Another run when the one under way is over, or nothing because the job is paused.
    Noted,
}

/// A run that is over.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) start_ms: i64,
    pub(crate) duration_ms: i64,
    pub(crate) result: Result<Option<Notes>, String>,
}

#[derive(Debug)]
pub(crate) struct State {
    pub(crate) entry: Entry,
    pub(crate) pace: Pace,
    /// Runs under way, with those that still wait for their jitter.
    pub(crate) running: u32,
    /// Runs whose work has not begun; a nudge that comes meanwhile is theirs.
    waiting: u32,
    /// Nudged while a run was under way.
    again: bool,
    /// Nudged while a run was waiting.
    pub(crate) hurry: bool,
    /// Grows with every change of the entry.
    pub(crate) version: u64,
}

// === impl State ===

impl State {
    pub(crate) fn new(entry: Entry, pace: Pace) -> Self {
        Self {
            entry,
            pace,
            running: 0,
            waiting: 0,
            again: false,
            hurry: false,
            version: 0,
        }
    }

    /// A tick has come: true if it becomes a run, which then holds its place until [`Self::leave`].
    pub(crate) fn tick(&mut self, overlap: Overlap, now_ms: i64) -> bool {
        if self.entry.paused || (self.running > 0 && overlap == Overlap::Skip) {
            self.skip(now_ms);
            return false;
        }
        self.enter();
        true
    }

    /// However many nudges come, they are one run at a time and one after it.
    pub(crate) fn nudge(&mut self) -> Nudged {
        if self.entry.paused {
            return Nudged::Noted;
        }
        if self.waiting > 0 {
            self.hurry = true;
            return Nudged::Hurry;
        }
        if self.running > 0 {
            self.again = true;
            return Nudged::Noted;
        }
        self.enter();
        Nudged::Run
    }

    /// The wait is over: true if the work may begin. A job paused meanwhile has skipped its tick.
    pub(crate) fn begin(&mut self, cause: Cause, closing: bool, now_ms: i64) -> bool {
        self.waiting = self.waiting.saturating_sub(1);
        self.hurry = false;
        if !closing && self.entry.paused && cause != Cause::Nudge {
            self.skip(now_ms);
        }
        !closing && !self.entry.paused
    }

    /// Writes down what a run came to. A nudge that found nothing to do was no run.
    pub(crate) fn record(&mut self, cause: Cause, ran: Ran) {
        if cause == Cause::Nudge && ran.result == Ok(None) {
            return;
        }
        let entry = &mut self.entry;
        entry.last_run_ms = ran.start_ms;
        entry.last_duration_ms = ran.duration_ms;
        match ran.result {
            Ok(notes) => {
                entry.run_count += 1;
                entry.last_result = Outcome::Success;
                entry.last_error = None;
                entry.notes = notes.unwrap_or_default();
                signals::RUNS.add(1);
            }
            Err(why) => {
                entry.error_count += 1;
                entry.last_result = Outcome::Failed;
                entry.last_error = Some(why);
                signals::FAILURES.add(1);
            }
        }
        self.version += 1;
    }

    /// A run is gone: true if it keeps its place for one more, which a nudge asked for.
    pub(crate) fn leave(&mut self, closing: bool) -> bool {
        let again = std::mem::take(&mut self.again) && !closing;
        if again {
            self.waiting += 1;
        } else {
            self.running = self.running.saturating_sub(1);
        }
        again
    }

    pub(crate) fn pause(&mut self) {
        if !self.entry.paused {
            self.entry.paused = true;
            self.version += 1;
        }
    }

    pub(crate) fn resume(&mut self, now_ms: i64) {
        if self.entry.paused {
            self.entry.paused = false;
            self.version += 1;
            // A tick of the pause that nobody has looked at yet must not become a run now.
            self.pace.take(now_ms);
        }
    }

    fn enter(&mut self) {
        self.running += 1;
        self.waiting += 1;
    }

    fn skip(&mut self, now_ms: i64) {
        self.entry.last_result = Outcome::Skipped;
        self.entry.skipped += 1;
        self.entry.last_skip_ms = now_ms;
        self.version += 1;
        signals::SKIPS.add(1);
    }
}
