//! A question in parts. Where a namespace holds much, a model elsewhere may be asked which smaller
//! questions one is made of. It is told who keeps how much about what, never what is kept.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use mneme_access::Caller;
use mneme_model::{Clock, Moment};
use mneme_providers::chat;
use mneme_store::names::Namespace;
use serde::Deserialize;

use crate::notebook::Mind;
use crate::views::Space;
use crate::{Engine, Recall, Recalled, Remembered, Result};

#[derive(Clone, Debug)]
pub struct PartsSettings {
    pub chat: chat::Settings,
    /// How much a model may be told about a namespace, in tokens.
    pub tokens: usize,
}

pub struct Parts {
    mind: Arc<Mind>,
    tokens: usize,
}

/// Who keeps how much, as it was a moment ago.
#[derive(Default)]
pub struct Spaces(Mutex<HashMap<String, (i64, Arc<Space>)>>);

#[derive(Default, Deserialize)]
struct Answer {
    #[serde(default)]
    questions: Vec<String>,
}

/// A smaller namespace is searched well with one question.
const FROM_BYTES: u64 = 200_000;
const SPACE_MS: i64 = 60_000;
const FEWEST: usize = 2;
const MOST: usize = 5;
const PART_BYTES: usize = 512;
/// Under which name an answer says that a part found it.
const DECOMPOSED: &str = "decomposed";
const BYTES_PER_TOKEN: usize = 4;

const TASK: &str = "Split a question to a store of memories into 2 to 5 smaller, self-contained \
    search questions, as {\"questions\": [\"…\"]}. If it asks for one thing only, answer \
    {\"questions\": []}. You see the question and who keeps how much about which topics.";

// === impl Parts ===

impl Parts {
    pub fn new(settings: &PartsSettings, clock: &Arc<dyn Clock>) -> Result<Self> {
        Ok(Self {
            mind: Mind::new(&settings.chat, clock)?,
            tokens: settings.tokens,
        })
    }

    /// The parts of a question; none where it has none, or nobody answers.
    async fn of(&self, question: &str, space: &Space) -> Vec<String> {
        let mut left = self.tokens.saturating_mul(BYTES_PER_TOKEN);
        let asked = std::iter::once(format!("Question: {question}"));
        let lines = asked.chain(described(space)).take_while(|line| {
            let fits = line.len() <= left;
            left = left.saturating_sub(line.len());
            fits
        });
        let lines: Vec<String> = lines.collect();
        if lines.is_empty() {
            return Vec::new();
        }
        let answer = self.mind.ask::<Answer>(TASK, lines).await;
        sound(question, answer.unwrap_or_default().questions)
    }
}

fn described(space: &Space) -> impl Iterator<Item = String> {
    let day = |ms: Option<i64>| ms.map_or_else(String::new, |ms| Moment::from_ms(ms).rfc3339());
    space.agents.iter().map(move |(name, agent)| {
        format!(
            "Agent {}: {} memories from {} to {}, topics: {}",
            name.as_deref().unwrap_or("(none)"),
            agent.count,
            day(agent.first_ms),
            day(agent.last_ms),
            agent.topics().join(", "),
        )
    })
}

fn sound(question: &str, parts: Vec<String>) -> Vec<String> {
    let mut sound: Vec<String> = Vec::new();
    for part in parts {
        let part = part.trim();
        let fits = !part.is_empty() && part.len() <= PART_BYTES && part != question;
        if fits && !sound.iter().any(|known| known == part) {
            sound.push(part.to_owned());
        }
    }
    sound.truncate(MOST);
    match sound.len() >= FEWEST {
        true => sound,
        false => Vec::new(),
    }
}

// === impl Spaces ===

impl Spaces {
    fn get(&self, key: &str, now_ms: i64) -> Option<Arc<Space>> {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (until, space) = held.get(key)?;
        (*until > now_ms).then(|| space.clone())
    }

    fn keep(&self, key: String, now_ms: i64, space: Arc<Space>) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.retain(|_, (until, _)| *until > now_ms);
        held.insert(key, (now_ms.saturating_add(SPACE_MS), space));
    }

    pub fn forget(&self) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.clear();
    }
}

impl Engine {
    /// As [`Engine::recall_in`], with the answers to the parts of the question where it has some.
    pub(crate) async fn recall_in_parts(
        &self,
        caller: &Caller,
        namespace: Namespace,
        ask: Recall,
    ) -> Result<Recalled> {
        let is_own = namespace.through.is_none();
        // A later page belongs to the question as it was asked.
        let parts = self.parts.as_ref();
        let Some(parts) = parts.filter(|_| is_own && ask.cursor.is_none()) else {
            return self.recall_in(caller, namespace, ask).await;
        };
        let key = format!("parts {} {:?} {ask:?}", namespace.name, namespace.only);
        if let Some(answer) = self.answered(&key).await? {
            return Ok(answer);
        }
        let stamp = self.answer_stamp().await?;
        let limit = self.prepared(&ask)?.limit;
        let mut joined = self
            .recall_in(caller, namespace.clone(), ask.clone())
            .await?;
        let space = self.space_lately(caller, &namespace).await?;
        if space.bytes < FROM_BYTES {
            return Ok(joined);
        }
        for query in parts.of(&ask.query, &space).await {
            let part = Recall {
                query,
                budget: None,
                embedding: None,
                ..ask.clone()
            };
            let found = self.recall_in(caller, namespace.clone(), part).await?;
            join(&mut joined, found.hits);
        }
        joined.hits.truncate(limit);
        self.keep_answer(key, stamp, &joined);
        Ok(joined)
    }

    async fn space_lately(&self, caller: &Caller, namespace: &Namespace) -> Result<Arc<Space>> {
        let key = format!("{} {:?}", namespace.name, namespace.only);
        let (spaces, now_ms) = (&self.asked.spaces, self.store.now_ms());
        if let Some(space) = spaces.get(&key, now_ms) {
            return Ok(space);
        }
        let space = Arc::new(self.space(caller, Some(&namespace.name)).await?);
        spaces.keep(key, now_ms, space.clone());
        Ok(space)
    }
}

/// Best first, each once with the best it scored.
fn join(joined: &mut Recalled, found: Vec<Remembered>) {
    for mut hit in found {
        hit.pointed.push(DECOMPOSED.to_owned());
        let hits = &mut joined.hits;
        match hits.iter_mut().find(|held| held.record.id == hit.record.id) {
            Some(held) if held.score < hit.score => *held = hit,
            Some(_) => {}
            None => hits.push(hit),
        }
    }
    joined.hits.sort_by(|a, b| b.score.total_cmp(&a.score));
    joined.next = None;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(of: &[&str]) -> Vec<String> {
        sound("whole", of.iter().map(|part| (*part).to_owned()).collect())
    }

    #[test]
    fn two_to_five_that_differ() {
        assert_eq!(parts(&["a", " b "]), ["a", "b"]);
        assert_eq!(parts(&["a", "b", "c", "d", "e", "f"]).len(), MOST);
        let long = "x".repeat(PART_BYTES + 1);
        for few in [
            &[][..],
            &["a"],
            &["a", "a"],
            &["a", "whole"],
            &["a", " "],
            &["a", &long],
        ] {
            assert!(parts(few).is_empty(), "{few:?}");
        }
    }
}
