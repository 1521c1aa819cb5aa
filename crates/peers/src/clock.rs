//! The time the peers believe in.

use mneme_model::{Clock, Moment};
use tokio::time::Instant;

/// Starts where it is told and goes on from there. A test that pauses the runtime's time pauses
/// this clock with it.
#[derive(Clone, Copy, Debug)]
pub struct Ticking {
    start_ms: i64,
    since: Instant,
}

/// UTC with exactly three digits below the second, as the actuation peer writes it.
pub fn stamp(ms: i64) -> String {
    let text = Moment::from_ms(ms).rfc3339();
    match text.strip_suffix('Z') {
        Some(whole) if !whole.contains('.') => format!("{whole}.000Z"),
        _ => text,
    }
}

// === impl Ticking ===

impl Ticking {
    pub fn from(start_ms: i64) -> Self {
        Self {
            start_ms,
            since: Instant::now(),
        }
    }
}

impl Clock for Ticking {
    fn now_ms(&self) -> i64 {
        let gone = self.since.elapsed().as_millis();
        self.start_ms + i64::try_from(gone).unwrap_or(i64::MAX / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_have_three_digits_always() {
        assert_eq!(stamp(1_700_000_000_000), "2023-11-14T22:13:20.000Z");
        assert_eq!(stamp(1_700_000_000_050), "2023-11-14T22:13:20.050Z");
    }
}
