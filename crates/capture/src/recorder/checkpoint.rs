//! When the record of a recording is written again. The journal already holds every step, so the
//! file may be behind; what matters is that writing it costs a step no more at the ten thousandth
//! than at the tenth.

use std::time::Duration;

/// How much of a recording the file does not show yet.
#[derive(Clone, Copy, Debug, Default)]
pub struct Behind {
    /// Steps in the recording.
    pub steps: u32,
    /// Changes since the file was written.
    pub changes: u32,
    /// Time since it was written.
    pub since: Duration,
}

/// Whether it is time. The file grows with every step, so the more it holds the more steps have
/// to pay for writing it; a recording that pauses is caught up with soon.
pub fn is_due(behind: Behind, every_steps: u32, every: Duration) -> bool {
    if behind.changes == 0 {
        return false;
    }
    let share = every_steps.max(behind.steps / 4);
    behind.changes >= share || behind.since >= every
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVERY: Duration = Duration::from_secs(5);

    fn bytes_for(steps: u32) -> u64 {
        let (mut written, mut changes) = (0_u64, 0);
        for steps in 1..=steps {
            changes += 1;
            let behind = Behind {
                steps,
                changes,
                since: Duration::ZERO,
            };
            if is_due(behind, 10, EVERY) {
                written += u64::from(steps);
                changes = 0;
            }
        }
        written
    }

    #[test]
    fn a_step_costs_the_same_however_many_there_are() {
        let (few, many) = (bytes_for(1_000), bytes_for(100_000));
        assert!(many < few * 100 * 2, "{few} {many}");
    }

    #[test]
    fn nothing_new_is_never_written_and_a_pause_is_caught_up_with() {
        let mut behind = Behind {
            steps: 1_000,
            changes: 0,
            since: EVERY * 2,
        };
        assert!(!is_due(behind, 10, EVERY));
        behind.changes = 1;
        assert!(is_due(behind, 10, EVERY));
    }
}
