//! Pausing and resuming.

use mneme_wire::proto::{JobResultStatus, PauseJobRequest};
use tonic::Code;

use super::every_second;
use crate::support::eventually;
use crate::timeline_wire::wire::Wire;
use crate::timeline_wire::{home, serve};

const JOB: &str = "outbox-processor";

/// Paused, with a tick that was skipped.
fn paused(line: &mut Wire) {
    eventually("a run", || (line.job(JOB).run_count > 0).then_some(()));
    assert!(line.pause(JOB).success);
    eventually("a skipped tick", || {
        (line.job(JOB).last_result() == JobResultStatus::Skipped).then_some(())
    });
}

#[test]
fn t_050_a_paused_job_stays_still() {
    let server = serve(&home(&every_second(JOB)));
    let mut line = Wire::to(&server);
    paused(&mut line);
    assert!(line.pause(JOB).success, "twice is no error");
    let before = line.job(JOB);
    assert!(before.is_paused && !before.is_running, "{before:?}");
    let after = eventually("two more ticks", || {
        Some(line.job(JOB)).filter(|job| job.next_run_ms >= before.next_run_ms + 2_000)
    });
    assert_eq!(
        (after.run_count, after.error_count),
        (before.run_count, before.error_count)
    );
    assert_eq!(after.last_run_ms, before.last_run_ms);
    assert_eq!(after.last_result(), JobResultStatus::Skipped);
    let resumed = line.resume("outbox_indexing");
    assert!(
        resumed.success && resumed.error.is_none(),
        "by its other name"
    );
    eventually("a run", || {
        (line.job(JOB).run_count > after.run_count).then_some(())
    });
}

#[test]
fn t_051_a_pause_outlives_the_server() {
    let home = home(&every_second(JOB));
    let server = serve(&home);
    let mut line = Wire::to(&server);
    paused(&mut line);
    let runs = line.job(JOB).run_count;
    server.kill();
    let server = serve(&home);
    let mut line = Wire::to(&server);
    let job = line.job(JOB);
    assert!(job.is_paused, "{job:?}");
    assert!(line.resume(JOB).success);
    assert!(!line.job(JOB).is_paused);
    eventually("a run", || (line.job(JOB).run_count > 0).then_some(()));
    server.stop();
    let server = serve(&home);
    let job = Wire::to(&server).job(JOB);
    assert!(!job.is_paused && job.run_count > 0, "{job:?} after {runs}");
}

#[test]
fn t_099_a_resumed_job_waits_for_its_time() {
    let every_four = format!("[scheduler.jobs]\n{JOB} = \"*/4 * * * * *\"\n");
    let server = serve(&home(&every_four));
    let mut line = Wire::to(&server);
    paused(&mut line);
    let before = line.job(JOB);
    assert!(line.resume(JOB).success);
    let after = line.job(JOB);
    // Unless the tick came just now, nothing ran; what was missed is not caught up.
    let early = after.last_run_ms < before.next_run_ms;
    assert!(
        !early || after.run_count == before.run_count,
        "{before:?} {after:?}"
    );
    let ran = eventually("the next run", || {
        Some(line.job(JOB)).filter(|job| job.run_count > before.run_count)
    });
    assert!(ran.last_run_ms >= before.next_run_ms, "{before:?} {ran:?}");
}

#[test]
fn jobs_are_everybodys_and_a_writer_of_a_namespace_may_not_pause_them() {
    let home = home("");
    let server = serve(&home);
    let pause = |line: &mut Wire| {
        let job_name = JOB.to_owned();
        line.pause_job(PauseJobRequest { job_name })
    };
    let mut writer = Wire::with_key(&server, &server.key("team", "writer"));
    let refused = pause(&mut writer).unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied, "{refused}");
    assert!(!writer.job(JOB).is_paused);
    let mut admin = Wire::with_key(&server, &server.key("team", "admin"));
    assert!(pause(&mut admin).unwrap().success);
    let audit = home.json(&["audit", "--namespace", "team", "--json"]);
    assert_eq!(audit["entries"][0]["action"], "job_pause", "{audit}");
    assert_eq!(audit["entries"][0]["about"], JOB);
}
