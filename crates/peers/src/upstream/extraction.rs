//! Calls that ask for the facts in a conversation.

use serde_json::{Value, json};

use super::desk::Desk;
use super::{Reply, Request, Turn};

/// How the prompt of such a call begins.
pub const OPENING: &str = "Extract ONLY project-specific information from this conversation.";

/// Something worth keeping, as a model would put it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    pub content: String,
    pub tags: Vec<String>,
}

// === impl Fact ===

impl Fact {
    pub fn new(content: &str, tags: &[&str]) -> Self {
        Self {
            content: content.to_owned(),
            tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        }
    }

    fn json(&self) -> Value {
        json!({ "content": self.content, "tags": self.tags })
    }
}

/// What is scripted, else the facts a user asked to be remembered, if anybody listens.
pub fn answer(request: &Request, desk: &Desk) -> Reply {
    if let Some(scripted) = desk.scripted_extraction() {
        return scripted;
    }
    let prompt = request.prompt();
    // What stands before it was read already.
    let talk = prompt.split_once("<conversation>");
    let talk = talk.map_or(prompt.as_str(), |(_, talk)| talk);
    let told = talk.lines().filter_map(told);
    let facts: Vec<Fact> = told.filter(|_| desk.settings.listens).collect();
    Reply::turn(found(&facts))
}

/// Facts as a model is asked to list them.
pub fn found(facts: &[Fact]) -> Turn {
    let facts = facts.iter().map(Fact::json);
    Turn::says(Value::from_iter(facts).to_string())
}

/// `user: Remember that …` is a fact.
fn told(line: &str) -> Option<Fact> {
    let said = line.trim().strip_prefix("user: ")?;
    let asked = ["Remember that ", "Please remember that ", "Remember: "];
    let rest = asked.iter().find_map(|start| said.strip_prefix(start))?;
    let mut letters = rest.trim().chars();
    let first = letters.next()?.to_uppercase();
    let content: String = first.chain(letters).collect();
    Some(Fact::new(&content, &["told"]))
}
