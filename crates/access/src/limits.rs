//! Token buckets: so many requests a second for each key, with as many saved up.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::{Error, Result};

/// Past this many keys the fullest buckets, which say nothing, are forgotten.
const MAX_BUCKETS: usize = 10_000;

pub struct RateLimit {
    per_second: f64,
    buckets: Mutex<HashMap<String, Bucket>>,
}

#[derive(Clone, Copy)]
struct Bucket {
    tokens: f64,
    filled: Instant,
}

// === impl RateLimit ===

impl RateLimit {
    pub fn per_second(rate: u32) -> Self {
        Self {
            per_second: f64::from(rate.max(1)),
            buckets: Mutex::default(),
        }
    }

    /// Takes one token of `subject`, or says how long to wait for the next.
    pub fn take(&self, subject: &str, now: Instant) -> Result<()> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MAX_BUCKETS {
            let full = self.per_second;
            buckets.retain(|_, bucket| bucket.tokens < full - 1.0);
        }
        let fresh = Bucket {
            tokens: self.per_second,
            filled: now,
        };
        let bucket = buckets.entry(subject.to_owned()).or_insert(fresh);
        let earned = now.saturating_duration_since(bucket.filled).as_secs_f64() * self.per_second;
        bucket.tokens = (bucket.tokens + earned).min(self.per_second);
        bucket.filled = now;
        if bucket.tokens < 1.0 {
            let wait = (1.0 - bucket.tokens) / self.per_second;
            return Err(Error::RateLimited {
                retry_after_ms: (wait * 1_000.0).ceil() as u64,
            });
        }
        bucket.tokens -= 1.0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let limit = RateLimit::per_second(10);
        let start = Instant::now();
        for _ in 0..10 {
            limit.take("k", start).unwrap();
        }
        assert!(matches!(
            limit.take("k", start),
            Err(Error::RateLimited {
                retry_after_ms: 100
            })
        ));
        assert!(limit.take("other", start).is_ok(), "keys do not share");
        assert!(limit.take("k", start + Duration::from_millis(101)).is_ok());
    }
}
