//! Work that is done by itself: which jobs there are, when they run, and how they went.

mod duties;
mod ledger;
mod list;
mod wake;

pub use list::JobSettings;
pub use mneme_jobs::{Outcome, Status};

pub(crate) use wake::Wake;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use mneme_access::{Caller, Need};
use mneme_jobs::Scheduler;
use mneme_model::{Clock, Code};

use crate::{Engine, Error, Result};

/// The scheduler of a process that has one.
pub(crate) type Desk = Arc<OnceLock<Scheduler>>;

impl Engine {
    /// Starts the jobs. Only a process that stays does: a short command leaves them alone.
    pub async fn start_jobs(
        self: &Arc<Self>,
        settings: &JobSettings,
        clock: Arc<dyn Clock>,
    ) -> Result<()> {
        if !settings.enabled {
            return Ok(());
        }
        let ledger = Arc::new(ledger::Tables(self.store.clone()));
        let jobs = list::all(self, settings)?;
        let started = Scheduler::start(jobs, ledger, clock).await;
        let wrong = |error: mneme_jobs::Error| Error::refused(Code::BadSetting, error.to_string());
        // Nobody starts them twice; if somebody did, the first would go on.
        let _ = self.jobs.set(started.map_err(wrong)?);
        self.wake.soon();
        Ok(())
    }

    /// Every job, in its fixed order; `None` where no scheduler runs.
    pub fn job_status(&self, caller: &Caller) -> Result<Option<Vec<Status>>> {
        caller.scope(Need::Read, None)?;
        Ok(self.jobs.get().map(Scheduler::status))
    }

    /// Pauses or resumes a job. The sentence says why it could not be.
    pub async fn set_paused(
        &self,
        caller: &Caller,
        job: &str,
        paused: bool,
    ) -> Result<Result<(), String>> {
        caller.scope(Need::Write, None)?;
        let Some(scheduler) = self.jobs.get() else {
            return Ok(Err(String::from("Scheduler not configured")));
        };
        let done = match paused {
            true => scheduler.pause(job).await,
            false => scheduler.resume(job).await,
        };
        Ok(done.map_err(|_| format!("Job not found: {job}")))
    }

    /// Lets jobs finish what they are at.
    pub async fn stop_jobs(&self, limit: Duration) {
        if let Some(scheduler) = self.jobs.get() {
            scheduler.stop(limit).await;
        }
    }
}
