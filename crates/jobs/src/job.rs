//! One job: its state behind a lock, its work, its place in the ledger.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mneme_model::Clock;
use tokio::sync::Notify;

use crate::crew::Crew;
use crate::ledger::{Entry, Ledger};
use crate::pace::Pace;
use crate::run;
use crate::save::Page;
use crate::state::{Cause, Nudged, State};
use crate::{Spec, Status, Work};

pub(crate) struct Job {
    pub(crate) spec: Spec,
    pub(crate) work: Arc<dyn Work>,
    pub(crate) clock: Arc<dyn Clock>,
    /// Told when a run should not wait out its jitter.
    pub(crate) hurry: Notify,
    state: Mutex<State>,
    page: Page,
}

// === impl Job ===

impl Job {
    pub(crate) fn new(
        (spec, work): (Spec, Arc<dyn Work>),
        entry: Entry,
        ledger: Arc<dyn Ledger>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let pace = Pace::from(spec.cron.clone(), spec.zone.clone(), clock.now_ms());
        Self {
            spec,
            work,
            clock,
            hurry: Notify::new(),
            state: Mutex::new(State::new(entry, pace)),
            page: Page::of(ledger),
        }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does what is due at this moment.
    pub(crate) fn look(self: &Arc<Self>, now_ms: i64, crew: &Arc<Crew>) {
        let tick = {
            let mut state = self.state();
            let due = state.pace.take(now_ms);
            due.filter(|_| state.tick(self.spec.overlap, now_ms))
        };
        if let Some(tick) = tick {
            self.launch(Cause::Tick(tick), crew);
        }
        let version = self.state().version;
        if self.page.wants(version) {
            crew.spawn(Arc::clone(self).save());
        }
    }

    pub(crate) fn nudge(self: &Arc<Self>, crew: &Arc<Crew>) {
        if !crew.is_open() {
            return;
        }
        let nudged = self.state().nudge();
        match nudged {
            Nudged::Run => self.launch(Cause::Nudge, crew),
            Nudged::Hurry => self.hurry.notify_waiters(),
            Nudged::Noted => {}
        }
    }

    pub(crate) async fn save(self: Arc<Self>) {
        let read = || {
            let state = self.state();
            (state.entry.clone(), state.version)
        };
        self.page.save(read).await;
    }

    pub(crate) fn status(&self) -> Status {
        let now_ms = self.clock.now_ms();
        let state = self.state();
        let entry = state.entry.clone();
        Status {
            name: self.spec.name,
            aliases: self.spec.aliases,
            cron: self.spec.cron.text().to_owned(),
            zone: self.spec.zone.name().to_owned(),
            last_run_ms: entry.last_run_ms,
            last_duration_ms: entry.last_duration_ms,
            last_result: entry.last_result,
            last_error: entry.last_error,
            next_run_ms: state.pace.next_ms(now_ms),
            run_count: entry.run_count,
            error_count: entry.error_count,
            is_running: state.running > 0,
            is_paused: entry.paused,
            notes: entry.notes,
            skipped: entry.skipped,
            last_skip_ms: entry.last_skip_ms,
        }
    }

    fn launch(self: &Arc<Self>, cause: Cause, crew: &Arc<Crew>) {
        let run = run::run(Arc::clone(self), Arc::clone(crew), cause);
        if !crew.spawn(run) {
            self.state().leave(true);
        }
    }
}
