use crate::{BoxFuture, Notes};

/// Where what is known of jobs outlives the process. Saving must not nudge a job: it would go
/// round for ever.
pub trait Ledger: Send + Sync {
    /// Everything that was saved; entries of jobs that are no more are left alone.
    fn load(&self) -> BoxFuture<'_, Result<Vec<Entry>, String>>;

    /// Replaces the entry of this name. Never called twice at once for one name.
    fn save(&self, entry: Entry) -> BoxFuture<'_, Result<(), String>>;
}

/// What is kept of one job.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    pub name: String,
    pub paused: bool,
    /// When the last real run began; 0 before the first.
    pub last_run_ms: i64,
    pub last_duration_ms: i64,
    pub last_result: Outcome,
    /// Why the last real run failed, if it did.
    pub last_error: Option<String>,
    /// Runs that succeeded.
    pub run_count: u64,
    /// Runs that failed.
    pub error_count: u64,
    /// What the last run that succeeded said of itself.
    pub notes: Notes,
    pub skipped: u64,
    /// When a tick was last skipped; 0 before the first.
    pub last_skip_ms: i64,
}

/// What became of the last tick or run. The numbers are those of the protocol and never change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    #[default]
    NeverRan = 0,
    Success = 1,
    Failed = 2,
    Skipped = 3,
}

// === impl Entry ===

impl Entry {
    pub fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            ..Self::default()
        }
    }
}

// === impl Outcome ===

impl Outcome {
    pub fn number(self) -> u8 {
        self as u8
    }

    pub fn numbered(number: u8) -> Option<Self> {
        let all = [Self::NeverRan, Self::Success, Self::Failed, Self::Skipped];
        all.get(usize::from(number)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outcome_is_read_back_from_its_number() {
        for number in 0..4 {
            assert_eq!(Outcome::numbered(number).unwrap().number(), number);
        }
        assert_eq!(Outcome::numbered(4), None);
    }
}
