use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;

use super::support::*;
use crate::crew::Crew;
use crate::job::Job;
use crate::{Entry, Outcome, Spec, Work};

const NAME: &str = "outbox-processor";

#[tokio::test(start_paused = true)]
async fn a_nudged_job_runs_soon_and_keeps_its_schedule() {
    let stage = Stage::of(minutely()).await;
    pass(20 * SECOND).await;
    stage.scheduler.nudge("outbox_indexing").unwrap();
    assert!(stage.status().is_running, "at once, and by its alias");
    pass(SECOND).await;
    assert_eq!(stage.begun(), [20 * SECOND]);
    let status = stage.status();
    assert_eq!(
        (status.run_count, status.last_result),
        (1, Outcome::Success)
    );
    assert_eq!(status.last_run_ms, START_MS + 20 * SECOND);
    assert_eq!(status.next_run_ms, Some(START_MS + MINUTE));
    pass(MINUTE).await;
    assert_eq!(stage.begun(), [20 * SECOND, MINUTE]);
}

#[tokio::test(start_paused = true)]
async fn a_nudge_that_finds_nothing_to_do_leaves_no_trace() {
    let stage = Stage::of(minutely()).await;
    stage.acts(Act::Returns(Ok(None)));
    let before = stage.status();
    stage.scheduler.nudge(NAME).unwrap();
    pass(2 * SECOND).await;
    assert_eq!(stage.begun().len(), 1);
    assert_eq!(stage.status(), before);
    assert_eq!(stage.book.tries.load(SeqCst), 0, "and nothing to save");
}

#[tokio::test(start_paused = true)]
async fn nudges_during_a_run_are_one_more_run_after_it() {
    let stage = Stage::of(minutely()).await;
    stage.takes(5 * SECOND);
    stage.scheduler.nudge(NAME).unwrap();
    pass(SECOND).await;
    for _ in 0..100 {
        stage.scheduler.nudge(NAME).unwrap();
    }
    pass(20 * SECOND).await;
    assert_eq!(stage.begun(), [0, 5 * SECOND]);
    assert_eq!(stage.probe.most.load(SeqCst), 1);
    let status = stage.status();
    assert_eq!((status.run_count, status.skipped), (2, 0));
}

#[tokio::test(start_paused = true)]
async fn a_tick_during_a_nudged_run_is_skipped() {
    let stage = Stage::of(minutely()).await;
    stage.takes(20 * SECOND);
    pass(50 * SECOND).await;
    stage.scheduler.nudge(NAME).unwrap();
    pass(15 * SECOND).await;
    assert_eq!(stage.status().last_result, Outcome::Skipped);
    pass(10 * SECOND).await;
    assert_eq!(stage.status().last_result, Outcome::Success);
    assert_eq!(stage.probe.most.load(SeqCst), 1);
}

#[tokio::test(start_paused = true)]
async fn a_nudge_cuts_the_wait_for_jitter_short() {
    let jitter_ms = 50_000;
    let stage = Stage::of(Spec {
        jitter_ms,
        ..minutely()
    })
    .await;
    pass(MINUTE).await;
    pass(1).await;
    stage.scheduler.nudge(NAME).unwrap();
    pass(SECOND).await;
    assert_eq!(stage.begun(), [MINUTE + 1]);
    pass(50 * SECOND).await;
    assert_eq!(stage.begun().len(), 1, "and is no second run");
    pass(15 * SECOND).await;
    assert!(stage.status().is_running, "the next tick waits again");
    assert_eq!(stage.begun().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_nudge_between_a_tick_and_its_wait_is_not_lost() {
    let (wall, crew) = (wall(), Arc::new(Crew::new()));
    let (probe, book) = (probe(&wall), Arc::new(Book::default()));
    let spec = Spec {
        jitter_ms: 50_000,
        ..minutely()
    };
    let job = (spec, probe.clone() as Arc<dyn Work>);
    let job = Arc::new(Job::new(job, Entry::named(NAME), book, wall.clone()));
    // Neither call lets the run come to its wait.
    job.look(START_MS + MINUTE, &crew);
    job.nudge(&crew);
    pass(1).await;
    assert_eq!(*probe.begun.lock().unwrap(), [START_MS]);
}

#[tokio::test(start_paused = true)]
async fn a_paused_job_does_not_mind_a_nudge() {
    let stage = Stage::of(minutely()).await;
    stage.takes(5 * SECOND);
    stage.scheduler.nudge(NAME).unwrap();
    pass(SECOND).await;
    stage.scheduler.nudge(NAME).unwrap();
    stage.scheduler.pause(NAME).await.unwrap();
    stage.scheduler.nudge(NAME).unwrap();
    pass(10 * SECOND).await;
    stage.scheduler.resume(NAME).await.unwrap();
    pass(10 * SECOND).await;
    assert_eq!(stage.begun(), [0], "neither the noted one nor the new one");
    assert_eq!(stage.status().skipped, 0);
}

#[tokio::test(start_paused = true)]
async fn a_nudge_may_come_from_any_thread() {
    let stage = Stage::of(minutely()).await;
    std::thread::scope(|threads| {
        threads
            .spawn(|| stage.scheduler.nudge(NAME))
            .join()
            .unwrap()
            .unwrap();
    });
    pass(SECOND).await;
    assert_eq!(stage.begun().len(), 1);
}
