//! What every portable artefact is made of. The order of fields is part of the format: checksums
//! are over the known fields as they stand here. Never move one.

use mneme_model::{MemoryType, contract};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ReviewEvent, TypeWord, objects};

/// Which contract an artefact keeps to, and where that is told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RuntimeContractTag {
    pub contract_id: String,
    pub version: String,
    pub document_route: String,
    pub stable_semantics: Vec<String>,
    pub experimental_layers_excluded: Vec<String>,
}

/// A memory on its way to another store.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct PortableMemory {
    pub id: String,
    pub content: String,
    #[serde(default)]
    pub tags: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub original_namespace: Option<String>,
    #[serde(default)]
    #[schemars(with = "TypeWord")]
    pub memory_type: MemoryType,
    pub status: String,
    pub version: u64,
    pub created_at: String,
    pub updated_at: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_key_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_hash: Option<String>,
    #[serde(default)]
    pub archived: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    pub evidence_count: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_verified_at: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub derived_from: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contradicts_with: Vec<String>,
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "objects::several"
    )]
    pub review_events: Vec<ReviewEvent>,
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "objects::maybe"
    )]
    pub team_governance: Option<TeamGovernance>,
}

/// What a team agreed on a memory.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TeamGovernance {
    pub branch: String,
    pub scope: String,
    #[serde(default)]
    pub review_required: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub owners: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub watchlist: Vec<String>,
    pub proposed_by: String,
    pub proposed_at: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merged_by: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merged_at: Option<String>,
}

/// A checksum of everything else.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Integrity {
    pub algorithm: String,
    pub payload_sha256: String,
}

pub const CONTRACT_ID: &str = contract::ID;
pub const CONTRACT_VERSION: &str = contract::VERSION;
pub const CONTRACT_ROUTE: &str = "/v1/runtime/contract";
/// What every artefact of this contract means the same by.
pub const STABLE_SEMANTICS: [&str; 5] = contract::SEMANTICS;
/// What may change without another contract.
pub const EXPERIMENTAL_LAYERS: [&str; 4] = [
    "retrieval_confidence_gate",
    "identifier_first_routing",
    "summary_evidence_recall",
    "primitive_algebra",
];
/// The only one there is.
pub const ALGORITHM: &str = "sha256";

impl Default for RuntimeContractTag {
    /// The contract this build writes.
    fn default() -> Self {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Self {
            contract_id: CONTRACT_ID.to_owned(),
            version: CONTRACT_VERSION.to_owned(),
            document_route: CONTRACT_ROUTE.to_owned(),
            stable_semantics: names(&STABLE_SEMANTICS),
            experimental_layers_excluded: names(&EXPERIMENTAL_LAYERS),
        }
    }
}
