//! The tools agents are offered: one table, from which lists, schemas and calls are made.
//!
//! A tool is a call of the notebook or an operation of the catalogue under a name an agent
//! understands. It can do nothing that the other doors cannot.

mod arguments;
mod core;
mod memoryoss;
mod notebook;
mod schema;

use serde_json::{Map, Value};

pub use arguments::Wrong;

/// A row of the table.
#[derive(Debug)]
pub struct Tool {
    pub name: &'static str,
    pub title: &'static str,
    pub about: &'static str,
    pub arguments: &'static [Argument],
    pub effect: Effect,
    pub call: Call,
    /// What is sent where nobody says otherwise.
    pub usual: &'static [(&'static str, Usual)],
}

#[derive(Debug)]
pub struct Argument {
    pub name: &'static str,
    pub sort: Sort,
    pub about: &'static str,
    pub needed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Text,
    /// Also as text, and with a fraction.
    Number,
    Flag,
    /// Also as text with commas.
    List,
    Choice(&'static [&'static str]),
}

#[derive(Clone, Copy, Debug)]
pub enum Usual {
    Number(u64),
    Text(&'static str),
}

/// What a call does to what is kept; clients ask their user by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    Reads,
    /// Each call adds something.
    Adds,
    /// A second call of the same changes nothing more.
    Settles,
    /// What was there before may be gone.
    Replaces,
    /// As `Replaces`, and a second call may do more.
    Changes,
}

/// What a tool becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// A call of the notebook: method and path below its root. What stands in braces is an
    /// argument.
    Rest(&'static str, &'static str),
    /// A memory, and an observation that ties it to a session where one is named.
    Save,
    /// The notebook's slot; one that is not there is an answer, not an error.
    SlotGet,
    /// Transcripts, then a summary and a reflection of each session.
    SyncAll,
    /// A session, by what is to be done with it.
    Session,
    /// An operation of the catalogue.
    Operation(&'static str),
}

/// Which tools somebody wants to be offered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Set {
    /// Few, and small: every tool costs an agent tokens on every turn.
    #[default]
    Core,
    Notebook,
    Memoryoss,
    All,
}

// === impl Set ===

impl Set {
    pub const NAMES: [&'static str; 4] = ["core", "notebook", "memoryoss", "all"];

    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "core" => Self::Core,
            "notebook" => Self::Notebook,
            "memoryoss" => Self::Memoryoss,
            "all" => Self::All,
            _ => return None,
        })
    }

    pub fn tools(self) -> impl Iterator<Item = &'static Tool> {
        let of = |own: Self| self == own || self == Self::All;
        let core = of(Self::Core).then_some(core::TOOLS);
        let notebook = of(Self::Notebook).then_some(notebook::TOOLS);
        let memoryoss = of(Self::Memoryoss).then_some(memoryoss::TOOLS);
        let sets = [core, notebook, memoryoss].into_iter().flatten();
        sets.flat_map(|tools| tools.iter())
    }

    pub fn find(self, name: &str) -> Option<&'static Tool> {
        self.tools().find(|tool| tool.name == name)
    }
}

// === impl Tool ===

impl Tool {
    /// The JSON Schema of its arguments.
    pub fn schema(&self) -> Map<String, Value> {
        schema::of(self.arguments)
    }

    /// The arguments as they are sent on, each in its own sort. An unknown one is refused.
    pub fn read(&self, given: Map<String, Value>) -> Result<Map<String, Value>, Wrong> {
        let mut read = arguments::read(self.arguments, given)?;
        for (name, usual) in self.usual {
            read.entry(*name).or_insert_with(|| usual.value());
        }
        Ok(read)
    }
}

// === impl Effect ===

impl Effect {
    pub fn reads_only(self) -> bool {
        self == Self::Reads
    }

    pub fn is_destructive(self) -> bool {
        matches!(self, Self::Replaces | Self::Changes)
    }

    pub fn is_idempotent(self) -> bool {
        matches!(self, Self::Reads | Self::Settles | Self::Replaces)
    }
}

// === impl Usual ===

impl Usual {
    fn value(self) -> Value {
        match self {
            Self::Number(number) => Value::from(number),
            Self::Text(text) => Value::from(text),
        }
    }
}

// === impl Argument ===

impl Argument {
    const fn new(name: &'static str, sort: Sort, about: &'static str) -> Self {
        Self {
            name,
            sort,
            about,
            needed: false,
        }
    }

    const fn needed(self) -> Self {
        Self {
            needed: true,
            ..self
        }
    }
}

const fn text(name: &'static str, about: &'static str) -> Argument {
    Argument::new(name, Sort::Text, about)
}

const fn number(name: &'static str, about: &'static str) -> Argument {
    Argument::new(name, Sort::Number, about)
}

const fn flag(name: &'static str, about: &'static str) -> Argument {
    Argument::new(name, Sort::Flag, about)
}

const fn list(name: &'static str, about: &'static str) -> Argument {
    Argument::new(name, Sort::List, about)
}

const fn choice(name: &'static str, of: &'static [&'static str], about: &'static str) -> Argument {
    Argument::new(name, Sort::Choice(of), about)
}

#[cfg(test)]
mod tests;
