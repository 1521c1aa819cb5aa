use std::sync::atomic::Ordering::SeqCst;

use mneme_model::Zone;

use super::support::*;
use crate::{Cron, Outcome, Overlap, Spec};

#[tokio::test(start_paused = true)]
async fn before_its_first_tick_a_job_never_ran() {
    let stage = Stage::of(minutely()).await;
    pass(30 * SECOND).await;
    let status = stage.status();
    assert_eq!(status.last_result, Outcome::NeverRan);
    assert_eq!((status.last_run_ms, status.last_error), (0, None));
    assert_eq!((status.run_count, status.error_count), (0, 0));
    assert_eq!(status.next_run_ms, Some(START_MS + MINUTE));
    assert_eq!((status.is_running, status.is_paused), (false, false));
    assert_eq!(status.cron, "0 * * * * *");
}

#[tokio::test(start_paused = true)]
async fn a_run_begins_at_the_moment_that_was_shown() {
    let stage = Stage::of(minutely()).await;
    stage.acts(Act::Returns(Ok(Some(notes("events", "7")))));
    pass(3 * MINUTE + 500).await;
    assert_eq!(stage.begun(), [MINUTE, 2 * MINUTE, 3 * MINUTE]);
    let status = stage.status();
    assert_eq!(status.last_result, Outcome::Success);
    assert_eq!((status.run_count, status.error_count), (3, 0));
    assert_eq!(status.last_run_ms, START_MS + 3 * MINUTE);
    assert_eq!(status.last_duration_ms, 10);
    assert_eq!(status.notes, notes("events", "7"));
    assert_eq!(status.next_run_ms, Some(START_MS + 4 * MINUTE));
}

#[tokio::test(start_paused = true)]
async fn a_scheduled_run_counts_even_if_there_was_nothing_to_do() {
    let stage = Stage::of(minutely()).await;
    stage.acts(Act::Returns(Ok(None)));
    pass(2 * MINUTE + 500).await;
    let status = stage.status();
    assert_eq!(
        (status.run_count, status.last_result),
        (2, Outcome::Success)
    );
}

#[tokio::test(start_paused = true)]
async fn a_tick_during_a_run_is_skipped() {
    let stage = Stage::of(minutely()).await;
    stage.takes(90 * SECOND);
    pass(MINUTE + 500).await;
    assert!(stage.status().is_running);
    pass(MINUTE).await;
    let status = stage.status();
    assert_eq!(status.last_result, Outcome::Skipped);
    assert_eq!((status.run_count, status.error_count), (0, 0));
    assert_eq!(status.last_run_ms, 0);
    assert_eq!((status.skipped, status.is_running), (1, true));
    assert_eq!(status.last_skip_ms, START_MS + 2 * MINUTE);
    pass(31 * SECOND).await;
    let status = stage.status();
    assert_eq!(
        (status.run_count, status.last_result),
        (1, Outcome::Success)
    );
    assert_eq!(status.last_duration_ms, 90 * SECOND);
    assert_eq!(status.last_run_ms, START_MS + MINUTE);
    pass(HOUR).await;
    assert_eq!(stage.probe.most.load(SeqCst), 1, "never two at once");
}

#[tokio::test(start_paused = true)]
async fn runs_overlap_where_the_job_says_so() {
    let overlap = Overlap::Concurrent;
    let stage = Stage::of(Spec {
        overlap,
        ..minutely()
    })
    .await;
    stage.takes(150 * SECOND);
    pass(3 * MINUTE + 500).await;
    assert_eq!(stage.probe.most.load(SeqCst), 3);
    assert_eq!(stage.status().skipped, 0);
    pass(2 * MINUTE).await;
    assert_eq!(stage.status().run_count, 2);
}

#[tokio::test(start_paused = true)]
async fn jitter_delays_the_work_and_counts_as_running() {
    let jitter_ms = 30_000;
    let stage = Stage::of(Spec {
        jitter_ms,
        ..minutely()
    })
    .await;
    pass(MINUTE).await;
    pass(1).await;
    assert!(stage.status().is_running);
    assert_eq!(stage.begun(), [0; 0]);
    pass(20 * MINUTE).await;
    let begun = stage.begun();
    let late: Vec<i64> = begun.iter().map(|ms| ms % MINUTE).collect();
    assert_eq!(late.len(), 20);
    assert!(late.iter().all(|ms| (0..30_000).contains(ms)), "{late:?}");
    assert!(late.windows(2).any(|pair| pair[0] != pair[1]), "{late:?}");
    assert_eq!(stage.status().next_run_ms, Some(START_MS + 22 * MINUTE));
}

#[tokio::test(start_paused = true)]
async fn a_schedule_is_read_in_its_zone() {
    let stage = Stage::of(Spec {
        cron: Cron::parse("0 3 * * *").unwrap(),
        zone: Zone::named("Asia/Kathmandu").unwrap(),
        ..minutely()
    })
    .await;
    // 03:00 there is 21:15 in UTC.
    let due = 11 * HOUR + 15 * MINUTE;
    assert_eq!(stage.status().next_run_ms, Some(START_MS + due));
    assert_eq!(stage.status().zone, "Asia/Kathmandu");
    pass(24 * HOUR).await;
    assert_eq!(stage.begun(), [due]);
}

#[tokio::test(start_paused = true)]
async fn a_date_that_never_comes_is_no_tick() {
    let cron = Cron::parse("0 0 0 30 2 *").unwrap();
    let stage = Stage::of(Spec { cron, ..minutely() }).await;
    pass(48 * HOUR).await;
    assert_eq!((stage.begun().len(), stage.status().next_run_ms), (0, None));
}
