//! Where a memory comes from and what became of it: to look at, to take along, to tell again.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Integrity, PortableMemory, RuntimeContractTag, is_zero, objects};

pub const HISTORY_VERSION: &str = "memoryoss.history.v1alpha1";

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct HistoryRequest {
    pub id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct HistoryBundleRequest {
    pub id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct HistoryView {
    pub namespace: String,
    pub root_id: String,
    pub visible_memory_ids: Vec<String>,
    pub nodes: Vec<HistoryNode>,
    pub edges: Vec<HistoryEdge>,
    pub timeline: Vec<HistoryMoment>,
    /// It can be replayed into another namespace as it is.
    pub branch_safe: bool,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct HistoryNode {
    pub id: String,
    pub content: String,
    pub preview: String,
    pub status: String,
    pub archived: bool,
    pub created_at: String,
    pub updated_at: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub derived_from: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contradicts_with: Vec<String>,
    pub review_event_count: u64,
    pub visible: bool,
    /// Every version it had, oldest first; left out where there is but one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<HistoryVersion>,
}

/// What a memory said, from when and by whom.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HistoryVersion {
    pub version: u64,
    pub content: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    pub at: String,
    pub actor: String,
    /// `created`, `reworded`, `retagged` or `restored`.
    pub change: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HistoryEdge {
    pub from: String,
    pub to: String,
    pub kind: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HistoryMoment {
    pub at: String,
    pub memory_id: String,
    pub kind: String,
    pub summary: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_status: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_status: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actor: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub related_ids: Vec<String>,
}

/// As it is taken along. Fields stand in the order they are summed up in; never move one.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct HistoryBundle {
    pub bundle_version: String,
    pub history_id: String,
    pub root_id: String,
    #[serde(deserialize_with = "objects::one")]
    pub runtime_contract: RuntimeContractTag,
    pub namespace: String,
    pub exported_at: String,
    #[serde(deserialize_with = "objects::several")]
    pub memories: Vec<PortableMemory>,
    #[serde(deserialize_with = "objects::several")]
    pub edges: Vec<HistoryEdge>,
    #[serde(deserialize_with = "objects::several")]
    pub timeline: Vec<HistoryMoment>,
    #[serde(deserialize_with = "objects::one")]
    pub integrity: Integrity,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ReplayRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    #[serde(default)]
    pub dry_run: bool,
    #[serde(deserialize_with = "objects::one")]
    pub bundle: HistoryBundle,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ReplayReply {
    pub dry_run: bool,
    pub imported: u64,
    pub preview: ReplayPreview,
    pub imported_ids: Vec<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ReplayPreview {
    pub target_namespace: String,
    pub root_id: String,
    pub integrity_valid: bool,
    pub can_replay: bool,
    pub create_count: u64,
    pub visible_count: u64,
    /// What was forgotten and does not come back; absent where nothing was.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub forgotten_count: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocked_reason: Option<String>,
}

/// What is summed up: everything but the sum.
#[derive(Serialize)]
struct Payload<'a> {
    bundle_version: &'a str,
    history_id: &'a str,
    root_id: &'a str,
    runtime_contract: &'a RuntimeContractTag,
    namespace: &'a str,
    exported_at: &'a str,
    memories: &'a [PortableMemory],
    edges: &'a [HistoryEdge],
    timeline: &'a [HistoryMoment],
}

// === impl HistoryBundle ===

impl HistoryBundle {
    /// The bytes its checksum is over: the known fields in order, without a space between them.
    pub fn payload(&self) -> Result<Vec<u8>, serde_json::Error> {
        serde_json::to_vec(&Payload {
            bundle_version: &self.bundle_version,
            history_id: &self.history_id,
            root_id: &self.root_id,
            runtime_contract: &self.runtime_contract,
            namespace: &self.namespace,
            exported_at: &self.exported_at,
            memories: &self.memories,
            edges: &self.edges,
            timeline: &self.timeline,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_nobody_knows_and_their_order_do_not_count() {
        let mut bundle = HistoryBundle {
            root_id: "r".into(),
            ..HistoryBundle::default()
        };
        bundle.memories.push(PortableMemory {
            id: "r".into(),
            confidence: Some(1.0),
            ..PortableMemory::default()
        });
        // A map of this library is sorted by name: another order than ours.
        let mut value = serde_json::to_value(&bundle).unwrap();
        value["_later"] = serde_json::json!(1);
        value["runtime_contract"]["_later"] = serde_json::json!([1]);
        value["memories"][0]["_later"] = serde_json::json!({});
        let read: HistoryBundle = serde_json::from_value(value).unwrap();
        let payload = read.payload().unwrap();
        assert_eq!(payload, bundle.payload().unwrap());
        let text = String::from_utf8(payload).unwrap();
        assert!(text.starts_with(r#"{"bundle_version":"","history_id":"","root_id":"r","#));
        assert!(text.contains(r#""confidence":1.0,"#), "{text}");
        assert!(!text.contains("integrity") && !text.contains("_later"));
    }
}
