use super::support::*;
use crate::{NoSuchJob, Outcome, Spec};

const NAME: &str = "outbox-processor";

#[tokio::test(start_paused = true)]
async fn the_ticks_of_a_paused_job_are_skipped() {
    let stage = Stage::of(minutely()).await;
    pass(MINUTE + 500).await;
    stage.scheduler.pause(NAME).await.unwrap();
    assert_eq!(stage.status().last_result, Outcome::Success, "not yet");
    pass(3 * MINUTE).await;
    let status = stage.status();
    assert!(status.is_paused && !status.is_running);
    assert_eq!(status.last_result, Outcome::Skipped);
    assert_eq!((status.run_count, status.skipped), (1, 3));
    assert_eq!(status.last_run_ms, START_MS + MINUTE);
    assert_eq!(status.next_run_ms, Some(START_MS + 5 * MINUTE));
}

#[tokio::test(start_paused = true)]
async fn a_paused_job_never_looks_as_if_it_ran() {
    let jitter_ms = 50_000;
    let stage = Stage::of(Spec {
        jitter_ms,
        ..minutely()
    })
    .await;
    stage.scheduler.pause(NAME).await.unwrap();
    for _ in 0..300 {
        pass(SECOND).await;
        assert!(!stage.status().is_running);
    }
    assert_eq!(stage.status().skipped, 5);
}

#[tokio::test(start_paused = true)]
async fn a_resumed_job_runs_at_its_next_tick() {
    let stage = Stage::of(minutely()).await;
    stage.scheduler.pause(NAME).await.unwrap();
    pass(5 * MINUTE + 20 * SECOND).await;
    stage.scheduler.resume(NAME).await.unwrap();
    let shown = stage.status().next_run_ms;
    assert_eq!(shown, Some(START_MS + 6 * MINUTE));
    pass(30 * SECOND).await;
    assert_eq!(stage.begun(), [0; 0], "nothing is caught up");
    pass(MINUTE).await;
    assert_eq!(stage.begun(), [6 * MINUTE]);
}

#[tokio::test(start_paused = true)]
async fn a_tick_missed_asleep_while_paused_is_not_run_by_a_resume() {
    let stage = Stage::of(minutely()).await;
    stage.scheduler.pause(NAME).await.unwrap();
    stage.wall.set_by(3 * HOUR);
    stage.scheduler.resume(NAME).await.unwrap();
    pass(30 * SECOND).await;
    assert_eq!(stage.begun(), [0; 0]);
}

#[tokio::test(start_paused = true)]
async fn pausing_and_resuming_twice_is_the_same_as_once() {
    let stage = Stage::of(minutely()).await;
    for _ in 0..2 {
        stage.scheduler.pause("outbox_indexing").await.unwrap();
        assert!(stage.status().is_paused, "by its alias");
    }
    for _ in 0..2 {
        stage.scheduler.resume(NAME).await.unwrap();
        assert!(!stage.status().is_paused);
    }
}

#[tokio::test(start_paused = true)]
async fn an_unknown_job_is_named() {
    let stage = Stage::of(minutely()).await;
    for name in ["nope", "", "Outbox-Processor"] {
        let refused = Err(NoSuchJob(name.to_owned()));
        assert_eq!(stage.scheduler.pause(name).await, refused);
        assert_eq!(stage.scheduler.resume(name).await, refused);
        assert_eq!(stage.scheduler.nudge(name), refused);
    }
    let error = stage.scheduler.pause("nope").await.unwrap_err();
    assert_eq!(error.to_string(), "Job not found: nope");
}

#[tokio::test(start_paused = true)]
async fn pausing_does_not_stop_a_run_under_way() {
    let stage = Stage::of(minutely()).await;
    stage.takes(20 * SECOND);
    pass(MINUTE + 500).await;
    stage.scheduler.pause(NAME).await.unwrap();
    assert!(stage.status().is_running);
    pass(30 * SECOND).await;
    let status = stage.status();
    assert_eq!(
        (status.run_count, status.last_result),
        (1, Outcome::Success)
    );
}

#[tokio::test(start_paused = true)]
async fn a_run_that_had_not_begun_its_work_is_skipped_by_a_pause() {
    let jitter_ms = 50_000;
    let stage = Stage::of(Spec {
        jitter_ms,
        ..minutely()
    })
    .await;
    pass(MINUTE).await;
    pass(1).await;
    assert!(stage.status().is_running && stage.begun().is_empty());
    stage.scheduler.pause(NAME).await.unwrap();
    pass(55 * SECOND).await;
    let status = stage.status();
    assert_eq!(stage.begun(), [0; 0]);
    assert_eq!((status.last_result, status.skipped), (Outcome::Skipped, 1));
    assert!(!status.is_running);
}
