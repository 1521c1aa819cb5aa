//! A hang-up: settings are read again, and those that may change while we serve are taken over.

use std::sync::Arc;

use mneme_access::RateLimit;
use mneme_engine::Engine;
use mneme_gateway::Settled;
use mneme_model::{Code, Secret};
use mneme_surfaces::notebook::Held;
use mneme_surfaces::rest::Door;
use mneme_wire::Fault;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::{Notify, watch};

use crate::settings::{Again, Row, Settings};

/// What a running server takes over; everything else holds from its start.
const TAKEN_OVER: [&str; 3] = [
    "limits.rate_limit_per_sec",
    "auth.ip_allowlists",
    "trust.threshold",
];

/// What can be changed, and from where.
pub struct Reload {
    again: Again,
    limit: Arc<RateLimit>,
    /// None where the store did not open.
    engine: Option<Arc<Engine>>,
    /// What the process in front knows by itself.
    settled: Option<Settled>,
    /// As it was at the start.
    shown: Vec<Row>,
    jwt_secret: Option<Secret>,
    notebook: Held,
    /// Told of each hang-up, where another process is to hear it too.
    further: Option<Arc<Notify>>,
}

/// The same, once it hears.
pub struct Listening {
    reload: Reload,
    hangup: Signal,
}

// === impl Reload ===

impl Reload {
    pub fn of(settings: &Settings, door: &Door) -> Self {
        let desk = door.desk.as_ref().ok();
        Self {
            again: settings.again.clone(),
            limit: door.limit.clone(),
            engine: desk.map(|desk| desk.engine.clone()),
            settled: None,
            shown: settings.shown.clone(),
            jwt_secret: settings.engine.access.jwt_secret.clone(),
            notebook: settings.notebook.secret.clone(),
            further: None,
        }
    }

    /// Of the process in front, which tells the one behind.
    pub fn in_front(
        settings: &Settings,
        limit: Arc<RateLimit>,
        settled: Settled,
        further: Arc<Notify>,
    ) -> Self {
        Self {
            again: settings.again.clone(),
            limit,
            engine: None,
            settled: Some(settled),
            shown: settings.shown.clone(),
            jwt_secret: settings.engine.access.jwt_secret.clone(),
            notebook: settings.notebook.secret.clone(),
            further: Some(further),
        }
    }

    pub fn listen(self) -> Result<Listening, Fault> {
        let no_signals = |error| Fault::new(Code::Internal, format!("no signals: {error}"));
        let hangup = signal(SignalKind::hangup()).map_err(no_signals)?;
        Ok(Listening {
            reload: self,
            hangup,
        })
    }

    /// All or nothing: what cannot be read changes nothing.
    fn take_over(&self) {
        if let Some(further) = &self.further {
            further.notify_one();
        }
        match self.again.read() {
            None => tracing::warn!("these settings are read at the start only"),
            Some(Err(fault)) => {
                tracing::error!(
                    code = fault.code,
                    error = fault.error,
                    "the settings are not in order; those from before hold"
                );
            }
            Some(Ok(settings)) => self.use_them(&settings),
        }
    }

    fn use_them(&self, settings: &Settings) {
        self.limit.set(settings.rate_limit_per_sec);
        if let Some(engine) = &self.engine {
            engine.reload(&settings.engine);
        }
        if let Some(settled) = &self.settled {
            settled.set_allowed(settings.engine.access.allowed.clone());
        }
        if self.notebook.change(settings.notebook.secret.now()) {
            tracing::info!("the notebook has another secret now");
        }
        let rate_limit_per_sec = settings.rate_limit_per_sec;
        let trust_threshold = settings.engine.trust_threshold;
        tracing::info!(rate_limit_per_sec, trust_threshold, "settings read again");
        let waiting = self.waiting(settings).join(", ");
        if !waiting.is_empty() {
            tracing::warn!(
                settings = waiting,
                "these settings changed too and hold once the server starts again"
            );
        }
    }

    /// The names of what is different now and not taken over.
    fn waiting(&self, now: &Settings) -> Vec<String> {
        let mut names = changed(&self.shown, &now.shown);
        // Of a secret it is only shown that there is one.
        let (name, secret) = ("auth.jwt_secret", &now.engine.access.jwt_secret);
        if *secret != self.jwt_secret && !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
        names
    }
}

fn changed(before: &[Row], now: &[Row]) -> Vec<String> {
    let same = |row: &Row| {
        let known = before.iter().find(|known| known.key == row.key);
        known.is_some_and(|known| known.value == row.value)
    };
    let gone = |row: &&Row| !now.iter().any(|known| known.key == row.key);
    let rows = now.iter().filter(|row| !same(row));
    let rows = rows.chain(before.iter().filter(gone));
    let names = rows.map(|row| row.key.clone());
    names
        .filter(|name| !TAKEN_OVER.contains(&name.as_str()))
        .collect()
}

// === impl Listening ===

impl Listening {
    pub async fn run(mut self, mut stopping: watch::Receiver<bool>) {
        loop {
            tokio::select! {
                heard = self.hangup.recv() => match heard {
                    Some(()) => self.reload.take_over(),
                    None => return,
                },
                _ = stopping.changed() => return,
            }
        }
    }
}
