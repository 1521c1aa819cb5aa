//! When to come again after a failure that may pass.

use std::time::Duration;

/// How often a peer is tried before it is given up.
pub const ATTEMPTS: u32 = 10;
const FIRST: Duration = Duration::from_millis(500);
const LONGEST: Duration = Duration::from_secs(30);

/// How long to wait after the attempt with this number, the first being 1; none after the last.
pub fn wait_after(attempt: u32) -> Option<Duration> {
    if attempt == 0 || attempt >= ATTEMPTS {
        return None;
    }
    let doubled = FIRST.saturating_mul(1 << (attempt - 1).min(16));
    Some(doubled.min(LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_attempts_in_two_minutes() {
        let waits: Vec<_> = (1..).map_while(wait_after).collect();
        let ms: Vec<_> = waits.iter().map(|wait| wait.as_millis()).collect();
        assert_eq!(
            ms,
            [
                500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000
            ]
        );
        assert_eq!(waits.len() + 1, ATTEMPTS as usize);
    }
}
