//! Learning from conversations that went by: behind the client's back, one after the other, and
//! never at the cost of a call.

mod reads;

use std::collections::HashSet;
use std::sync::Arc;

use axum::body::Bytes;
use mneme_access::Caller;
use mneme_engine::{Fact, SaidIn};
use mneme_model::{Clock, Secret};
use tokio::sync::mpsc::Receiver;

use crate::answer;
use crate::extract::{self, Line, Seen};
use crate::inlets::{Inlet, Turn};
use crate::memory::Memory;
use crate::queue::{Offers, Waiting, queue};
use crate::settings::Settings;
use crate::signals;

pub use reads::asks_a_model;
use reads::{Reads, known_keys};

/// A conversation, and the answer to it.
pub struct Lesson {
    pub caller: Caller,
    pub inlet: Inlet,
    pub body: Bytes,
    pub answer: String,
    /// Where its turns are kept, if they are.
    pub said_in: Option<SaidIn>,
}

/// The queue of what is to be learned from.
pub struct Learning {
    lessons: Option<Offers<Lesson>>,
    /// Whom it is learned from, where that is not everybody.
    only: Option<HashSet<String>>,
}

/// Whoever reads lessons.
struct Pupil {
    memory: Arc<dyn Memory>,
    clock: Arc<dyn Clock>,
    reads: Reads,
    seen: Seen,
    /// Keys of the settings: no provider reads them in what somebody said.
    known: Vec<Secret>,
}

// === impl Learning ===

impl Learning {
    pub fn open(
        settings: &Settings,
        memory: Arc<dyn Memory>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, String> {
        let Some(reads) = Reads::of(settings)? else {
            return Ok(Self {
                lessons: None,
                only: None,
            });
        };
        let only = match &reads {
            Reads::Each(chats) => Some(chats.keys().cloned().collect()),
            Reads::Alone | Reads::With(_) => None,
        };
        let (lessons, waiting) = queue();
        let pupil = Pupil {
            memory,
            clock,
            reads,
            seen: Seen::default(),
            known: known_keys(settings),
        };
        tokio::spawn(pupil.read_all(waiting));
        let lessons = Some(lessons);
        Ok(Self { lessons, only })
    }

    /// Whether anybody could learn something from what a caller says.
    pub fn wanted(&self, caller: &Caller) -> bool {
        let only = self.only.as_ref();
        self.lessons.is_some() && only.is_none_or(|only| only.contains(&caller.subject))
    }

    /// At once: whoever has no time for it drops it.
    pub fn offer(&self, lesson: Lesson) {
        if !self.wanted(&lesson.caller) {
            return;
        }
        let bytes = lesson.body.len() + lesson.answer.len();
        let offers = self.lessons.as_ref();
        if offers.is_some_and(|offers| !offers.offer(lesson, bytes)) {
            signals::UNLEARNED.add(1);
        }
    }
}

// === impl Pupil ===

impl Pupil {
    async fn read_all(mut self, mut waiting: Receiver<Waiting<Lesson>>) {
        while let Some(waited) = waiting.recv().await {
            self.read(waited.what).await;
        }
    }

    async fn read(&mut self, lesson: Lesson) {
        let turns = lesson.inlet.said(&lesson.body);
        let said: Vec<Line<'_>> = turns.iter().map(line).collect();
        let Some(fresh) = self.seen.fresh(&lesson.caller.namespace, &said) else {
            return;
        };
        let known = &said[..said.len() - fresh.len()];
        let mut facts = self.facts(&lesson, known, fresh).await;
        // Whoever read for us may have put a secret in words of its own.
        facts.retain(|fact| !extract::tells_secret(&fact.content));
        for fact in &mut facts {
            fact.said_in.clone_from(&lesson.said_in);
            fact.overheard = !extract::is_of_user(&fact.content, known, fresh);
        }
        if facts.is_empty() {
            return;
        }
        match self.memory.learn(&lesson.caller, facts).await {
            Ok(learned) => {
                let known = learned.stored.len() + learned.reused.len();
                signals::FACTS.add(known as u64);
                tracing::debug!(stored = learned.stored.len(), known, "learned from a call");
            }
            Err(lost) => {
                signals::LOST.add(1);
                tracing::warn!(?lost, "what was learned from a call is lost");
            }
        }
    }

    /// By rules of our own.
    fn alone(lesson: &Lesson, known: &[Line<'_>], said: &[Line<'_>]) -> Vec<Fact> {
        let before = known.iter().rev().find(|(role, _)| *role == "assistant");
        let before = before.map_or("", |(_, text)| *text);
        let mut facts = extract::coprocess(said, &lesson.answer);
        facts.extend(extract::statements(before, said));
        facts
    }

    async fn facts(&self, lesson: &Lesson, known: &[Line<'_>], said: &[Line<'_>]) -> Vec<Fact> {
        let chat = match &self.reads {
            Reads::Alone => return Self::alone(lesson, known, said),
            Reads::With(chat) => Some(&**chat),
            // A client's own key is shown to nobody but the provider it was used with: it may be
            // another's. Then our own rules read.
            Reads::Each(_) if lesson.inlet.form() != answer::Form::OpenAi => {
                return Self::alone(lesson, known, said);
            }
            Reads::Each(chats) => chats.get(&lesson.caller.subject),
        };
        let prompt = extract::prompt(known, said, &lesson.answer, &self.known);
        let (Some(chat), Some(prompt)) = (chat, prompt) else {
            return Vec::new();
        };
        match chat.ask(&prompt, self.clock.as_ref()).await {
            Ok(told) => {
                let facts = extract::facts(&told).into_iter();
                let new = |fact: &Fact| extract::is_new(&fact.content, known, said, &lesson.answer);
                facts.filter(new).collect()
            }
            Err(error) => {
                signals::LOST.add(1);
                tracing::warn!(%error, "nothing was learned from a call");
                Vec::new()
            }
        }
    }
}

fn line(turn: &Turn) -> Line<'_> {
    (&turn.role, &turn.text)
}

#[cfg(test)]
mod tests;
