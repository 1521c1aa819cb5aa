//! What the jobs tell about themselves.

use mneme_model::signal::Signal;

pub static RUNS: Signal = Signal::counter("mneme_jobs_runs_total", "runs of jobs that succeeded");
pub static FAILURES: Signal =
    Signal::counter("mneme_jobs_failures_total", "runs of jobs that failed");
pub static SKIPS: Signal = Signal::counter(
    "mneme_jobs_skips_total",
    "ticks that were skipped: the job was paused or still running",
);

pub static ALL: [&Signal; 3] = [&RUNS, &FAILURES, &SKIPS];
