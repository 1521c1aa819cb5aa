//! Token buckets: so many requests a second for each key, with as many saved up.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::{Error, Result};

/// Past this many buckets the full ones, which say nothing, are forgotten.
const MAX_BUCKETS: usize = 10_000;

pub struct RateLimit {
    per_second: AtomicU32,
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
            per_second: AtomicU32::new(rate.max(1)),
            buckets: Mutex::default(),
        }
    }

    /// From now on another rate; what was saved up and does not fit any more is lost.
    pub fn set(&self, rate: u32) {
        self.per_second.store(rate.max(1), Ordering::Relaxed);
    }

    fn rate(&self) -> f64 {
        f64::from(self.per_second.load(Ordering::Relaxed))
    }

    /// Takes one token of `subject`, or says how long to wait for the next.
    pub fn take(&self, subject: &str, now: Instant) -> Result<()> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MAX_BUCKETS && !buckets.contains_key(subject) {
            self.make_room(&mut buckets, now)?;
        }
        let fresh = Bucket {
            tokens: self.rate(),
            filled: now,
        };
        let bucket = buckets.entry(subject.to_owned()).or_insert(fresh);
        bucket.tokens = self.tokens(bucket, now);
        bucket.filled = now;
        if bucket.tokens < 1.0 {
            let wait = (1.0 - bucket.tokens) / self.rate();
            return Err(Error::RateLimited {
                retry_after_ms: (wait * 1_000.0).ceil() as u64,
            });
        }
        bucket.tokens -= 1.0;
        Ok(())
    }

    /// As [`RateLimit::take`], for somebody known only by an address.
    pub fn take_of_peer(&self, peer: Option<IpAddr>, now: Instant) -> Result<()> {
        self.take(&peer_name(peer), now)
    }

    fn tokens(&self, bucket: &Bucket, now: Instant) -> f64 {
        let earned = now.saturating_duration_since(bucket.filled).as_secs_f64() * self.rate();
        (bucket.tokens + earned).min(self.rate())
    }

    /// A bucket is full a second after it was last used, so room is missing only while more
    /// askers than we count come within one second; then new ones wait for it.
    fn make_room(&self, buckets: &mut HashMap<String, Bucket>, now: Instant) -> Result<()> {
        buckets.retain(|_, bucket| self.tokens(bucket, now) < self.rate());
        if buckets.len() < MAX_BUCKETS {
            return Ok(());
        }
        Err(Error::RateLimited {
            retry_after_ms: 1_000,
        })
    }
}

/// One bucket for an address; for IPv6 one for the network a single customer gets.
fn peer_name(peer: Option<IpAddr>) -> String {
    match peer.map(|peer| peer.to_canonical()) {
        None => String::from("peer unknown"),
        Some(IpAddr::V4(address)) => format!("peer {address}"),
        Some(IpAddr::V6(address)) => format!("peer {:x}/64", address.to_bits() >> 64),
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

    #[test]
    fn another_rate_counts_at_once() {
        let limit = RateLimit::per_second(100);
        let start = Instant::now();
        limit.take("k", start).unwrap();
        limit.set(2);
        assert!(limit.take("k", start).is_ok() && limit.take("k", start).is_ok());
        assert!(limit.take("k", start).is_err(), "no more than the new rate");
        limit.set(50);
        assert!(limit.take("k", start + Duration::from_millis(25)).is_ok());
    }

    #[test]
    fn addresses_have_buckets_of_their_own() {
        let limit = RateLimit::per_second(1);
        let start = Instant::now();
        let take = |text: &str| limit.take_of_peer(Some(text.parse().unwrap()), start);
        assert!(take("10.0.0.1").is_ok());
        assert!(take("10.0.0.1").is_err());
        assert!(take("::ffff:10.0.0.1").is_err(), "the same address");
        assert!(take("10.0.0.2").is_ok());
        assert!(take("2001:db8::1").is_ok());
        assert!(take("2001:db8::2").is_err(), "the same network");
        assert!(limit.take_of_peer(None, start).is_ok());
        assert!(limit.take_of_peer(None, start).is_err());
    }

    #[test]
    fn used_buckets_are_never_forgotten_to_make_room() {
        let limit = RateLimit::per_second(1);
        let start = Instant::now();
        for n in 0..MAX_BUCKETS {
            limit.take(&n.to_string(), start).unwrap();
        }
        assert!(limit.take("one more", start).is_err());
        assert!(limit.take("0", start).is_err(), "still empty");
        let later = start + Duration::from_millis(1_001);
        assert!(limit.take("one more", later).is_ok());
        assert_eq!(limit.buckets.lock().unwrap().len(), 1);
    }
}
