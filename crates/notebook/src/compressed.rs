//! What a model makes of an observation: told shorter and better than by rule, and what it is
//! about.

mod otherwise;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::cut;
use crate::observation::Observation;
use crate::redact;

/// What a model says of one observation; or another notebook, where it says more than the rules
/// make of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Compressed {
    pub observation_id: String,
    pub session_id: String,
    pub narrative: String,
    pub facts: Vec<String>,
    pub concepts: Vec<String>,
    pub importance: u8,
    /// When it happened, so that a sweep need not open the observation.
    pub occurred_ms: i64,
    /// What only another notebook says, where the rules say otherwise.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subtitle: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
}

/// Things a model found named in an observation, and how they hang together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Extracted {
    pub observation_id: String,
    pub entities: Vec<Entity>,
    pub relations: Vec<Relation>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(default)]
pub struct Entity {
    pub name: String,
    #[serde(rename = "type")]
    pub kind: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(default)]
pub struct Relation {
    pub source: String,
    pub target: String,
    #[serde(rename = "type")]
    pub kind: String,
}

const NARRATIVE: usize = 400;
const LINE: usize = 240;
const NAME: usize = 80;
const FACTS: usize = 10;
const CONCEPTS: usize = 10;
const ENTITIES: usize = 20;
const MOST_IMPORTANT: u8 = 10;
/// A model that read it is surer than a rule.
const CONFIDENCE: f64 = 0.8;

// === impl Compressed ===

impl Compressed {
    /// Within bounds; none if it says nothing.
    pub fn tidied(self) -> Option<Self> {
        let tidied = Self {
            narrative: cut::ellipsis(self.narrative.trim(), NARRATIVE),
            facts: lines(self.facts, LINE, FACTS),
            concepts: lines(subjects(self.concepts), NAME, CONCEPTS),
            importance: self.importance.clamp(1, MOST_IMPORTANT),
            observation_id: self.observation_id,
            session_id: self.session_id,
            occurred_ms: self.occurred_ms,
            ..Self::default()
        };
        (!tidied.narrative.is_empty()).then_some(tidied)
    }

    /// The observation as a model tells it.
    pub fn over(self, seen: Observation) -> Observation {
        Observation {
            kind: self.kind.unwrap_or(seen.kind),
            title: self.title.unwrap_or(seen.title),
            subtitle: self.subtitle.or(seen.subtitle),
            narrative: self.narrative,
            facts: self.facts,
            concepts: self.concepts,
            files: self.files.unwrap_or(seen.files),
            importance: self.importance,
            confidence: self.confidence.unwrap_or(CONFIDENCE),
            ..seen
        }
    }

    /// What it is found by.
    pub fn words(&self) -> String {
        let files = self.files.as_deref().unwrap_or_default();
        let parts: Vec<_> = (self.title.iter().cloned())
            .chain([self.narrative.clone()])
            .chain(self.facts.iter().cloned())
            .chain([self.concepts.join(", "), files.join(", ")])
            .filter(|part| !part.is_empty())
            .collect();
        parts.join("\n")
    }
}

// === impl Extracted ===

impl Extracted {
    /// Within bounds, each once; an end of a relation is a thing, too. None if nothing is named.
    pub fn tidied(self) -> Option<Self> {
        let mut entities: Vec<Entity> = Vec::new();
        for entity in self.entities {
            let (name, kind) = (short(&entity.name), short(&entity.kind));
            add(&mut entities, name, kind);
        }
        let mut relations: Vec<Relation> = Vec::new();
        for relation in self.relations {
            let relation = Relation {
                source: short(&relation.source),
                target: short(&relation.target),
                kind: short(&relation.kind),
            };
            let is_thing = |name: &String| !name.is_empty() && !redact::is_mark(name);
            let whole = is_thing(&relation.source) && is_thing(&relation.target);
            if whole && !relations.contains(&relation) && relations.len() < ENTITIES {
                add(&mut entities, relation.source.clone(), String::new());
                add(&mut entities, relation.target.clone(), String::new());
                relations.push(relation);
            }
        }
        let named = !entities.is_empty();
        named.then_some(Self {
            entities,
            relations,
            observation_id: self.observation_id,
        })
    }

    /// What it is found by: one line for each thing it says.
    pub fn words(&self) -> String {
        let named = self
            .entities
            .iter()
            .map(|entity| match entity.kind.as_str() {
                "" => entity.name.clone(),
                kind => format!("{} ({kind})", entity.name),
            });
        let joined = self.relations.iter().map(|relation| {
            let kind = match relation.kind.as_str() {
                "" => "and",
                kind => kind,
            };
            format!("{} {kind} {}", relation.source, relation.target)
        });
        let named: Vec<String> = named.collect();
        let lines: Vec<String> = [named.join(", ")].into_iter().chain(joined).collect();
        lines.join("\n")
    }
}

/// How many different things, and how many different relations between them.
pub fn counted(all: &[Extracted]) -> (usize, usize) {
    let entities = all.iter().flat_map(|one| &one.entities);
    let things: BTreeSet<String> = entities.map(|one| one.name.to_lowercase()).collect();
    let relations = all.iter().flat_map(|one| &one.relations);
    let joined: BTreeSet<_> = relations
        .map(|one| {
            let ends = (one.source.to_lowercase(), one.target.to_lowercase());
            (ends, one.kind.to_lowercase())
        })
        .collect();
    (things.len(), joined.len())
}

fn add(entities: &mut Vec<Entity>, name: String, kind: String) {
    let same = |known: &Entity| known.name.to_lowercase() == name.to_lowercase();
    let new = !redact::is_mark(&name) && !entities.iter().any(same);
    if !name.is_empty() && new && entities.len() < 2 * ENTITIES {
        entities.push(Entity { name, kind });
    }
}

fn short(text: &str) -> String {
    cut::ellipsis(&cut::collapsed(text), NAME)
}

fn subjects(all: Vec<String>) -> Vec<String> {
    let subjects = all.into_iter().filter(|one| !redact::is_mark(one));
    subjects.collect()
}

fn lines(all: Vec<String>, length: usize, most: usize) -> Vec<String> {
    let all = all.iter().map(|line| cut::collapsed(line));
    let all = all.filter(|line| !line.is_empty());
    all.map(|line| cut::ellipsis(&line, length))
        .take(most)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_held_to_bounds() {
        let told = Compressed {
            narrative: "n".repeat(900),
            facts: vec!["f".into(); 30],
            concepts: vec![" ".into(), "auth".into()],
            importance: 99,
            ..Compressed::default()
        };
        let told = told.tidied().unwrap();
        assert_eq!(told.narrative.chars().count(), NARRATIVE);
        assert_eq!((told.facts.len(), told.importance), (FACTS, MOST_IMPORTANT));
        assert_eq!(told.concepts, ["auth"]);
        assert_eq!(Compressed::default().tidied(), None);
    }

    #[test]
    fn what_a_relation_joins_is_there_too() {
        let told = Extracted {
            entities: vec![Entity {
                name: "Login".into(),
                kind: "module".into(),
            }],
            relations: vec![
                Relation {
                    source: "login".into(),
                    target: "Redis".into(),
                    kind: "uses".into(),
                },
                Relation::default(),
            ],
            ..Extracted::default()
        };
        let told = told.tidied().unwrap();
        assert_eq!((told.entities.len(), told.relations.len()), (2, 1));
        assert_eq!(told.words(), "Login (module), Redis\nlogin uses Redis");
        assert_eq!(counted(&[told.clone(), told]), (2, 1), "each once");
        assert_eq!(Extracted::default().tidied(), None);
    }
}
