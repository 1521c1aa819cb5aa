//! One run: the wait, the work within its time, and what it came to.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::{JoinError, JoinSet};
use tokio::time::{Instant, sleep};

use crate::Notes;
use crate::crew::Crew;
use crate::jitter::jitter_ms;
use crate::job::Job;
use crate::state::{Cause, Ran};

type Told = Result<Option<Notes>, String>;

/// Its place was taken by whoever started it.
pub(crate) async fn run(job: Arc<Job>, crew: Arc<Crew>, mut cause: Cause) {
    loop {
        hold_back(&job, &crew, cause).await;
        let now_ms = job.clock.now_ms();
        let begins = job.state().begin(cause, !crew.is_open(), now_ms);
        if begins {
            perform(&job, &crew, cause).await;
        }
        if !job.state().leave(!crew.is_open()) {
            return;
        }
        cause = Cause::Nudge;
    }
}

/// Ends early if somebody is in a hurry or the scheduler stops.
async fn hold_back(job: &Job, crew: &Crew, cause: Cause) {
    let Cause::Tick(tick_ms) = cause else { return };
    let wait = jitter_ms(job.spec.name, tick_ms, job.spec.jitter_ms);
    let mut hurry = std::pin::pin!(job.hurry.notified());
    // From here on no hurry is missed, so what came before can be asked for.
    hurry.as_mut().enable();
    if wait == 0 || job.state().hurry {
        return;
    }
    tokio::select! {
        () = sleep(Duration::from_millis(wait)) => {}
        () = hurry => {}
        () = crew.closing() => {}
    }
}

async fn perform(job: &Job, crew: &Crew, cause: Cause) {
    let start_ms = job.clock.now_ms();
    let began = Instant::now();
    let work = Arc::clone(&job.work);
    // A task of its own, so that a panic stays inside it.
    let mut task = JoinSet::new();
    task.spawn(async move { work.run().await });
    let result = tokio::select! {
        biased;
        ended = task.join_next() => told(ended),
        () = too_long(job.spec.timeout_ms) => Err(timed_out(job.spec.timeout_ms)),
        () = crew.cancelling() => Err(String::from("Job cancelled: the scheduler was stopped")),
    };
    if let Err(error) = &result {
        tracing::warn!(job = job.spec.name, error, "a job failed");
    }
    let duration_ms = i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX);
    let ran = Ran {
        start_ms,
        duration_ms,
        result,
    };
    job.state().record(cause, ran);
    // Work that is in the middle of a step ends only after it. Until then the place is taken:
    // two runs at once is what the others were promised not to see.
    task.shutdown().await;
}

fn told(ended: Option<Result<Told, JoinError>>) -> Told {
    match ended {
        Some(Ok(told)) => told,
        Some(Err(error)) => Err(match error.try_into_panic() {
            Ok(panic) => format!("Job panicked: {}", words_of(panic.as_ref())),
            Err(error) => format!("Job ended early: {error}"),
        }),
        None => Err(String::from("Job ended early")),
    }
}

fn words_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no reason was given")
}

async fn too_long(timeout_ms: u64) {
    match timeout_ms {
        0 => std::future::pending().await,
        ms => sleep(Duration::from_millis(ms)).await,
    }
}

/// The words are a promise to clients; a fraction is shown only where there is one.
fn timed_out(timeout_ms: u64) -> String {
    let seconds = Duration::from_millis(timeout_ms).as_secs_f64();
    format!("Job timed out after {seconds} seconds")
}
