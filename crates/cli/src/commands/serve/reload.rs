//! A hang-up: settings are read again, and those that may change while we serve are taken over.

use std::sync::Arc;

use mneme_access::RateLimit;
use mneme_engine::Engine;
use mneme_model::Code;
use mneme_surfaces::rest::Door;
use mneme_wire::Fault;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;

use crate::settings::{Again, Settings};

/// What can be changed, and from where.
pub struct Reload {
    again: Again,
    limit: Arc<RateLimit>,
    /// None where the store did not open.
    engine: Option<Arc<Engine>>,
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
        let rate_limit_per_sec = settings.rate_limit_per_sec;
        let trust_threshold = settings.engine.trust_threshold;
        tracing::info!(rate_limit_per_sec, trust_threshold, "settings read again");
    }
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
