//! Work that is done by itself: which jobs there are, when they run, and how they went.

mod duties;
mod ledger;
mod list;
mod sweeps;
mod wake;

pub use list::{DECAY, JobSettings, MERGE};
pub(crate) use list::{ROLLUP, SEGMENTS};
pub use mneme_jobs::{Outcome, Status};

pub(crate) use wake::Wake;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use mneme_access::{Caller, Need};
use mneme_jobs::Scheduler;
use mneme_model::{Clock, Code};
use mneme_store::tables::jobs;

use crate::note::Act;
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
        self.look_through_later();
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
        self.wake.sweep_first();
        Ok(())
    }

    /// Every job, in its fixed order; `None` where no scheduler runs.
    pub fn job_status(&self, caller: &Caller) -> Result<Option<Vec<Status>>> {
        self.scope(caller, Need::Read, None)?;
        Ok(self.jobs.get().map(Scheduler::status))
    }

    /// Pauses or resumes a job, which is everybody's: whoever holds a key of one namespace must
    /// be its admin. Without a key it is somebody at this machine, whose jobs they are. The
    /// sentence says why it could not be.
    pub async fn set_paused(
        &self,
        caller: &Caller,
        job: &str,
        paused: bool,
    ) -> Result<Result<(), String>> {
        let need = match caller.key {
            Some(_) => Need::Administer,
            None => Need::Write,
        };
        self.scope(caller, need, None)?;
        let Some(scheduler) = self.jobs.get() else {
            return Ok(Err(String::from("Scheduler not configured")));
        };
        let (done, action) = match paused {
            true => (scheduler.pause(job).await, "job_pause"),
            false => (scheduler.resume(job).await, "job_resume"),
        };
        if done.is_ok() {
            self.note(Act::of(caller, action, job)).await?;
        }
        Ok(done.map_err(|_| format!("Job not found: {job}")))
    }

    /// Whether somebody paused a job, now or before this process began.
    pub(crate) async fn is_paused(&self, job: &'static str) -> Result<bool> {
        if let Some(scheduler) = self.jobs.get() {
            let jobs = scheduler.status();
            return Ok(jobs
                .iter()
                .any(|known| known.name == job && known.is_paused));
        }
        let known = self.store.read(|view| Ok::<_, Error>(jobs::all(view)?));
        let known = known.await?;
        Ok(known.iter().any(|known| known.name == job && known.paused))
    }

    /// Lets jobs finish what they are at.
    pub async fn stop_jobs(&self, limit: Duration) {
        if let Some(scheduler) = self.jobs.get() {
            scheduler.stop(limit).await;
        }
    }
}
