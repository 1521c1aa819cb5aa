//! Reads a stream as fast as it comes. Nothing in here waits for anything but the peer: a peer
//! ends the stream of a slow reader.

use std::sync::Arc;
use std::time::Duration;

use mneme_wire::control_center::CommandEvent;
use tokio::time::Instant;
use tonic::{Code, Status};
use tracing::error;

use super::fidelity::Fidelity;
use super::queue::{Full, Queue};
use super::watch::Stream;
use super::{Heard, LOG, Refusal, refusal};
use crate::signals;

pub struct Reader {
    pub stream: Stream,
    pub fidelity: Fidelity,
    pub queue: Arc<Queue>,
    pub address: String,
    pub silence: Duration,
    pub idle: Duration,
}

// === impl Reader ===

impl Reader {
    pub async fn run(mut self) {
        let last = self.read().await;
        self.queue.end(last);
    }

    async fn read(&mut self) -> Heard {
        let mut acted = Instant::now();
        loop {
            let now = Instant::now();
            let (until, then) = self.patience(now, acted);
            let message = tokio::time::timeout_at(until, self.stream.message()).await;
            let event = match message {
                Err(_) => return then,
                Ok(Ok(Some(event))) => event,
                Ok(Ok(None)) => return Heard::Ended,
                Ok(Err(status)) => return broken(&self.address, &status),
            };
            if !event.is_heartbeat && event.action_type != "position" {
                acted = Instant::now();
            }
            if let Err(last) = self.take(event) {
                return last;
            }
        }
    }

    /// Until when to wait, and what it means to have waited in vain.
    fn patience(&self, now: Instant, acted: Instant) -> (Instant, Heard) {
        let after = |from: Instant, wait: Duration| match wait.is_zero() {
            true => from + FOR_EVER,
            false => from + wait,
        };
        let (silent, idle) = (after(now, self.silence), after(acted, self.idle));
        match idle < silent {
            true => (idle, Heard::Idle),
            false => (silent, Heard::Silent),
        }
    }

    fn take(&mut self, event: CommandEvent) -> Result<(), Heard> {
        let checked = self.fidelity.check(&event.agent_version);
        checked.map_err(Heard::Refused)?;
        if event.is_heartbeat && !event.agent_alive {
            return Err(Heard::AgentGone);
        }
        // Here, because whoever waits behind the queue hears only the newest.
        signals::HEARTBEATS.add(u64::from(event.is_heartbeat));
        let heard = match event.is_heartbeat {
            true => Heard::Heartbeat {
                agent_id: event.agent_id,
                agent_version: event.agent_version,
                os_type: event.os_type,
            },
            false => Heard::Command(Box::new(event.into())),
        };
        self.queue.push(heard).map_err(|Full| overflowed())
    }
}

const FOR_EVER: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

fn overflowed() -> Heard {
    error!(target: LOG, "commands wait for the recorder beyond the limit; the stream is given up");
    Heard::Broken("more commands wait to be recorded than fit into memory".into())
}

fn broken(address: &str, status: &Status) -> Heard {
    match status.code() {
        Code::Unauthenticated | Code::PermissionDenied => {
            Heard::Refused(Refusal::of_status(address, status))
        }
        _ => Heard::Broken(refusal::told(status)),
    }
}
