use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

use super::support::*;
use crate::{Entry, Error, Outcome, Scheduler, Spec, Work};

const NAME: &str = "outbox-processor";

#[tokio::test(start_paused = true)]
async fn what_is_known_survives_a_restart() {
    let first = Stage::of(minutely()).await;
    first.acts(Act::Returns(Ok(Some(notes("events", "3")))));
    pass(2 * MINUTE + 500).await;
    first.acts(Act::Returns(Err(String::from("no space left"))));
    pass(MINUTE).await;
    first.scheduler.pause(NAME).await.unwrap();
    pass(MINUTE).await;
    first.scheduler.stop(Duration::from_secs(1)).await;
    let before = first.status();

    let second = Stage::with(minutely(), first.book.clone()).await;
    let after = second.status();
    assert!(after.is_paused);
    assert_eq!(
        (after.run_count, after.error_count, after.skipped),
        (2, 1, 1)
    );
    assert_eq!(after.last_result, Outcome::Skipped);
    assert_eq!(after.last_error.as_deref(), Some("no space left"));
    assert_eq!(after.notes, notes("events", "3"));
    assert_eq!(after.last_run_ms, before.last_run_ms);
    second.scheduler.resume(NAME).await.unwrap();
    assert!(!second.book.entries.lock().unwrap()[NAME].paused);
}

#[tokio::test(start_paused = true)]
async fn a_pause_is_saved_when_it_returns() {
    let stage = Stage::of(minutely()).await;
    stage.scheduler.pause(NAME).await.unwrap();
    assert!(stage.book.entries.lock().unwrap()[NAME].paused);
}

#[tokio::test(start_paused = true)]
async fn a_run_is_saved_within_a_second_or_two() {
    let stage = Stage::of(minutely()).await;
    pass(MINUTE + 1500).await;
    let entry = stage.book.entries.lock().unwrap()[NAME].clone();
    assert_eq!((entry.run_count, entry.last_run_ms), (1, START_MS + MINUTE));
    assert_eq!(stage.book.tries.load(SeqCst), 1, "once");
}

#[tokio::test(start_paused = true)]
async fn a_ledger_that_fails_stops_no_job_and_is_made_good() {
    let stage = Stage::of(minutely()).await;
    stage.book.broken.store(true, SeqCst);
    stage.scheduler.pause(NAME).await.unwrap();
    assert!(stage.status().is_paused);
    pass(10 * MINUTE).await;
    assert!(stage.book.tries.load(SeqCst) < 70, "not every second");
    stage.scheduler.resume(NAME).await.unwrap();
    pass(5 * MINUTE + 500).await;
    assert_eq!(stage.status().run_count, 5);
    stage.book.broken.store(false, SeqCst);
    pass(15 * SECOND).await;
    assert_eq!(stage.book.entries.lock().unwrap()[NAME].run_count, 5);
}

#[tokio::test(start_paused = true)]
async fn a_ledger_that_hangs_stops_no_job() {
    let stage = Stage::of(minutely()).await;
    stage.book.hangs.store(true, SeqCst);
    pass(5 * MINUTE + 500).await;
    assert_eq!(stage.begun().len(), 5);
    assert_eq!(stage.status().run_count, 5);
    // Nobody waits for it for ever either, and what it missed is made good.
    stage.scheduler.pause(NAME).await.unwrap();
    stage.book.hangs.store(false, SeqCst);
    pass(30 * SECOND).await;
    assert!(stage.book.entries.lock().unwrap()[NAME].paused);
}

#[tokio::test(start_paused = true)]
async fn without_what_is_known_nothing_starts() {
    let (wall, book) = (wall(), Arc::new(Book::default()));
    book.broken.store(true, SeqCst);
    let jobs: Vec<(Spec, Arc<dyn Work>)> = vec![(minutely(), probe(&wall))];
    let error = Scheduler::start(jobs, book, wall).await.err().unwrap();
    assert_eq!(error, Error::Ledger(String::from("the disk is gone")));
}

#[tokio::test(start_paused = true)]
async fn entries_of_other_jobs_are_left_alone() {
    let book = Arc::new(Book::default());
    let old = Entry {
        paused: true,
        ..Entry::named("toc_rollup_day")
    };
    book.entries
        .lock()
        .unwrap()
        .insert(old.name.clone(), old.clone());
    let stage = Stage::with(minutely(), book).await;
    pass(3 * MINUTE).await;
    assert_eq!(stage.scheduler.status().len(), 1);
    assert_eq!(stage.book.entries.lock().unwrap()["toc_rollup_day"], old);
}
