//! Everything that runs for a scheduler: its ticker, its runs, its saves. Nobody joins once it is
//! closed.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;

/// How long cancelled runs may take to be written down.
const GRACE: Duration = Duration::from_secs(5);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
enum Phase {
    Open,
    /// Nothing begins any more.
    Closing,
    /// What still runs is to end now.
    Cancelling,
}

pub(crate) struct Crew {
    tasks: Mutex<JoinSet<()>>,
    phase: watch::Sender<Phase>,
    /// Kept, because a nudge may come from a thread that is not one of the runtime's.
    handle: Handle,
}

// === impl Crew ===

impl Crew {
    pub(crate) fn new() -> Self {
        Self {
            tasks: Mutex::default(),
            phase: watch::Sender::new(Phase::Open),
            handle: Handle::current(),
        }
    }

    /// False if it is too late.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) -> bool {
        let mut tasks = self.tasks();
        if !self.is_open() {
            return false;
        }
        while tasks.try_join_next().is_some() {}
        tasks.spawn_on(task, &self.handle);
        true
    }

    /// Runs to its end even if nobody waits for it any more, or the crew has gone home.
    pub(crate) async fn see_through(&self, task: impl Future<Output = ()> + Send + 'static) {
        if let Err(error) = self.handle.spawn(task).await {
            tracing::warn!(%error, "a task of the scheduler did not end well");
        }
    }

    pub(crate) fn is_open(&self) -> bool {
        *self.phase.borrow() == Phase::Open
    }

    pub(crate) async fn closing(&self) {
        self.reaches(Phase::Closing).await;
    }

    pub(crate) async fn cancelling(&self) {
        self.reaches(Phase::Cancelling).await;
    }

    /// Waits for everybody up to `limit`; who is left then is told to end, or made to.
    pub(crate) async fn close(&self, limit: Duration) {
        let mut tasks = {
            let mut tasks = self.tasks();
            self.phase.send_replace(Phase::Closing);
            std::mem::take(&mut *tasks)
        };
        if timeout(limit, all(&mut tasks)).await.is_err() {
            self.phase.send_replace(Phase::Cancelling);
            let _ = timeout(GRACE, all(&mut tasks)).await;
        }
    }

    /// Without waiting for anybody.
    pub(crate) fn abandon(&self) {
        self.phase.send_replace(Phase::Cancelling);
        self.tasks().abort_all();
    }

    async fn reaches(&self, phase: Phase) {
        let mut phases = self.phase.subscribe();
        // The sender lives as long as we do, so this cannot fail.
        let _ = phases.wait_for(|now| *now >= phase).await;
    }

    fn tasks(&self) -> MutexGuard<'_, JoinSet<()>> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn all(tasks: &mut JoinSet<()>) {
    while tasks.join_next().await.is_some() {}
}
