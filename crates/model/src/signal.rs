//! A signal is declared once, in the `signals.rs` of the room it belongs to; the metrics
//! door reads every room's list. Emitting is one call and never allocates.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A number that is shown on the metrics door.
pub struct Signal {
    pub name: &'static str,
    pub help: &'static str,
    pub kind: SignalKind,
    /// Which of several numbers of this name it is: `door="rest"`. They stand together in their
    /// room's list.
    pub labels: &'static str,
    value: AtomicU64,
}

/// How long something took, counted by how long at the most.
pub struct Histogram {
    pub name: &'static str,
    pub help: &'static str,
    /// The upper ends of the buckets, in milliseconds.
    pub bounds: &'static [u64],
    counts: [AtomicU64; Histogram::MOST],
    sum_us: AtomicU64,
    count: AtomicU64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalKind {
    /// Only ever grows.
    Counter,
    /// Goes up and down.
    Gauge,
}

// === impl Signal ===

impl Signal {
    pub const fn counter(name: &'static str, help: &'static str) -> Self {
        Self {
            name,
            help,
            kind: SignalKind::Counter,
            labels: "",
            value: AtomicU64::new(0),
        }
    }

    pub const fn gauge(name: &'static str, help: &'static str) -> Self {
        Self {
            name,
            help,
            kind: SignalKind::Gauge,
            labels: "",
            value: AtomicU64::new(0),
        }
    }

    pub const fn labelled(mut self, labels: &'static str) -> Self {
        self.labels = labels;
        self
    }

    pub fn add(&self, n: u64) {
        self.value.fetch_add(n, Ordering::Relaxed);
    }

    pub fn sub(&self, n: u64) {
        self.value.fetch_sub(n, Ordering::Relaxed);
    }

    pub fn set(&self, n: u64) {
        self.value.store(n, Ordering::Relaxed);
    }

    pub fn get(&self) -> u64 {
        self.value.load(Ordering::Relaxed)
    }
}

// === impl Histogram ===

impl Histogram {
    /// Buckets one can have.
    pub const MOST: usize = 12;

    pub const fn new(name: &'static str, help: &'static str, bounds: &'static [u64]) -> Self {
        assert!(bounds.len() <= Self::MOST);
        Self {
            name,
            help,
            bounds,
            counts: [const { AtomicU64::new(0) }; Self::MOST],
            sum_us: AtomicU64::new(0),
            count: AtomicU64::new(0),
        }
    }

    /// So many that took this long.
    pub fn observe(&self, took: Duration, times: u64) {
        let us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let fits = self.bounds.iter().position(|ms| us <= ms * 1_000);
        if let Some(count) = fits.and_then(|n| self.counts.get(n)) {
            count.fetch_add(times, Ordering::Relaxed);
        }
        self.sum_us
            .fetch_add(us.saturating_mul(times), Ordering::Relaxed);
        self.count.fetch_add(times, Ordering::Relaxed);
    }

    /// Each bound with how many took no longer.
    pub fn buckets(&self) -> impl Iterator<Item = (u64, u64)> {
        let counts = self
            .counts
            .iter()
            .map(|count| count.load(Ordering::Relaxed));
        let below = counts.scan(0, |sum, count| {
            *sum += count;
            Some(*sum)
        });
        self.bounds.iter().copied().zip(below)
    }

    pub fn count(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    pub fn sum_ms(&self) -> f64 {
        self.sum_us.load(Ordering::Relaxed) as f64 / 1_000.0
    }
}

// === impl SignalKind ===

impl SignalKind {
    pub fn name(self) -> &'static str {
        match self {
            SignalKind::Counter => "counter",
            SignalKind::Gauge => "gauge",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_is_counted_in_every_bucket_it_fits() {
        let took = Histogram::new("took_ms", "", &[1, 5, 10]);
        took.observe(Duration::from_micros(900), 1);
        took.observe(Duration::from_millis(7), 2);
        took.observe(Duration::from_secs(1), 1);
        let buckets: Vec<_> = took.buckets().collect();
        assert_eq!(buckets, [(1, 1), (5, 1), (10, 3)]);
        assert_eq!((took.count(), took.sum_ms()), (4, 1_014.9));
    }
}
