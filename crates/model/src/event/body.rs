//! The sealed part of an event, kept as JSON with a schema number.

use serde::{Deserialize, Serialize};

use super::Meaning;
use crate::sharing::Shared;
use crate::{MemoryStatus, MemoryType, NameId, Role, Seq, Verdict};

/// Free fields a caller attached.
pub type Metadata = serde_json::Map<String, serde_json::Value>;

/// Everything an event says beyond who, when and what kind. Fields that are empty are left
/// out, so a plain message costs its text and little more.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Body {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// The caller's own word for the kind, where it is not one of the table's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_type: Option<MemoryType>,
    #[serde(skip_serializing_if = "Metadata::is_empty")]
    pub metadata: Metadata,
    /// The memory an update or a further evidence belongs to: the seq of its first event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<Seq>,
    /// Which version of the memory this event makes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
    /// How often a memory was told before it came here, where that is more than once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<u64>,
    /// The event whose words this one retires.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaces: Option<Seq>,
    /// When the memory was first recorded, where this event is a later version of it or was
    /// brought from another store.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_ms: Option<i64>,
    /// Keyed hash of the text, decided when the event was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// The memory that takes this one's place: the seq of its first event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Seq>,
    /// Of two that speak against each other, only the first is doubted for it.
    #[serde(skip_serializing_if = "is_false")]
    pub one_sided: bool,
    /// No person said it: a tool, a page or a model did. It speaks against nothing that somebody told.
    #[serde(skip_serializing_if = "is_false")]
    pub overheard: bool,
    /// Says what another event said a moment before: it is kept, and not found.
    #[serde(skip_serializing_if = "is_false")]
    pub repeat: bool,
    /// The event that told the same through another door: the two go together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub echoes: Option<Seq>,
    /// The recorded steps and reasons, or whatever is pinned, that this event tells of: it goes
    /// with each of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tells_of: Vec<Seq>,
    /// The memories this one was made of, each by the seq of its first event: it goes with each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub derived_from: Vec<Seq>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forgotten: Option<Forgotten>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub episode: Option<Episode>,
    /// Where the memory stands behind this event, where the kind alone does not say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<MemoryStatus>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judged: Option<Judged>,
    /// A machine learnt again what was known: how sure it is now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reused: Option<Reused>,
    /// What a notebook keeps of it beside its words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noted: Option<Noted>,
    /// What was made of a memory in the store it came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub brought: Option<Brought>,
    /// What is pinned by this event, or no longer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pinned: Option<Pinned>,
    /// What is opened to other namespaces by this event, or no longer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shared: Option<Shared>,
    /// What its words mean, where whoever told them brought it along.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meaning: Option<Meaning>,
    /// The words say nothing to anybody but their owner: nothing is told that they could be guessed
    /// by.
    #[serde(skip_serializing_if = "is_false")]
    pub zero_knowledge: bool,
}

/// What an agent's hook told, or how a session began, in the notebook's own fields.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Noted {
    /// The hook that told it; empty for what is no observation.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub hook: String,
    /// What it told, without secrets.
    #[serde(skip_serializing_if = "serde_json::Value::is_null")]
    pub data: serde_json::Value,
    /// What one teller said of a note that others told too and that says less of it.
    #[serde(skip_serializing_if = "serde_json::Value::is_null")]
    pub told: serde_json::Value,
    /// Where a session that begins works.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<NameId>,
    /// The shelf a note stands on, and its name there; empty for what stands on none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub shelf: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub key: String,
    /// Pictures it shows, by the names of their files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<String>,
}

/// That a memory was of use again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reused {
    /// In thousandths; none is as sure as whoever wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<u16>,
}

/// What a memory was found to be worth before it came here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Brought {
    pub confirms: u64,
    pub rejects: u64,
    pub supersedes: u64,
    /// In thousandths; none is as sure as whoever wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verified_ms: Option<i64>,
    /// When somebody last said anything of it there; else when it was verified, or written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judged_ms: Option<i64>,
    /// When its words were written down there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written_ms: Option<i64>,
    /// What a team had agreed on it; kept as it came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub governance: Option<serde_json::Value>,
}

impl Brought {
    /// Whether anybody had said anything of it.
    pub fn is_judged(&self) -> bool {
        let counts = [self.confirms, self.rejects, self.supersedes];
        counts.iter().any(|count| *count > 0) || self.confidence.is_some()
    }
}

/// Something that can be kept at hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pinned {
    /// By the seq of its first event.
    Memory(Seq),
    /// A node or a grip of the table of contents, by its id.
    Name(String),
}

/// What somebody found a memory to be worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judged {
    pub verdict: Verdict,
    /// On whose word the memory was written.
    pub source: NameId,
    /// How sure the memory is now, in thousandths; none is as sure as whoever wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<u16>,
    /// How it was said; empty for feedback.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub via: String,
    /// The list it was taken from, where it waited to be reviewed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub queue: String,
}

/// What was forgotten: where it stood, and keyed hashes of what it said.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Forgotten {
    pub seqs: Vec<Seq>,
    pub fingerprints: Vec<String>,
    /// Where somebody was promised a receipt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promised: Option<Promised>,
}

/// What a receipt will say, without a word of what is gone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Promised {
    /// A keyed hash of what was asked for.
    pub wish: String,
    /// Where each record began, and a keyed hash of what it said last.
    pub records: Vec<(Seq, String)>,
}

/// What an event says of a task: each of its kinds fills its own fields.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Episode {
    /// The episode a later event belongs to: the seq of its first event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<Seq>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub task: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ended>,
}

/// How a task went; what that is worth was decided when it ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Ended {
    pub failed: bool,
    /// From 0 to 1.
    pub outcome: f32,
    pub value: f32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lessons: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub failure_modes: Vec<String>,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

impl Body {
    /// The schema number written beside every body; a reader climbs from older ones.
    pub const SCHEMA: i64 = 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_body_is_an_empty_object() {
        let json = serde_json::to_string(&Body::default()).unwrap();
        assert_eq!(json, "{}");
        assert_eq!(
            serde_json::from_str::<Body>(&json).unwrap(),
            Body::default()
        );
    }

    #[test]
    fn a_newer_field_does_not_break_an_older_reader() {
        let body: Body = serde_json::from_str(r#"{"text":"hi","later":1}"#).unwrap();
        assert_eq!(body.text, "hi");
    }
}
