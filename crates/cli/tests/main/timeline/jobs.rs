//! `memory-daemon scheduler`

use super::Daemon;
use crate::support::eventually;

fn job<'a>(shown: &'a str, name: &str) -> Vec<&'a str> {
    let lines = shown
        .lines()
        .map(str::trim)
        .skip_while(|line| *line != name);
    lines.take(6).collect()
}

/// Waits until a job is in this state: it may be at work at this very moment.
fn becomes(daemon: &Daemon, name: &str, state: &str) {
    let expected = format!("Status: {state}");
    eventually(&format!("{name} to be {state}"), || {
        let shown = daemon.run(&["scheduler", "status"]).ok();
        (job(&shown, name)[2] == expected).then_some(())
    });
}

#[test]
fn t_062_jobs_are_listed_paused_and_resumed() {
    let daemon = Daemon::started();
    let scheduler = |args: &[&str]| daemon.run(&[&["scheduler"], args].concat());
    let shown = scheduler(&["status"]).ok();
    let head = "Scheduler: Running\nJobs:\n  hourly-rollup\n    Schedule: ";
    assert!(shown.starts_with(head), "{shown}");
    let paused = scheduler(&["pause", "hourly-rollup"]).ok();
    assert_eq!(paused, "Job 'hourly-rollup' paused\n");
    becomes(&daemon, "hourly-rollup", "Paused");
    let resumed = scheduler(&["resume", "hourly-rollup"]).ok();
    assert_eq!(resumed, "Job 'hourly-rollup' resumed\n");
    becomes(&daemon, "hourly-rollup", "Active");
    scheduler(&["pause", "nope"]).refused(1, "Job not found: nope");
    scheduler(&["resume", "nope"]).refused(1, "Job not found: nope");
    let jobs = daemon.json(&["scheduler", "status", "--json"]);
    assert_eq!(jobs["schedulerRunning"], true);
    assert_eq!(jobs["jobs"][0]["jobName"], "hourly-rollup");
}

#[test]
fn t_104_schedules_are_told_in_words() {
    let daemon = Daemon::started();
    let shown = daemon.run(&["scheduler", "status"]).ok();
    for (name, schedule) in [
        ("hourly-rollup", "Schedule: 0 0 * * * * (hourly)"),
        (
            "segment-summarizer",
            "Schedule: 0 */15 * * * * (every 15 min)",
        ),
        ("outbox-processor", "Schedule: 0 * * * * * (every minute)"),
    ] {
        let lines = job(&shown, name);
        assert_eq!(lines[1], schedule);
        let state = lines[2].strip_prefix("Status: ").unwrap();
        assert!(["Active", "RUNNING", "Paused"].contains(&state), "{shown}");
        assert!(lines[3].starts_with("Last Run: "), "{shown}");
        assert!(lines[4].starts_with("Next Run: 20"), "{shown}");
        assert!(
            lines[5].starts_with("Stats: ") && lines[5].ends_with(" errors"),
            "{shown}"
        );
    }
}
