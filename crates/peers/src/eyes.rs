//! The capture peer: pictures of a screen, kept for a while and asked for by time.

mod answer;
mod faults;
mod http;
mod ring;

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mneme_model::Clock;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::desktop::Screen;
pub use faults::{Delay, Faults, Spoiled};
pub use ring::{Format, Ring, Unit};

/// How a peer takes its pictures and hands them out.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Port 0 is a free one.
    pub bind: SocketAddr,
    /// How `timestamp` is read: real ones differ.
    pub unit: Unit,
    pub format: Format,
    pub interval_ms: i64,
    /// How many pictures are kept.
    pub kept: i64,
    /// Pictures that were taken before the peer is asked for the first time.
    pub head_start: i64,
}

#[derive(Debug, thiserror::Error)]
#[error("cannot listen on {address}: {source}")]
pub struct Error {
    address: SocketAddr,
    source: io::Error,
}

/// A running peer; it ends when it is dropped.
pub struct Eyes {
    address: SocketAddr,
    desk: Arc<Desk>,
    task: JoinHandle<()>,
}

pub(crate) struct Desk {
    pub ring: Ring,
    pub unit: Unit,
    pub on: AtomicBool,
    faults: Mutex<Faults>,
    asked: Mutex<Vec<String>>,
    clock: Arc<dyn Clock>,
}

/// A long load would fill the memory with its own bookkeeping.
const REMEMBERED: usize = 100_000;

// === impl Settings ===

impl Default for Settings {
    fn default() -> Self {
        Self {
            bind: SocketAddr::from(([127, 0, 0, 1], 0)),
            unit: Unit::Seconds,
            format: Format::Webp,
            interval_ms: 1_000,
            kept: 100,
            head_start: 1,
        }
    }
}

// === impl Eyes ===

impl Eyes {
    pub async fn start(
        settings: Settings,
        screen: Arc<dyn Screen>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, Error> {
        let address = settings.bind;
        let failed = |source| Error { address, source };
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let desk = Arc::new(Desk {
            ring: Ring::new(&settings, screen, clock.now_ms()),
            unit: settings.unit,
            on: AtomicBool::new(true),
            faults: Mutex::default(),
            asked: Mutex::default(),
            clock,
        });
        let task = tokio::spawn(http::serve(listener, desk.clone()));
        Ok(Self {
            address,
            desk,
            task,
        })
    }

    /// `http://host:port`, as a setting has it.
    pub fn address(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Every target that was asked for, in order: `/frames/closest?timestamp=…`.
    pub fn asked(&self) -> Vec<String> {
        locked(&self.desk.asked).clone()
    }

    /// The times that were asked for, as they stood in the requests.
    pub fn targets(&self) -> Vec<i64> {
        let asked = locked(&self.desk.asked);
        let times = asked
            .iter()
            .filter_map(|path| path.split_once("timestamp="));
        times.filter_map(|(_, time)| time.parse().ok()).collect()
    }

    /// What goes wrong from now on.
    pub fn set_faults(&self, faults: Faults) {
        *locked(&self.desk.faults) = faults;
    }

    /// Off: connections are closed without an answer.
    pub fn switch(&self, on: bool) {
        self.desk.on.store(on, Ordering::SeqCst);
    }

    pub fn ring(&self) -> &Ring {
        &self.desk.ring
    }
}

impl Drop for Eyes {
    fn drop(&mut self) {
        self.switch(false);
        self.task.abort();
    }
}

// === impl Desk ===

impl Desk {
    pub fn note(&self, target: &str) {
        let mut asked = locked(&self.asked);
        if asked.len() < REMEMBERED {
            asked.push(target.to_owned());
        }
    }

    pub fn faults(&self) -> Faults {
        locked(&self.faults).clone()
    }

    pub fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    /// How many requests there were, this one included.
    pub fn count(&self) -> u64 {
        locked(&self.asked).len() as u64
    }
}

fn locked<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}
