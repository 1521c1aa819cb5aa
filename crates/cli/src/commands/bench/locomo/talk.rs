//! A conversation in a store: one namespace each, or all pooled in one, told apart by agent.

use std::collections::HashMap;

use mneme_access::Caller;
use mneme_engine::Recall;
use mneme_engine::events::NewEvent;
use mneme_model::Door;
use mneme_recall::Ranking;
use mneme_surfaces::desk::local_caller;
use mneme_wire::Fault;

use super::data::{Conversation, Question, Turn};
use crate::commands::bench::load::trouble;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// A namespace for every conversation.
    Each,
    /// One namespace for all, asked with the `agent` filter.
    Pooled,
}

pub struct Talk<'d> {
    pub conversation: &'d Conversation,
    pub layout: Layout,
    pub caller: Caller,
    /// From ids in the store to turns.
    turns: HashMap<String, usize>,
}

// === impl Layout ===

impl Layout {
    pub fn name(self) -> &'static str {
        match self {
            Layout::Each => "each",
            Layout::Pooled => "pooled",
        }
    }

    /// The store's names for what the file calls `name`.
    fn named(self, conversation: &Conversation, join: char, name: &str) -> String {
        match self {
            Layout::Each => name.to_owned(),
            Layout::Pooled => format!("{}{join}{name}", conversation.name),
        }
    }

    fn id(self, conversation: &Conversation, turn: &Turn) -> String {
        self.named(conversation, ':', &turn.id)
    }

    fn caller(self, number: usize) -> Caller {
        let namespace = match self {
            Layout::Each => format!("conversation-{number}"),
            Layout::Pooled => String::from("pooled"),
        };
        Caller {
            namespace,
            ..local_caller(Door::Control)
        }
    }
}

// === impl Talk ===

impl<'d> Talk<'d> {
    pub fn new(layout: Layout, number: usize, conversation: &'d Conversation) -> Self {
        let turns = conversation.turns.iter().enumerate();
        Self {
            conversation,
            layout,
            caller: layout.caller(number),
            turns: turns
                .map(|(n, turn)| (layout.id(conversation, turn), n))
                .collect(),
        }
    }

    pub fn events(&self) -> Vec<NewEvent> {
        let turns = self.conversation.turns.iter();
        turns.map(|turn| self.event(turn)).collect()
    }

    fn event(&self, turn: &Turn) -> NewEvent {
        let session = format!("session_{}", turn.session);
        NewEvent {
            id: Some(self.layout.id(self.conversation, turn)),
            session: self.layout.named(self.conversation, '/', &session),
            speaker: Some(turn.speaker.clone()),
            agent: Some(self.conversation.name.clone()),
            occurred_at: Some(turn.at.rfc3339()),
            text: turn.text.clone(),
            ..NewEvent::default()
        }
    }

    /// The question as its asker would put it, on the day of the last session.
    pub fn ask(&self, question: &Question, ranking: Ranking, limit: usize) -> Recall {
        let pooled = self.layout == Layout::Pooled;
        Recall {
            query: question.text.clone(),
            limit: Some(limit),
            agent: pooled.then(|| self.conversation.name.clone()),
            ranking: Some(ranking),
            now: Some(self.conversation.now.rfc3339()),
            ..Recall::default()
        }
    }

    /// The turn an answer is. An answer of another conversation is a fault of the engine.
    pub fn turn(&self, id: &str) -> Result<usize, Fault> {
        let turn = self.turns.get(id).copied();
        turn.ok_or_else(|| trouble(format!("`{id}` is of another conversation")))
    }

    /// An id of the store by the place of its turn.
    pub fn id(&self, turn: usize) -> String {
        self.layout
            .id(self.conversation, &self.conversation.turns[turn])
    }

    /// The session a turn belongs to.
    pub fn session(&self, turn: usize) -> u32 {
        self.conversation.turns[turn].session
    }
}
