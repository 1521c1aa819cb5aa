use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use mneme_model::Clock;

use crate::crew::Crew;
use crate::job::Job;
use crate::ledger::{Entry, Ledger};
use crate::ticker;
use crate::{Error, NoSuchJob, Spec, Status, Work};

/// Runs jobs when they are due. Dropping it ends everything at once; [`Self::stop`] is kinder.
pub struct Scheduler {
    jobs: Arc<[Arc<Job>]>,
    crew: Arc<Crew>,
}

// === impl Scheduler ===

impl Scheduler {
    /// Begins to keep time. Ticks that passed before are not caught up.
    pub async fn start(
        jobs: Vec<(Spec, Arc<dyn Work>)>,
        ledger: Arc<dyn Ledger>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, Error> {
        check_names(&jobs)?;
        let loaded = ledger.load().await.map_err(Error::Ledger)?;
        let mut known: BTreeMap<String, Entry> = loaded
            .into_iter()
            .map(|entry| (entry.name.clone(), entry))
            .collect();
        let jobs: Arc<[Arc<Job>]> = jobs
            .into_iter()
            .map(|job| {
                let name = job.0.name;
                let entry = known.remove(name).unwrap_or_else(|| Entry::named(name));
                Arc::new(Job::new(
                    job,
                    entry,
                    Arc::clone(&ledger),
                    Arc::clone(&clock),
                ))
            })
            .collect();
        let crew = Arc::new(Crew::new());
        crew.spawn(ticker::keep_time(
            Arc::clone(&jobs),
            Arc::clone(&crew),
            clock,
        ));
        Ok(Self { jobs, crew })
    }

    /// False once it was told to stop.
    pub fn is_running(&self) -> bool {
        self.crew.is_open()
    }

    /// Every job, in the order they were given.
    pub fn status(&self) -> Vec<Status> {
        self.jobs.iter().map(|job| job.status()).collect()
    }

    /// From now on its ticks are skipped; a run under way goes on. Returns when that is saved, or
    /// when saving failed, which is logged and tried again.
    pub async fn pause(&self, name: &str) -> Result<(), NoSuchJob> {
        let job = self.job(name)?;
        job.state().pause();
        self.crew.see_through(Arc::clone(job).save()).await;
        Ok(())
    }

    /// It runs at its next tick, not before. Returns as [`Self::pause`] does.
    pub async fn resume(&self, name: &str) -> Result<(), NoSuchJob> {
        let job = self.job(name)?;
        let now_ms = job.clock.now_ms();
        job.state().resume(now_ms);
        self.crew.see_through(Arc::clone(job).save()).await;
        Ok(())
    }

    /// Runs it soon, outside its schedule; if it is running, once more after that. A paused job
    /// is left alone. May be called from any thread, and often.
    pub fn nudge(&self, name: &str) -> Result<(), NoSuchJob> {
        self.job(name)?.nudge(&self.crew);
        Ok(())
    }

    /// Nothing begins any more. Runs may end within `limit`, then they are cancelled, which counts
    /// as a failure. Returns when everything is saved.
    pub async fn stop(&self, limit: Duration) {
        self.crew.close(limit).await;
        for job in self.jobs.iter() {
            Arc::clone(job).save().await;
        }
    }

    fn job(&self, name: &str) -> Result<&Arc<Job>, NoSuchJob> {
        let mut jobs = self.jobs.iter();
        let found = jobs.find(|job| job.spec.answers_to(name));
        found.ok_or_else(|| NoSuchJob(name.to_owned()))
    }
}

impl Drop for Scheduler {
    fn drop(&mut self) {
        self.crew.abandon();
    }
}

fn check_names(jobs: &[(Spec, Arc<dyn Work>)]) -> Result<(), Error> {
    let mut names = BTreeSet::new();
    let all = jobs.iter().flat_map(|(spec, _)| spec.names());
    match all.into_iter().find(|name| !names.insert(*name)) {
        Some(twice) => Err(Error::SameName(twice)),
        None => Ok(()),
    }
}
