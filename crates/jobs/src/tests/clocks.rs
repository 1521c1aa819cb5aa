use super::support::*;

#[tokio::test(start_paused = true)]
async fn a_machine_that_slept_runs_once() {
    let stage = Stage::of(minutely()).await;
    pass(30 * SECOND).await;
    stage.wall.set_by(8 * HOUR);
    pass(20 * SECOND).await;
    assert_eq!(stage.begun().len(), 1);
    assert_eq!(stage.status().run_count, 1);
    let next = START_MS + 8 * HOUR + MINUTE;
    assert_eq!(stage.status().next_run_ms, Some(next));
    pass(20 * SECOND).await;
    assert_eq!(stage.begun().last(), Some(&(8 * HOUR + MINUTE)));
}

#[tokio::test(start_paused = true)]
async fn a_clock_set_back_is_followed_without_a_burst() {
    let stage = Stage::of(minutely()).await;
    pass(2 * MINUTE + 30 * SECOND).await;
    stage.wall.set_by(-3 * HOUR);
    let next = START_MS - 3 * HOUR + 3 * MINUTE;
    assert_eq!(stage.status().next_run_ms, Some(next));
    pass(10 * MINUTE).await;
    let begun = stage.begun();
    assert_eq!(begun.len(), 12, "{begun:?}");
    assert_eq!(begun[2], 3 * MINUTE - 3 * HOUR);
}

#[tokio::test(start_paused = true)]
async fn a_corrected_clock_repeats_no_run() {
    let stage = Stage::of(minutely()).await;
    pass(MINUTE + 5).await;
    stage.wall.set_by(-10);
    pass(30 * SECOND).await;
    assert_eq!(stage.begun().len(), 1);
    assert_eq!(stage.status().next_run_ms, Some(START_MS + 2 * MINUTE));
    pass(MINUTE).await;
    assert_eq!(stage.begun(), [MINUTE, 2 * MINUTE]);
}
