//! The wall clock, the only one in the house.

use std::time::{SystemTime, UNIX_EPOCH};

use mneme_model::Clock;

pub struct WallClock;

impl Clock for WallClock {
    fn now_ms(&self) -> i64 {
        let since = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    }
}
