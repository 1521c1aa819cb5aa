//! Long-term memories in the published shape.

use mneme_model::MemoryStatus;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::cut;

/// A memory as clients of the notebook know it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Memory {
    pub id: String,
    pub created_at: String,
    pub updated_at: String,
    pub content: String,
    /// So it is unless somebody says otherwise.
    #[serde(default = "is_so")]
    pub is_latest: bool,
    /// Where it stands, unless it is plainly believed; what gave way says so in `is_latest`.
    #[serde(deserialize_with = "stated", skip_serializing_if = "Option::is_none")]
    pub status: Option<MemoryStatus>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent_id: Option<String>,
    /// Where its words came from. Only shown: who brings a memory along does not say it.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    #[serde(flatten)]
    pub kept: Kept,
}

fn is_so() -> bool {
    true
}

/// A word that is none of ours says nothing: other programs mean other things by it.
fn stated<'de, D: Deserializer<'de>>(from: D) -> Result<Option<MemoryStatus>, D::Error> {
    let said = Value::deserialize(from)?;
    let status = said.as_str().and_then(MemoryStatus::stated);
    Ok(status.and_then(MemoryStatus::unsure))
}

/// The door something came through, and on whose word: a key's id, or a machine that learnt it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Source {
    pub door: String,
    pub by: String,
}

/// What is kept of it beside its words, its times and who wrote it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Kept {
    #[serde(rename = "type")]
    pub kind: String,
    pub title: String,
    pub concepts: Vec<String>,
    pub files: Vec<String>,
    pub session_ids: Vec<String>,
    pub strength: u8,
    pub version: u64,
    pub parent_id: Option<String>,
    pub supersedes: Vec<String>,
    pub source_observation_ids: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forget_after: Option<String>,
}

const TITLE: usize = 80;
const STRENGTH: u8 = 7;

impl Default for Kept {
    fn default() -> Self {
        Self {
            kind: String::from("fact"),
            title: String::new(),
            concepts: Vec::new(),
            files: Vec::new(),
            session_ids: Vec::new(),
            strength: STRENGTH,
            version: 1,
            parent_id: None,
            supersedes: Vec::new(),
            source_observation_ids: Vec::new(),
            project: None,
            forget_after: None,
        }
    }
}

// === impl Kept ===

impl Kept {
    /// The next version of what an older memory says.
    pub fn after(mut self, id: &str, older: &Kept) -> Self {
        self.version = older.version + 1;
        self.parent_id = Some(id.to_owned());
        self.supersedes = vec![id.to_owned()];
        self
    }

    /// What a next version does not say anew stays as it was.
    pub fn inheriting(mut self, older: &Kept) -> Self {
        let usual = Kept::default();
        if self.kind == usual.kind {
            self.kind.clone_from(&older.kind);
        }
        if self.strength == usual.strength {
            self.strength = older.strength;
        }
        for (own, before) in [
            (&mut self.concepts, &older.concepts),
            (&mut self.files, &older.files),
            (&mut self.session_ids, &older.session_ids),
            (
                &mut self.source_observation_ids,
                &older.source_observation_ids,
            ),
        ] {
            if own.is_empty() {
                own.clone_from(before);
            }
        }
        self.project = self.project.or_else(|| older.project.clone());
        self.forget_after = self.forget_after.or_else(|| older.forget_after.clone());
        self
    }

    /// Whether two memories can be about the same: one of no project can be about anything.
    pub fn is_beside(&self, other: &Kept) -> bool {
        self.project.is_none() || other.project.is_none() || self.project == other.project
    }
}

/// What stands over a memory: its beginning.
pub fn title(content: &str) -> String {
    cut::head(content.trim(), TITLE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_status_is_read_where_it_is_one_of_ours_and_written_where_it_is_not_plain() {
        for (said, read) in [
            (json!("candidate"), Some(MemoryStatus::Candidate)),
            (json!("rejected"), Some(MemoryStatus::Rejected)),
            (json!("active"), None),
            (json!("open"), None),
            (json!(3), None),
            (Value::Null, None),
        ] {
            let memory: Memory = serde_json::from_value(json!({ "status": said })).unwrap();
            assert_eq!(memory.status, read, "{said}");
            let word = serde_json::to_value(&memory).unwrap()["status"].take();
            assert_eq!(word.as_str(), read.map(MemoryStatus::state));
        }
        let old: Memory = serde_json::from_value(json!({ "content": "a" })).unwrap();
        assert_eq!((old.status, old.is_latest), (None, true));
    }
}
