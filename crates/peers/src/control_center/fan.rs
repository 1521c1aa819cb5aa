//! From one desktop to everybody who watches: a ring, and a short queue for each. Who is too
//! slow for both loses the stream; nothing is skipped.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mneme_model::Clock;
use mneme_model::archive::Command;
use mneme_wire::control_center::{CommandEvent, ServerIdentity};
use tokio::sync::{broadcast, mpsc, watch};
use tonic::Status;

use super::calls::Calls;
use super::{Agent, Settings};
use crate::clock::stamp;

/// Events kept for those who are behind.
const RING: usize = 256;
/// Events on their way to one watcher.
const QUEUE: usize = 64;

type Item = Result<CommandEvent, Status>;

pub struct Desk {
    identity: ServerIdentity,
    heartbeat: Duration,
    /// Peers since 1.2 end a stream that has no agent; older ones go on.
    ends_without_agent: bool,
    agent: Mutex<Option<Agent>>,
    silent: AtomicBool,
    ring: broadcast::Sender<CommandEvent>,
    /// Counts up to end every stream there is.
    ending: watch::Sender<u64>,
    clock: Arc<dyn Clock>,
}

// === impl Desk ===

impl Desk {
    pub fn new(settings: &Settings, address: SocketAddr, clock: Arc<dyn Clock>) -> Self {
        let early = ["1.0.", "1.1."]
            .iter()
            .any(|v| settings.version.starts_with(v));
        Self {
            identity: ServerIdentity {
                server_id: "simulated".into(),
                hostname: "localhost".into(),
                listen_address: address.to_string(),
                version: settings.version.clone(),
                started_at: clock.now_ms() / 1_000,
                network: "loopback".into(),
            },
            heartbeat: settings.heartbeat,
            ends_without_agent: !early,
            agent: Mutex::new(settings.agent.clone()),
            silent: AtomicBool::new(false),
            ring: broadcast::channel(RING).0,
            ending: watch::channel(0).0,
            clock,
        }
    }

    pub fn identity(&self) -> ServerIdentity {
        self.identity.clone()
    }

    pub fn clock(&self) -> Arc<dyn Clock> {
        self.clock.clone()
    }

    pub fn say(&self, command: Command) {
        let agent = self.agent().unwrap_or(Agent {
            id: String::new(),
            version: String::new(),
            os: String::new(),
        });
        let or = |said: String, ours: String| if said.is_empty() { ours } else { said };
        let event = Command {
            session_id: or(command.session_id, "conn-1".into()),
            agent_id: or(command.agent_id, agent.id),
            agent_version: or(command.agent_version, agent.version),
            os_type: or(command.os_type, agent.os),
            timestamp: or(command.timestamp, stamp(self.clock.now_ms())),
            agent_alive: true,
            ..command
        };
        // Nobody watching is no fault.
        let _ = self.ring.send(event.into());
    }

    pub fn watchers(&self) -> usize {
        self.ring.receiver_count()
    }

    pub fn set_agent(&self, agent: Option<Agent>) {
        *self.agent.lock().unwrap_or_else(PoisonError::into_inner) = agent;
    }

    fn agent(&self) -> Option<Agent> {
        let agent = self.agent.lock();
        agent.unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn hush(&self, silent: bool) {
        self.silent.store(silent, Ordering::SeqCst);
    }

    pub fn end_streams(&self) {
        self.ending.send_modify(|count| *count += 1);
    }

    /// A stream from this moment on.
    pub fn watch(self: &Arc<Self>, calls: Arc<Calls>) -> mpsc::Receiver<Item> {
        let (sender, receiver) = mpsc::channel(QUEUE);
        let (ring, desk) = (self.ring.subscribe(), self.clone());
        let mut ending = self.ending.subscribe();
        tokio::spawn(async move {
            tokio::select! {
                () = desk.forward(ring, &sender, &calls) => {}
                _ = ending.changed() => {}
                () = sender.closed() => {}
            }
        });
        receiver
    }

    async fn forward(
        &self,
        mut ring: broadcast::Receiver<CommandEvent>,
        queue: &mpsc::Sender<Item>,
        calls: &Calls,
    ) {
        loop {
            let event = match tokio::time::timeout(self.heartbeat, ring.recv()).await {
                Ok(Ok(event)) => event,
                Ok(Err(_)) => return calls.lag(),
                Err(_) if self.silent.load(Ordering::SeqCst) => continue,
                Err(_) => self.beat(),
            };
            let last = event.is_heartbeat && !event.agent_alive;
            if queue.send(Ok(event)).await.is_err() || last {
                return;
            }
        }
    }

    fn beat(&self) -> CommandEvent {
        let agent = self.agent();
        let alive = agent.is_some() || !self.ends_without_agent;
        let (agent_id, agent_version, os_type) = agent
            .map(|agent| (agent.id, agent.version, agent.os))
            .unwrap_or_default();
        CommandEvent {
            session_id: "conn-1".into(),
            agent_id,
            agent_version,
            os_type,
            timestamp: stamp(self.clock.now_ms()),
            is_heartbeat: true,
            agent_alive: alive,
            ..CommandEvent::default()
        }
    }
}
