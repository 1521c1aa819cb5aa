use std::sync::atomic::Ordering::SeqCst;

use super::support::*;
use crate::{Outcome, Spec};

#[tokio::test(start_paused = true)]
async fn a_failure_is_told_until_the_next_success() {
    let stage = Stage::of(minutely()).await;
    pass(MINUTE + 500).await;
    stage.acts(Act::Returns(Err(String::from("no space left"))));
    pass(MINUTE).await;
    let status = stage.status();
    assert_eq!(status.last_result, Outcome::Failed);
    assert_eq!(status.last_error.as_deref(), Some("no space left"));
    assert_eq!((status.run_count, status.error_count), (1, 1));
    assert_eq!(status.last_run_ms, START_MS + 2 * MINUTE);
    stage.acts(Act::Returns(Ok(None)));
    pass(MINUTE).await;
    let status = stage.status();
    assert_eq!(
        (status.last_result, status.last_error),
        (Outcome::Success, None)
    );
    assert_eq!((status.run_count, status.error_count), (2, 1));
}

#[tokio::test(start_paused = true)]
async fn a_skip_keeps_the_error_of_the_last_real_run() {
    let stage = Stage::of(minutely()).await;
    stage.acts(Act::Returns(Err(String::from("no space left"))));
    pass(MINUTE + 500).await;
    stage.scheduler.pause("outbox-processor").await.unwrap();
    pass(MINUTE).await;
    let status = stage.status();
    assert_eq!(status.last_result, Outcome::Skipped);
    assert_eq!(status.last_error.as_deref(), Some("no space left"));
    assert_eq!(status.last_run_ms, START_MS + MINUTE);
}

#[tokio::test(start_paused = true)]
async fn a_run_that_takes_too_long_has_failed() {
    let timeout_ms = 20_000;
    let stage = Stage::of(Spec {
        timeout_ms,
        ..minutely()
    })
    .await;
    stage.takes(30 * SECOND);
    pass(MINUTE + 21 * SECOND).await;
    let status = stage.status();
    let told = "Job timed out after 20 seconds";
    assert_eq!(status.last_error.as_deref(), Some(told));
    assert_eq!((status.run_count, status.error_count), (0, 1));
    assert_eq!(
        (status.last_duration_ms, status.is_running),
        (20_000, false)
    );
    assert_eq!(stage.probe.now.load(SeqCst), 0, "the work is gone");
}

#[tokio::test(start_paused = true)]
async fn the_wait_for_jitter_is_not_part_of_the_time_a_run_has() {
    let (jitter_ms, timeout_ms) = (50_000, 1500);
    let stage = Stage::of(Spec {
        jitter_ms,
        timeout_ms,
        ..minutely()
    })
    .await;
    stage.takes(1400);
    pass(10 * MINUTE).await;
    assert_eq!(stage.status().error_count, 0);
    stage.takes(1600);
    pass(2 * MINUTE).await;
    let told = "Job timed out after 1.5 seconds";
    assert_eq!(stage.status().last_error.as_deref(), Some(told));
}

#[tokio::test(start_paused = true)]
async fn work_that_panics_has_failed_and_the_scheduler_lives_on() {
    let stage = Stage::of(minutely()).await;
    stage.acts(Act::Panics);
    pass(MINUTE + 500).await;
    let status = stage.status();
    let told = "Job panicked: the work fell over";
    assert_eq!(status.last_error.as_deref(), Some(told));
    assert_eq!((status.error_count, status.is_running), (1, false));
    stage.acts(Act::Returns(Ok(None)));
    pass(MINUTE).await;
    assert_eq!(stage.status().run_count, 1);
}
