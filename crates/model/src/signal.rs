//! A signal is declared once, in the `signals.rs` of the room it belongs to; the metrics
//! door reads every room's list. Emitting is one call and never allocates.

use std::sync::atomic::{AtomicU64, Ordering};

/// A number that is shown on the metrics door.
pub struct Signal {
    pub name: &'static str,
    pub help: &'static str,
    pub kind: SignalKind,
    value: AtomicU64,
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
            value: AtomicU64::new(0),
        }
    }

    pub const fn gauge(name: &'static str, help: &'static str) -> Self {
        Self {
            name,
            help,
            kind: SignalKind::Gauge,
            value: AtomicU64::new(0),
        }
    }

    pub fn add(&self, n: u64) {
        self.value.fetch_add(n, Ordering::Relaxed);
    }

    pub fn set(&self, n: u64) {
        self.value.store(n, Ordering::Relaxed);
    }

    pub fn get(&self) -> u64 {
        self.value.load(Ordering::Relaxed)
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
