//! What is scripted, and what was asked.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use super::route::Route;
use super::{Reply, Request, Settings};

pub struct Desk {
    pub settings: Settings,
    on: AtomicBool,
    hang_ups: AtomicU64,
    count: watch::Sender<u64>,
    asked: Mutex<Vec<Request>>,
    script: Mutex<Script>,
}

#[derive(Default)]
struct Script {
    replies: VecDeque<(Option<String>, Reply)>,
    extractions: VecDeque<Reply>,
}

// === impl Desk ===

impl Desk {
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            on: AtomicBool::new(true),
            hang_ups: AtomicU64::new(0),
            count: watch::Sender::new(0),
            asked: Mutex::default(),
            script: Mutex::default(),
        }
    }

    pub fn is_on(&self) -> bool {
        self.on.load(Ordering::SeqCst)
    }

    pub fn switch(&self, on: bool) {
        self.on.store(on, Ordering::SeqCst);
    }

    pub fn push(&self, path: Option<String>, reply: Reply) {
        locked(&self.script).replies.push_back((path, reply));
    }

    pub fn push_extraction(&self, reply: Reply) {
        locked(&self.script).extractions.push_back(reply);
    }

    /// The first scripted answer that is meant for this request.
    pub fn scripted(&self, request: &Request, route: Route) -> Option<Reply> {
        let replies = &mut locked(&self.script).replies;
        let meant = |(path, _): &(Option<String>, Reply)| match path {
            Some(path) => request.path().ends_with(path.as_str()),
            None => route.asks_a_model(),
        };
        let place = replies.iter().position(meant)?;
        replies.remove(place).map(|(_, reply)| reply)
    }

    pub fn scripted_extraction(&self) -> Option<Reply> {
        locked(&self.script).extractions.pop_front()
    }

    /// Keeps a request, and gives its number.
    pub fn note(&self, request: &Request) -> u64 {
        let mut asked = locked(&self.asked);
        if asked.len() < self.settings.remembered {
            asked.push(request.clone());
        }
        self.count.send_modify(|count| *count += 1);
        self.count()
    }

    pub fn requests(&self) -> Vec<Request> {
        locked(&self.asked).clone()
    }

    pub fn take_requests(&self) -> Vec<Request> {
        std::mem::take(&mut *locked(&self.asked))
    }

    pub fn count(&self) -> u64 {
        *self.count.borrow()
    }

    pub async fn arrived(&self, count: u64) {
        let mut seen = self.count.subscribe();
        // The sender is ours and lives as long as we do.
        let _ = seen.wait_for(|seen| *seen >= count).await;
    }

    pub fn hang_ups(&self) -> u64 {
        self.hang_ups.load(Ordering::SeqCst)
    }

    pub fn note_hang_up(&self) {
        self.hang_ups.fetch_add(1, Ordering::SeqCst);
    }
}

fn locked<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}
