//! Who keeps how much.

use std::collections::{BTreeMap, HashMap};

use mneme_access::{Caller, Need};

use crate::memories::ListMemories;
use crate::{Engine, Record, Result};

#[derive(Clone, Debug, Default)]
pub struct Space {
    pub memories: u64,
    pub bytes: u64,
    /// By name; nobody's name for what names no agent.
    pub agents: BTreeMap<Option<String>, AgentSpace>,
}

#[derive(Clone, Debug, Default)]
pub struct AgentSpace {
    pub count: u64,
    pub bytes: u64,
    /// When the first and the last of them was first told.
    pub first_ms: Option<i64>,
    pub last_ms: Option<i64>,
    tags: HashMap<String, u64>,
}

/// Tags named of each.
const TOPICS: usize = 5;

impl Engine {
    pub async fn space(&self, caller: &Caller, namespace: Option<&str>) -> Result<Space> {
        self.scope(caller, Need::Read, namespace)?;
        let (mut space, mut after) = (Space::default(), Some(0));
        while let Some(from) = after {
            let list = ListMemories {
                after: from,
                ..ListMemories::default()
            };
            let page = self.list_memories(caller, namespace, list).await?;
            page.memories.iter().for_each(|record| space.add(record));
            after = page.next;
        }
        Ok(space)
    }
}

// === impl Space ===

impl Space {
    fn add(&mut self, record: &Record) {
        let bytes = record.text.len() as u64;
        self.memories += 1;
        self.bytes += bytes;
        let name = record.agent.as_ref().map(ToString::to_string);
        let agent = self.agents.entry(name).or_default();
        agent.count += 1;
        agent.bytes += bytes;
        let at = record.created_ms;
        agent.first_ms = Some(agent.first_ms.map_or(at, |first| first.min(at)));
        agent.last_ms = Some(agent.last_ms.map_or(at, |last| last.max(at)));
        for tag in &record.tags {
            *agent.tags.entry(tag.clone()).or_default() += 1;
        }
    }
}

// === impl AgentSpace ===

impl AgentSpace {
    /// The tags it uses most.
    pub fn topics(&self) -> Vec<String> {
        let mut tags: Vec<(&String, &u64)> = self.tags.iter().collect();
        tags.sort_by_key(|(tag, count)| (std::cmp::Reverse(**count), (*tag).clone()));
        let most = tags.into_iter().take(TOPICS);
        most.map(|(tag, _)| tag.clone()).collect()
    }
}
