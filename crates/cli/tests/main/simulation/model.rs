//! What must come of each act, and what must be there afterwards.

use serde_json::{Value, json};

use super::room::{Fact, Room, Standing};

#[derive(Clone, Debug)]
pub struct Grant {
    pub id: String,
    pub tag: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub struct Model {
    pub rooms: [Room; 2],
    /// What the first room opens to the second.
    pub grants: Vec<Grant>,
}

pub fn refused(status: u16, code: &str) -> Value {
    json!({ "refused": status, "code": code })
}

fn no_memory() -> Value {
    refused(404, "no_such_memory")
}

fn put(told: &mut Value, name: &str, value: Option<Value>) {
    if let Some(value) = value {
        told[name] = value;
    }
}

fn sure(fact: &Fact) -> Option<Value> {
    fact.sure.map(|sure| json!(sure as f64 / 1_000.0))
}

/// As a list shows it, without times and without what is the same for all.
pub fn shown(fact: &Fact) -> Value {
    let mut told = json!({
        "id": fact.id, "content": fact.words(), "tags": fact.tags, "status": fact.status(),
        "version": fact.version, "evidence_count": fact.evidence,
        "confirm_count": fact.confirms, "reject_count": fact.rejects,
        "supersede_count": fact.supersedes,
    });
    let state = match fact.standing {
        Standing::Active => None,
        Standing::Rejected => Some(json!("rejected")),
        Standing::Superseded => Some(json!("superseded")),
    };
    put(&mut told, "state", state);
    put(&mut told, "confidence", sure(fact));
    put(
        &mut told,
        "superseded_by",
        fact.by.as_ref().map(|by| json!(by)),
    );
    told
}

/// A guest is not told of memories it may not see, so of no other at all.
pub fn shown_to_guest(fact: &Fact) -> Value {
    let alone = Fact {
        by: None,
        ..fact.clone()
    };
    shown(&alone)
}

fn judged(fact: &Fact) -> Value {
    let mut told = json!({
        "id": fact.id, "status": fact.status(), "evidence_count": fact.evidence,
        "confirm_count": fact.confirms, "reject_count": fact.rejects,
        "supersede_count": fact.supersedes,
    });
    put(&mut told, "confidence", sure(fact));
    put(
        &mut told,
        "superseded_by",
        fact.by.as_ref().map(|by| json!(by)),
    );
    told
}

// === impl Model ===

impl Model {
    pub fn change(
        &mut self,
        place: usize,
        id: &str,
        words: Option<&str>,
        tags: Option<&[&str]>,
    ) -> Value {
        let room = &mut self.rooms[place];
        let Some(fact) = room.fact(id) else {
            return no_memory();
        };
        let anew = !fact.is_found() || fact.is_changed_by(words, tags);
        if let Some(words) = words.filter(|_| anew) {
            // Told on purpose, it may come again.
            room.forgotten.remove(words);
        }
        let Some(fact) = room.fact(id) else {
            return no_memory();
        };
        fact.change(words, tags);
        let active = fact.standing == Standing::Active;
        // What was rejected more than once stays doubtful, whatever it says now.
        let eligible = active && fact.sure.is_none_or(|sure| sure >= 300);
        json!({
            "id": id, "version": fact.version, "status": fact.status(),
            "eligible_for_injection": eligible, "contradicts_with": [],
        })
    }

    pub fn judge(&mut self, place: usize, id: &str, confirm: bool) -> Value {
        let Some(fact) = self.rooms[place].fact(id) else {
            return no_memory();
        };
        match confirm {
            true => fact.confirm(),
            false => fact.reject(),
        }
        judged(fact)
    }

    /// One gives way to another by somebody's verdict, which confirms the other.
    pub fn follow(&mut self, place: usize, old: &str, new: &str) -> Value {
        let room = &mut self.rooms[place];
        if old == new {
            return refused(400, "bad_feedback");
        }
        if room.fact(new).is_none() || room.fact(old).is_none() {
            return no_memory();
        }
        if room.fact(old).is_some_and(|fact| !fact.is_found()) {
            return refused(409, "already_superseded");
        }
        if let Some(fact) = room.fact(new) {
            fact.confirm();
        }
        let Some(fact) = room.fact(old) else {
            return no_memory();
        };
        fact.supersedes += 1;
        fact.give_way(new);
        judged(fact)
    }

    /// The same by command, which asks that both are believed and confirms neither.
    pub fn replace(&mut self, place: usize, old: &str, new: &str) -> Value {
        let room = &mut self.rooms[place];
        if old == new {
            return json!({ "exit": 2, "code": "bad_request" });
        }
        if room.fact(old).is_none() || room.fact(new).is_none() {
            return json!({ "exit": 3, "code": "no_such_memory" });
        }
        let found = |room: &mut Room, id: &str| room.fact(id).is_some_and(|fact| fact.is_found());
        if !found(room, old) || !found(room, new) {
            return json!({ "exit": 1, "code": "already_superseded" });
        }
        if let Some(fact) = room.fact(old) {
            fact.give_way(new);
        }
        json!({ "id": old, "status": "stale", "superseded_by": new })
    }

    pub fn listed(&self, place: usize) -> Vec<Value> {
        self.rooms[place].facts.iter().map(shown).collect()
    }

    /// The ids a word finds, in order.
    pub fn found(&self, place: usize, word: &str) -> Vec<String> {
        ids(self.rooms[place]
            .facts
            .iter()
            .filter(|fact| says(fact, word)))
    }

    /// The ids a word finds for the guest; none where nothing is open at all.
    pub fn visited(&self, word: &str) -> Option<Vec<String>> {
        let open = self.visible()?;
        Some(ids(open.into_iter().filter(|fact| says(fact, word))))
    }

    /// What the guest may see.
    pub fn visible(&self) -> Option<Vec<&Fact>> {
        let admits = |fact: &&Fact| {
            let mut grants = self.grants.iter();
            grants.any(|grant| grant.tag.as_ref().is_none_or(|tag| fact.tags.contains(tag)))
        };
        let open = self.rooms[0].facts.iter().filter(admits);
        (!self.grants.is_empty()).then(|| open.collect())
    }
}

fn says(fact: &Fact, word: &str) -> bool {
    fact.is_found() && fact.words().contains(word)
}

fn ids<'f>(facts: impl Iterator<Item = &'f Fact>) -> Vec<String> {
    let mut ids: Vec<String> = facts.map(|fact| fact.id.clone()).collect();
    ids.sort();
    ids
}
