//! Looks at the clock and at every job, and sleeps until the next tick.

use std::sync::Arc;
use std::time::Duration;

use mneme_model::Clock;
use tokio::time::sleep;

use crate::crew::Crew;
use crate::job::Job;

/// The longest sleep. A timer does not see that the clock was set or that the machine slept; so
/// much later everybody does. Also how long a run's result may wait to be saved.
const NAP_MS: i64 = 1000;

pub(crate) async fn keep_time(jobs: Arc<[Arc<Job>]>, crew: Arc<Crew>, clock: Arc<dyn Clock>) {
    while crew.is_open() {
        let now_ms = clock.now_ms();
        for job in jobs.iter() {
            job.look(now_ms, &crew);
        }
        let next = jobs
            .iter()
            .filter_map(|job| job.state().pace.next_ms(now_ms))
            .min();
        let nap_ms = next.map_or(NAP_MS, |next| (next - now_ms).clamp(1, NAP_MS));
        tokio::select! {
            () = sleep(Duration::from_millis(nap_ms.unsigned_abs())) => {}
            () = crew.closing() => {}
        }
    }
}
