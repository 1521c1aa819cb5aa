//! The capture peer, asked: the picture nearest to a moment, and whether the peer is there.

mod fetch;
mod interval;
mod liveness;
mod missed;
mod probe;
mod unit;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use mneme_model::Secret;
use mneme_model::archive::FrameFound;
use reqwest::Client;
use reqwest::redirect::Policy;
use tokio::sync::Semaphore;

use super::kind::ImageKind;
use interval::Interval;
pub use liveness::Health;
use liveness::Polls;
pub use missed::Missed;
pub use unit::{Scale, Unit};

/// Limits of the way to a capture peer.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// For one call, body included.
    pub timeout: Duration,
    /// A larger picture is given up while it is read.
    pub most_bytes: u64,
    /// Calls to one peer at a time.
    pub at_once: usize,
}

/// Which peer, and how it is spoken to.
#[derive(Clone, Debug)]
pub struct Place {
    /// `http://host:port`
    pub base: String,
    pub token: Option<Secret>,
    pub unit: Unit,
}

/// A picture, as the peer gave it.
#[derive(Clone, Debug)]
pub struct Picture {
    pub bytes: Vec<u8>,
    pub kind: ImageKind,
    /// Which picture it is, and how far from the moment it was wanted for.
    pub found: FrameFound,
}

/// Every capture peer a process asks.
pub struct Eyes {
    client: Client,
    settings: Settings,
    servers: Mutex<HashMap<String, Arc<Server>>>,
    polls: Polls,
}

/// What is known of one peer.
struct Server {
    base: String,
    permits: Semaphore,
    scale: Mutex<Option<Scale>>,
    /// Held by the one who finds the scale out.
    probing: tokio::sync::Mutex<()>,
    interval: Mutex<Interval>,
}

/// How long a peer may take to say that it is there, when somebody waits for it.
const SOON: Duration = Duration::from_secs(3);
/// Loud words about pictures are found under this name.
const LOG: &str = "ma_core::capture::frames";

// === impl Settings ===

impl Default for Settings {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(5),
            most_bytes: 50 * 1024 * 1024,
            at_once: 8,
        }
    }
}

// === impl Place ===

impl Place {
    pub fn new(base: impl Into<String>) -> Self {
        Self {
            base: base.into(),
            token: None,
            unit: Unit::Auto,
        }
    }

    /// One spelling for each peer, so that what is known of it is found again.
    fn key(&self) -> String {
        let base = self.base.trim().trim_end_matches('/');
        match base.contains("://") {
            true => base.to_owned(),
            false => format!("http://{base}"),
        }
    }
}

// === impl Eyes ===

impl Eyes {
    pub fn new(settings: Settings) -> Result<Self, Missed> {
        // Chosen once for the process; a second choice changes nothing.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder()
            .timeout(settings.timeout)
            .redirect(Policy::none())
            .no_proxy()
            .build();
        Ok(Self {
            client: client.map_err(|error| Missed::Unreachable(error.to_string()))?,
            settings,
            servers: Mutex::default(),
            polls: Polls::default(),
        })
    }

    /// The picture nearest to a moment. A peer answers with what it has: whoever asks before one
    /// [`interval`](Self::interval) after the moment has passed gets an older picture.
    pub async fn closest(&self, place: &Place, target_ms: i64) -> Result<Picture, Missed> {
        let server = self.server(place);
        let told = place.unit.told();
        match told.or_else(|| *locked(&server.scale)) {
            Some(scale) => self.ask(&server, place, scale, target_ms).await,
            None => self.probe(&server, place, target_ms).await,
        }
    }

    /// How often the peer takes a picture, as far as it is known.
    pub fn interval(&self, place: &Place) -> Duration {
        locked(&self.server(place).interval).value()
    }

    /// The unit that was found out, if it was.
    pub fn scale(&self, place: &Place) -> Option<Scale> {
        *locked(&self.server(place).scale)
    }

    /// Whether the peer is there, asked every so often for all who want to know, by one poller.
    pub fn liveness(&self, place: &Place, every: Duration) -> tokio::sync::watch::Receiver<Health> {
        self.polls
            .follow(self.client.clone(), place.key(), place.token.clone(), every)
    }

    /// Whether the peer is there now.
    pub async fn answers(&self, place: &Place) -> bool {
        let base = place.key();
        let asked = liveness::ask(&self.client, &base, place.token.as_ref());
        matches!(tokio::time::timeout(SOON, asked).await, Ok(Ok(())))
    }

    fn server(&self, place: &Place) -> Arc<Server> {
        let key = place.key();
        let mut servers = locked(&self.servers);
        let made = servers.entry(key.clone()).or_insert_with(|| {
            Arc::new(Server {
                base: key,
                permits: Semaphore::new(self.settings.at_once.max(1)),
                scale: Mutex::default(),
                probing: tokio::sync::Mutex::default(),
                interval: Mutex::default(),
            })
        });
        made.clone()
    }
}

fn locked<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
