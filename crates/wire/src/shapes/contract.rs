//! What any runtime of the published contract means by the same words. The order of fields is part
//! of the format.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct RuntimeContractRequest {}

/// Which contract this is, what it promises, and what it leaves out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuntimeContract {
    pub contract_id: String,
    pub version: String,
    pub runtime_name: String,
    pub stable_semantics: Vec<StableSemantic>,
    pub experimental_layers: Vec<ExperimentalLayer>,
    pub object_model: Vec<ObjectKind>,
    pub guarantees: Vec<Guarantee>,
    pub api_mappings: Vec<ApiMapping>,
    pub known_gaps: Vec<KnownGap>,
}

/// What holds in every version of this contract.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StableSemantic {
    pub name: String,
    pub guarantee: String,
    pub current_surfaces: Vec<String>,
}

/// What may change without another contract.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExperimentalLayer {
    pub name: String,
    pub description: String,
    pub current_surfaces: Vec<String>,
    pub excluded_from_contract: bool,
}

/// A kind of thing that can be kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ObjectKind {
    pub kind: String,
    /// `stable`, `partial` or `planned`.
    pub support_level: String,
    pub description: String,
    /// Where it is found: fields, and routes.
    pub current_mapping: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub known_gaps: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Guarantee {
    pub name: String,
    pub description: String,
}

/// Which routes an operation of the contract is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ApiMapping {
    pub runtime_operation: String,
    pub routes: Vec<String>,
    pub data_model_fields: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KnownGap {
    pub area: String,
    /// `stable`, `partial` or `planned`.
    pub status: String,
    pub note: String,
}
