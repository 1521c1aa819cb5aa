//! Keeping what was said, where somebody wants that: behind the client's back, each turn once, and
//! never at the cost of a call.

mod session;
mod turns;

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use axum::body::Bytes;
use mneme_access::Caller;
use mneme_engine::{Exchange, SaidIn, Told};
use mneme_model::Clock;
use tokio::sync::mpsc::Receiver;

use crate::inlets::Inlet;
use crate::memory::Memory;
use crate::queue::{Offers, Waiting, queue};
use crate::settings::Settings;
use crate::signals;

pub use session::named;

/// A conversation, and the answer to it.
pub struct Talk {
    pub caller: Caller,
    pub inlet: Inlet,
    pub body: Bytes,
    pub answer: String,
    /// As the client calls it.
    pub session: Option<String>,
    /// When the question came, and when all of the answer had.
    pub asked_ms: i64,
    pub answered_ms: i64,
}

/// The queue of what is to be kept.
pub struct Recording {
    talks: Option<Offers<Talk>>,
    clock: Arc<dyn Clock>,
}

/// Whoever writes them down.
struct Clerk {
    memory: Arc<dyn Memory>,
    /// Turns that are kept already; the store knows them too, and is asked less.
    known: HashSet<u64>,
}

/// Turns that are remembered as kept.
const MOST_KNOWN: usize = 100_000;

// === impl Recording ===

impl Recording {
    pub fn open(settings: &Settings, memory: Arc<dyn Memory>, clock: Arc<dyn Clock>) -> Self {
        if !settings.record_turns {
            return Self { talks: None, clock };
        }
        let (talks, waiting) = queue();
        let clerk = Clerk {
            memory,
            known: HashSet::new(),
        };
        tokio::spawn(clerk.write_all(waiting));
        let talks = Some(talks);
        Self { talks, clock }
    }

    pub fn wanted(&self) -> bool {
        self.talks.is_some()
    }

    pub fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    /// At once. What is dropped comes again with the next call of its conversation.
    pub fn offer(&self, talk: Talk) {
        let bytes = talk.body.len() + talk.answer.len();
        let offers = self.talks.as_ref();
        if offers.is_some_and(|offers| !offers.offer(talk, bytes)) {
            signals::UNKEPT.add(1);
        }
    }
}

/// How a conversation is known where its turns are kept.
pub fn said_in(talk: &Talk) -> SaidIn {
    SaidIn {
        session: talk.session.clone(),
        began: turns::began(&turns::of(talk)),
    }
}

// === impl Clerk ===

impl Clerk {
    async fn write_all(mut self, mut waiting: Receiver<Waiting<Talk>>) {
        while let Some(waited) = waiting.recv().await {
            self.write(waited.what).await;
        }
    }

    async fn write(&mut self, talk: Talk) {
        let said = turns::of(&talk);
        let began = turns::began(&said);
        let marks: Vec<u64> = said.iter().map(|told| mark(&talk, &began, told)).collect();
        let new = said.into_iter().zip(&marks);
        let new = new.filter(|(_, mark)| !self.known.contains(*mark));
        let turns: Vec<Told> = new.map(|(told, _)| told).collect();
        if turns.is_empty() {
            return;
        }
        let exchange = Exchange {
            of: SaidIn {
                session: talk.session,
                began,
            },
            turns,
        };
        match self.memory.exchanged(&talk.caller, exchange).await {
            Ok(kept) => {
                signals::TURNS.add(kept as u64);
                self.know(marks);
            }
            Err(lost) => tracing::warn!(?lost, "what was said in a call is not kept"),
        }
    }

    fn know(&mut self, marks: Vec<u64>) {
        if self.known.len() + marks.len() > MOST_KNOWN {
            self.known.clear();
        }
        self.known.extend(marks);
    }
}

fn mark(talk: &Talk, began: &str, told: &Told) -> u64 {
    let mut hasher = DefaultHasher::new();
    let of = (&talk.caller.namespace, &talk.session, began);
    (of, &told.role, &told.text, told.nth).hash(&mut hasher);
    hasher.finish()
}
