//! What was heard and not yet taken. It is bounded by bytes: a recorder that is behind by so much
//! has other troubles, and is told.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use mneme_model::archive::Command;
use tokio::sync::Notify;

use super::Heard;

pub struct Queue {
    waiting: Mutex<Waiting>,
    news: Notify,
    limit: usize,
}

#[derive(Default)]
struct Waiting {
    heard: VecDeque<Heard>,
    bytes: usize,
    /// What ended the stream; it is said again to whoever asks again.
    last: Option<Heard>,
}

/// There is no room.
pub struct Full;

// === impl Queue ===

impl Queue {
    pub fn new(limit: usize) -> Self {
        Self {
            waiting: Mutex::default(),
            news: Notify::new(),
            limit,
        }
    }

    pub fn push(&self, heard: Heard) -> Result<(), Full> {
        let size = size(&heard);
        let mut waiting = self.lock();
        if waiting.bytes.saturating_add(size) > self.limit {
            return Err(Full);
        }
        // A heartbeat says what is so now: the newest is enough.
        let beats = |heard: &Heard| matches!(heard, Heard::Heartbeat { .. });
        if beats(&heard) && waiting.heard.back().is_some_and(beats) {
            waiting.heard.pop_back();
        } else {
            waiting.bytes += size;
        }
        waiting.heard.push_back(heard);
        drop(waiting);
        self.news.notify_one();
        Ok(())
    }

    pub fn end(&self, last: Heard) {
        self.lock().last = Some(last);
        self.news.notify_one();
    }

    pub async fn next(&self) -> Heard {
        loop {
            if let Some(heard) = self.take() {
                return heard;
            }
            self.news.notified().await;
        }
    }

    /// A command that is next and here; anything else stays.
    pub fn waiting(&self) -> Option<Command> {
        let mut waiting = self.lock();
        let next = waiting.heard.pop_front()?;
        let bytes = size(&next);
        match next {
            Heard::Command(command) => {
                waiting.bytes = waiting.bytes.saturating_sub(bytes);
                Some(*command)
            }
            other => {
                waiting.heard.push_front(other);
                None
            }
        }
    }

    fn take(&self) -> Option<Heard> {
        let mut waiting = self.lock();
        match waiting.heard.pop_front() {
            Some(heard) => {
                waiting.bytes = waiting.bytes.saturating_sub(size(&heard));
                Some(heard)
            }
            None => waiting.last.clone(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Heartbeats replace each other and count for nothing.
fn size(heard: &Heard) -> usize {
    let Heard::Command(command) = heard else {
        return 0;
    };
    let Command {
        session_id,
        agent_id,
        raw_command,
        action_subtype,
        error_message,
        ..
    } = &**command;
    let texts = [
        session_id,
        agent_id,
        raw_command,
        action_subtype,
        error_message,
    ];
    let texts: usize = texts.iter().map(|text| text.len()).sum();
    size_of::<Heard>() + texts
}
