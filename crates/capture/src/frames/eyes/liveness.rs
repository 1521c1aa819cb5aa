//! Whether a capture peer is there: one poller for each, however many recordings want to know.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use mneme_model::Secret;
use reqwest::Client;
use tokio::sync::watch;
use tracing::warn;

use super::fetch::signed;
use super::{LOG, Missed, locked};
use crate::signals;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Health {
    /// Not asked yet.
    Unknown,
    Up,
    /// So many polls failed in a row; one more may tell.
    Shaky(u32),
    /// Gone, with the last failure.
    Down(String),
}

type Sender = watch::Sender<Health>;
type Pollers = Arc<Mutex<HashMap<String, Weak<Sender>>>>;

#[derive(Default)]
pub struct Polls {
    pollers: Pollers,
}

/// A peer that fails once may only have been busy.
const FATAL: u32 = 3;

// === impl Health ===

impl Health {
    pub fn is_down(&self) -> bool {
        matches!(self, Health::Down(_))
    }

    pub(super) fn after(&self, polled: Result<(), Missed>) -> Health {
        let failed = match self {
            Health::Unknown | Health::Up => 0,
            Health::Shaky(times) => *times,
            Health::Down(_) => FATAL,
        };
        match polled {
            Ok(()) => Health::Up,
            Err(missed) if failed + 1 >= FATAL => Health::Down(missed.to_string()),
            Err(_) => Health::Shaky(failed + 1),
        }
    }
}

// === impl Polls ===

impl Polls {
    /// The first to follow a peer sets the pace.
    pub fn follow(
        &self,
        client: Client,
        base: String,
        token: Option<Secret>,
        every: Duration,
    ) -> watch::Receiver<Health> {
        let mut pollers = locked(&self.pollers);
        if let Some(sender) = pollers.get(&base).and_then(Weak::upgrade) {
            return sender.subscribe();
        }
        let (sender, receiver) = watch::channel(Health::Unknown);
        let sender = Arc::new(sender);
        pollers.insert(base.clone(), Arc::downgrade(&sender));
        let poller = Poller {
            client,
            base,
            token,
            every,
            sender,
            pollers: self.pollers.clone(),
        };
        tokio::spawn(poller.run());
        receiver
    }
}

struct Poller {
    client: Client,
    base: String,
    token: Option<Secret>,
    every: Duration,
    sender: Arc<Sender>,
    pollers: Pollers,
}

// === impl Poller ===

impl Poller {
    async fn run(self) {
        loop {
            let polled = self.poll().await;
            let health = self.sender.borrow().after(polled);
            self.tell(health);
            tokio::select! {
                () = tokio::time::sleep(self.every) => {}
                () = self.sender.closed() => {}
            }
            if self.is_unwanted() {
                // Nobody asks any more whether it is there.
                self.tell(Health::Unknown);
                return;
            }
        }
    }

    fn tell(&self, health: Health) {
        let was_down = self.sender.borrow().is_down();
        if was_down && !health.is_down() {
            signals::EYES_DOWN.sub(1);
        }
        if health.is_down() && !was_down {
            signals::EYES_DOWN.add(1);
            warn!(target: LOG, peer = %self.base, ?health, "capture peer does not answer any more");
        }
        self.sender.send_if_modified(|old| {
            let changed = *old != health;
            *old = health;
            changed
        });
    }

    /// Nobody follows any more. Looked at while nobody can begin to.
    fn is_unwanted(&self) -> bool {
        let mut pollers = locked(&self.pollers);
        let unwanted = self.sender.receiver_count() == 0;
        if unwanted {
            pollers.remove(&self.base);
        }
        unwanted
    }

    async fn poll(&self) -> Result<(), Missed> {
        ask(&self.client, &self.base, self.token.as_ref()).await
    }
}

/// Whether a peer says that it is there.
pub async fn ask(client: &Client, base: &str, token: Option<&Secret>) -> Result<(), Missed> {
    let request = client.get(format!("{base}/health"));
    let response = signed(request, token)?.send().await.map_err(Missed::of)?;
    match response.status().is_success() {
        true => Ok(()),
        false => Err(Missed::Status(response.status().as_u16())),
    }
}
