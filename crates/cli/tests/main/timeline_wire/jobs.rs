//! The scheduler at the door.

mod failing;
mod overlap;
mod pause;

use mneme_wire::proto::{GetSchedulerStatusRequest, JobResultStatus};

use super::said::{HOUR, now, talk};
use super::wire::Wire;
use super::{home, serve};
use crate::support::eventually;

const DAY: i64 = 24 * HOUR;
const PUBLISHED: [(&str, &str); 3] = [
    ("hourly-rollup", "0 0 * * * *"),
    ("segment-summarizer", "0 */15 * * * *"),
    ("outbox-processor", "0 * * * * *"),
];

/// Settings under which one job runs every second.
fn every_second(job: &str) -> String {
    format!("[scheduler.jobs]\n{job} = \"* * * * * *\"\n")
}

/// A further line of the same settings: this job has its time when nobody looks.
fn hardly_ever(job: &str) -> String {
    format!("{job} = \"0 0 0 29 2 *\"\n")
}

#[test]
fn t_048_the_published_jobs_and_their_schedules() {
    let server = serve(&home(""));
    let mut line = Wire::to(&server);
    let status = line
        .get_scheduler_status(GetSchedulerStatusRequest {})
        .unwrap();
    assert!(status.scheduler_running);
    let told = status
        .jobs
        .iter()
        .map(|job| (job.job_name.as_str(), job.cron_expr.as_str()));
    assert_eq!(told.take(3).collect::<Vec<_>>(), PUBLISHED, "in this order");
    let before = now();
    for job in status.jobs {
        assert!(!job.is_paused, "{job:?}");
        let again = line.job(&job.job_name);
        assert!(again.next_run_ms > before, "{again:?}");
        assert_eq!(again.next_run_ms % 1_000, 0, "{again:?}");
    }
    let next = line.job("hourly-rollup").next_run_ms;
    assert_eq!(next % HOUR, 0, "on the hour");
}

#[test]
fn t_049_runs_are_counted() {
    let server = serve(&home(&every_second("outbox-processor")));
    let mut line = Wire::to(&server);
    let start = now();
    let job = eventually("two runs", || {
        Some(line.job("outbox-processor")).filter(|job| job.run_count >= 2)
    });
    assert_eq!(job.last_result(), JobResultStatus::Success);
    assert_eq!((job.error_count, job.last_error), (0, None));
    assert!(
        job.last_run_ms >= start - 1_000 && job.last_run_ms <= now(),
        "{}",
        job.last_run_ms
    );
    assert!(job.last_duration_ms >= 0);
}

#[test]
fn work_that_is_woken_counts_as_a_run() {
    let server = serve(&home(&format!(
        "[scheduler.jobs]\n{}",
        hardly_ever("segment-summarizer")
    )));
    let mut line = Wire::to(&server);
    assert_eq!(line.job("segment-summarizer").run_count, 0);
    line.tell_all(talk("s", super::said::MORNING, 3));
    line.settle();
    let job = eventually("a run", || {
        Some(line.job("segment-summarizer")).filter(|job| job.run_count > 0)
    });
    assert_eq!(job.last_result(), JobResultStatus::Success);
}

#[test]
fn t_052_a_job_nobody_knows_is_told_by_name() {
    let server = serve(&home(""));
    let mut line = Wire::to(&server);
    for name in ["nope", ""] {
        let wrong = Some(format!("Job not found: {name}"));
        let (paused, resumed) = (line.pause(name), line.resume(name));
        assert_eq!((paused.success, paused.error), (false, wrong.clone()));
        assert_eq!((resumed.success, resumed.error), (false, wrong));
    }
}

#[test]
fn t_054_a_schedule_may_have_five_fields() {
    let server = serve(&home("[scheduler.jobs]\npurge = \"0 3 * * *\"\n"));
    let mut line = Wire::to(&server);
    let job = line.job("purge");
    assert_eq!(job.next_run_ms % DAY, 3 * HOUR, "{job:?}");
    assert!(job.next_run_ms > now() - 1_000 && job.next_run_ms <= now() + DAY);
}

#[test]
fn without_a_scheduler_the_door_says_so() {
    let server = serve(&home("[scheduler]\nenabled = false\n"));
    let mut line = Wire::to(&server);
    let status = line
        .get_scheduler_status(GetSchedulerStatusRequest {})
        .unwrap();
    assert!(
        !status.scheduler_running && status.jobs.is_empty(),
        "{status:?}"
    );
    let off = Some(String::from("Scheduler not configured"));
    let (paused, resumed) = (line.pause("hourly-rollup"), line.resume("hourly-rollup"));
    assert_eq!((paused.success, paused.error), (false, off.clone()));
    assert_eq!((resumed.success, resumed.error), (false, off));
}
