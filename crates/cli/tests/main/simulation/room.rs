//! One namespace, as simple as it can be: a list of facts.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::act::Pick;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    Active,
    Rejected,
    Superseded,
}

#[derive(Clone, Debug)]
pub struct Fact {
    pub id: String,
    /// What it said, and says last.
    pub said: Vec<String>,
    pub tags: Vec<String>,
    pub standing: Standing,
    pub version: u64,
    pub evidence: u64,
    pub confirms: u64,
    pub rejects: u64,
    pub supersedes: u64,
    /// In thousandths; none where nobody ever doubted it.
    pub sure: Option<u64>,
    pub by: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub struct Room {
    pub facts: Vec<Fact>,
    /// Ids of what was forgotten, and what it said.
    pub gone: Vec<String>,
    pub forgotten: BTreeSet<String>,
}

// === impl Fact ===

impl Fact {
    pub fn words(&self) -> &str {
        self.said.last().unwrap()
    }

    pub fn is_found(&self) -> bool {
        self.standing != Standing::Superseded
    }

    pub fn status(&self) -> &'static str {
        match self.standing {
            Standing::Active => "active",
            Standing::Rejected => "contested",
            Standing::Superseded => "stale",
        }
    }

    /// Whether a change would say anything new.
    pub fn is_changed_by(&self, words: Option<&str>, tags: Option<&[&str]>) -> bool {
        let other = |tags: &[&str]| !self.tags.iter().eq(tags.iter());
        words.is_some_and(|words| words != self.words()) || tags.is_some_and(other)
    }

    /// A new version: other words are believed anew, and so is whatever had given way.
    pub fn change(&mut self, words: Option<&str>, tags: Option<&[&str]>) {
        if self.is_found() && !self.is_changed_by(words, tags) {
            return;
        }
        let reworded = words.is_some_and(|words| words != self.words());
        if reworded || self.standing == Standing::Superseded {
            self.standing = Standing::Active;
            self.by = None;
        }
        if let Some(words) = words {
            self.said.push(words.to_owned());
        }
        if let Some(tags) = tags {
            self.tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
        }
        self.version += 1;
    }

    pub fn confirm(&mut self) {
        self.confirms += 1;
        self.evidence += 1;
        self.sure = self.sure.map(|sure| (sure + 250).min(1_000));
        match self.standing {
            // What nobody finds any more gets a version that says the same.
            Standing::Superseded => self.change(None, None),
            _ => self.standing = Standing::Active,
        }
    }

    pub fn reject(&mut self) {
        self.rejects += 1;
        self.sure = Some(self.sure.unwrap_or(600) / 2);
        if self.is_found() {
            self.standing = Standing::Rejected;
        }
    }

    pub fn give_way(&mut self, by: &str) {
        self.standing = Standing::Superseded;
        self.by = Some(by.to_owned());
    }
}

// === impl Room ===

impl Room {
    /// The id a number means: of something that is there, that was, or of nothing.
    pub fn id(&self, pick: Pick) -> String {
        let ids: Vec<&String> = self
            .facts
            .iter()
            .map(|fact| &fact.id)
            .chain(&self.gone)
            .collect();
        match ids.len() {
            0 => String::from("nobody"),
            len => ids[pick as usize % len].clone(),
        }
    }

    pub fn fact(&mut self, id: &str) -> Option<&mut Fact> {
        self.facts.iter_mut().find(|fact| fact.id == id)
    }

    /// The same words as something that is found are evidence; else they are a new fact, which
    /// has the id the store gave it.
    pub fn store(&mut self, words: &str, tags: &[&str], id: &str) -> Value {
        let known = self
            .facts
            .iter_mut()
            .find(|fact| fact.is_found() && fact.words() == words);
        if let Some(fact) = known {
            fact.evidence += 1;
            return json!({ "id": fact.id, "version": fact.version, "duplicate": true });
        }
        let mut told = json!({ "id": id, "version": 1 });
        if self.forgotten.remove(words) {
            told["forgotten"] = json!(true);
        }
        self.facts.push(Fact {
            id: id.to_owned(),
            said: vec![words.to_owned()],
            tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
            standing: Standing::Active,
            version: 1,
            evidence: 1,
            confirms: 0,
            rejects: 0,
            supersedes: 0,
            sure: None,
            by: None,
        });
        told
    }

    /// How many went.
    pub fn forget(&mut self, goes: impl Fn(&Fact) -> bool) -> usize {
        let (gone, kept) = self
            .facts
            .drain(..)
            .partition::<Vec<_>, _>(|fact| goes(fact));
        self.facts = kept;
        for fact in &gone {
            self.forgotten.extend(fact.said.iter().cloned());
            self.gone.push(fact.id.clone());
            // Nobody can be told who took a place once that one is forgotten.
            let followers = self
                .facts
                .iter_mut()
                .filter(|other| other.by.as_ref() == Some(&fact.id));
            followers.for_each(|other| other.by = None);
        }
        gone.len()
    }
}
