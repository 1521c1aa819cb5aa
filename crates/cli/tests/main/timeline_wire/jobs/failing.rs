//! A job that fails, and what is known of it.

use mneme_wire::proto::JobResultStatus;

use super::{every_second, hardly_ever};
use crate::support::{eventually, sqlite};
use crate::timeline_wire::wire::Wire;
use crate::timeline_wire::{home, serve};

const JOB: &str = "verify";
/// What the journal does not say, and back.
const DAMAGE: &str = "UPDATE memories SET evidence = evidence + 98";
const MEND: &str = "UPDATE memories SET evidence = evidence - 98";

#[test]
fn t_097_what_never_ran_and_what_failed() {
    let settings = every_second(JOB) + &hardly_ever("hourly-rollup");
    let home = home(&settings);
    let server = serve(&home);
    let mut line = Wire::to(&server);
    let never = line.job("hourly-rollup");
    assert_eq!(
        (never.last_run_ms, never.last_duration_ms, never.run_count),
        (0, 0, 0)
    );
    assert_eq!(never.last_result(), JobResultStatus::Unspecified);
    assert_eq!(never.last_error, None);

    server.owner().remember("Something to be checked.");
    let good = eventually("a run", || {
        Some(line.job(JOB)).filter(|job| job.run_count > 0)
    });
    assert_eq!((good.error_count, good.last_error), (0, None));
    sqlite(&home, &[DAMAGE]);
    let failed = eventually("a failure", || {
        Some(line.job(JOB)).filter(|job| job.last_result() == JobResultStatus::Failed)
    });
    assert!(
        failed
            .last_error
            .is_some_and(|error| error.contains("findings"))
    );
    assert!(failed.error_count >= 1);
    let again = eventually("another failure", || {
        Some(line.job(JOB)).filter(|job| job.error_count > failed.error_count)
    });
    assert_eq!(
        again.run_count, failed.run_count,
        "only what succeeds is a run"
    );
    sqlite(&home, &[MEND]);
    let mended = eventually("a success", || {
        Some(line.job(JOB)).filter(|job| job.last_result() == JobResultStatus::Success)
    });
    assert_eq!(mended.last_error, None);
    assert!(mended.run_count > failed.run_count && mended.error_count >= again.error_count);
}
