use crate::{Notes, Outcome};

/// A job as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    pub name: &'static str,
    pub aliases: &'static [&'static str],
    /// The schedule as it was written.
    pub cron: String,
    pub zone: String,
    /// When the last real run began; 0 before the first.
    pub last_run_ms: i64,
    pub last_duration_ms: i64,
    pub last_result: Outcome,
    /// Why the last real run failed, if it did.
    pub last_error: Option<String>,
    /// The next tick, also while paused. None if the schedule names a date that never comes.
    pub next_run_ms: Option<i64>,
    pub run_count: u64,
    pub error_count: u64,
    pub is_running: bool,
    pub is_paused: bool,
    pub notes: Notes,
    pub skipped: u64,
    pub last_skip_ms: i64,
}
