//! Connections that are shared: many streams to one peer are one socket.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex as Plain, PoisonError};

use mneme_model::Secret;
use tokio::sync::Mutex;
use tokio::time::Instant;
use tonic::transport::Channel;

use super::address::Address;
use super::{Refusal, Transport};

/// Peers allow about two hundred streams a connection; calls beside the streams need room too.
const STREAMS: usize = 100;
/// Beyond so many peers, those that nobody listens to any more are forgotten.
const REMEMBERED: usize = 256;

/// Those who share a connection agree in all of this. It holds a token, so it is never shown.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Key {
    address: String,
    transport: Transport,
    token: Option<String>,
    ca: Option<PathBuf>,
}

#[derive(Default)]
pub struct Pool {
    slots: Plain<HashMap<Key, Arc<Mutex<Slot>>>>,
}

/// The connections to one peer.
#[derive(Default)]
struct Slot {
    lines: Vec<Line>,
    /// The last failure, for those who waited while it happened.
    failed: Option<(Instant, Refusal)>,
}

struct Line {
    channel: Channel,
    taken: Arc<()>,
}

/// A place on a connection, for as long as it is held.
pub struct Seat {
    pub channel: Channel,
    _taken: Arc<()>,
}

// === impl Key ===

impl Key {
    pub fn new(
        address: &Address,
        transport: Transport,
        token: Option<&Secret>,
        ca: Option<&Path>,
    ) -> Self {
        Self {
            address: address.to_string(),
            transport,
            token: token.map(|token| token.0.clone()),
            ca: ca.map(Path::to_path_buf),
        }
    }
}

// === impl Pool ===

impl Pool {
    /// Whether somebody listens there already.
    pub async fn serves(&self, key: &Key) -> bool {
        let slot = {
            let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
            slots.get(key).cloned()
        };
        match slot {
            Some(slot) => slot.lock().await.lines.iter().any(|line| line.used() > 0),
            None => false,
        }
    }

    /// A place on a connection that has room, or on a new one. Only one of those who ask at the
    /// same time opens it; if that fails, it failed for all of them.
    pub async fn take(
        &self,
        key: Key,
        opening: impl Future<Output = Result<Channel, Refusal>>,
    ) -> Result<Seat, Refusal> {
        let asked = Instant::now();
        let slot = self.slot(key);
        let mut slot = slot.lock().await;
        slot.lines.retain(|line| line.used() > 0);
        if let Some(line) = slot.lines.iter().find(|line| line.used() < STREAMS) {
            return Ok(line.sit());
        }
        if let Some((_, refusal)) = slot.failed.as_ref().filter(|(at, _)| *at > asked) {
            return Err(refusal.clone());
        }
        match opening.await {
            Ok(channel) => Ok(slot.add(channel)),
            Err(refusal) => {
                slot.failed = Some((Instant::now(), refusal.clone()));
                Err(refusal)
            }
        }
    }

    fn slot(&self, key: Key) -> Arc<Mutex<Slot>> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if slots.len() >= REMEMBERED && !slots.contains_key(&key) {
            slots.retain(|_, slot| is_used(slot));
        }
        slots.entry(key).or_default().clone()
    }

    #[cfg(test)]
    pub async fn lines(&self) -> usize {
        let slots: Vec<_> = {
            let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
            slots.values().cloned().collect()
        };
        let mut lines = 0;
        for slot in slots {
            lines += slot.lock().await.lines.len();
        }
        lines
    }
}

fn is_used(slot: &Arc<Mutex<Slot>>) -> bool {
    let used = |slot: &Slot| slot.lines.iter().any(|line| line.used() > 0);
    Arc::strong_count(slot) > 1 || slot.try_lock().map_or(true, |slot| used(&slot))
}

// === impl Slot ===

impl Slot {
    fn add(&mut self, channel: Channel) -> Seat {
        self.failed = None;
        let line = Line {
            channel,
            taken: Arc::default(),
        };
        let seat = line.sit();
        self.lines.push(line);
        seat
    }
}

// === impl Line ===

impl Line {
    fn used(&self) -> usize {
        Arc::strong_count(&self.taken) - 1
    }

    fn sit(&self) -> Seat {
        Seat {
            channel: self.channel.clone(),
            _taken: self.taken.clone(),
        }
    }
}
