use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

use tokio::time::Instant;

use super::support::*;
use crate::{Cron, Error, Outcome, Scheduler, Spec, Work};

const NAME: &str = "outbox-processor";

#[tokio::test(start_paused = true)]
async fn stopping_waits_for_a_run() {
    let stage = Stage::of(minutely()).await;
    stage.takes(5 * SECOND);
    pass(MINUTE + 500).await;
    let asked = Instant::now();
    stage.scheduler.stop(Duration::from_secs(30)).await;
    assert!(asked.elapsed() < Duration::from_secs(5));
    let status = stage.status();
    assert_eq!((status.run_count, status.is_running), (1, false));
    assert_eq!(stage.book.entries.lock().unwrap()[NAME].run_count, 1);
}

#[tokio::test(start_paused = true)]
async fn a_run_that_does_not_end_is_cancelled() {
    let stage = Stage::of(minutely()).await;
    stage.takes(200 * SECOND);
    pass(MINUTE + 500).await;
    stage.scheduler.stop(Duration::from_secs(30)).await;
    assert_eq!(stage.probe.now.load(SeqCst), 0);
    let status = stage.status();
    assert_eq!(
        (status.last_result, status.error_count),
        (Outcome::Failed, 1)
    );
    assert!(status.last_error.unwrap().contains("cancelled"));
    let saved = stage.book.entries.lock().unwrap()[NAME].clone();
    assert_eq!(saved.last_result, Outcome::Failed);
}

#[tokio::test(start_paused = true)]
async fn after_a_stop_nothing_begins() {
    let stage = Stage::of(minutely()).await;
    assert!(stage.scheduler.is_running());
    stage.scheduler.stop(Duration::ZERO).await;
    stage.scheduler.stop(Duration::ZERO).await;
    assert!(!stage.scheduler.is_running());
    stage.scheduler.nudge(NAME).unwrap();
    pass(5 * MINUTE).await;
    assert_eq!(stage.begun(), [0; 0]);
    assert!(!stage.status().is_running);
    stage.scheduler.pause(NAME).await.unwrap();
    assert!(stage.book.entries.lock().unwrap()[NAME].paused);
}

#[tokio::test(start_paused = true)]
async fn a_run_that_waits_for_its_jitter_does_not_begin_after_a_stop() {
    let jitter_ms = 50_000;
    let stage = Stage::of(Spec {
        jitter_ms,
        ..minutely()
    })
    .await;
    pass(MINUTE).await;
    pass(1).await;
    let asked = Instant::now();
    stage.scheduler.stop(Duration::from_secs(30)).await;
    assert!(asked.elapsed() < Duration::from_secs(1));
    let status = stage.status();
    assert_eq!((stage.begun().len(), status.is_running), (0, false));
    assert_eq!(status.last_result, Outcome::NeverRan);
}

#[tokio::test(start_paused = true)]
async fn dropping_a_scheduler_ends_its_runs() {
    let stage = Stage::of(minutely()).await;
    stage.takes(HOUR);
    pass(MINUTE + 500).await;
    let probe = stage.probe.clone();
    assert_eq!(probe.now.load(SeqCst), 1);
    drop(stage.scheduler);
    pass(2 * MINUTE).await;
    assert_eq!(probe.now.load(SeqCst), 0);
    assert_eq!(probe.begun.lock().unwrap().len(), 1);
    assert_eq!(Arc::strong_count(&probe), 2, "ours and the stage's");
}

#[tokio::test(start_paused = true)]
async fn jobs_are_told_in_the_order_they_were_given() {
    let (wall, book) = (wall(), Arc::new(Book::default()));
    let work = probe(&wall);
    let job = |name, aliases, cron| -> (Spec, Arc<dyn Work>) {
        let cron = Cron::parse(cron).unwrap();
        (
            Spec {
                name,
                aliases,
                cron,
                ..minutely()
            },
            work.clone(),
        )
    };
    let jobs = vec![
        job("hourly-rollup", &["toc_rollup_day"], "0 0 * * * *"),
        job("segment-summarizer", &[], "0 */15 * * * *"),
        job("outbox-processor", &[], "0 * * * * *"),
    ];
    let scheduler = Scheduler::start(jobs, book.clone(), wall.clone())
        .await
        .unwrap();
    let names: Vec<&str> = scheduler.status().iter().map(|job| job.name).collect();
    assert_eq!(
        names,
        ["hourly-rollup", "segment-summarizer", "outbox-processor"]
    );
    pass(HOUR + 500).await;
    let counts: Vec<u64> = scheduler.status().iter().map(|job| job.run_count).collect();
    assert_eq!(counts, [1, 4, 60]);

    let twice = vec![
        job("a", &["toc_rollup_day"], "0 0 * * * *"),
        job("b", &["toc_rollup_day"], "0 0 * * * *"),
    ];
    let error = Scheduler::start(twice, book, wall).await.err().unwrap();
    assert_eq!(error, Error::SameName("toc_rollup_day"));
}
