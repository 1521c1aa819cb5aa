//! Opening memories to other namespaces.

use mneme_model::sharing::Few;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::OneOrSeveral;

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ShareRequest {
    pub name: String,
    /// Called when something is stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub webhook_url: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ShareReply {
    pub name: String,
    pub owner_namespace: String,
    pub created_at: String,
    pub webhook_url: Option<String>,
    /// What calls of the webhook are signed with; told this once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub webhook_secret: Option<String>,
    /// How many there are.
    pub grants: usize,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ListSharedRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ListSharedReply {
    pub shared_namespaces: Vec<SharedNamespace>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct SharedNamespace {
    pub name: String,
    pub owner_namespace: String,
    pub grants: Vec<GrantShape>,
    pub created_at: String,
    /// Told to the owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub webhook_url: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct UnshareRequest {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct UnshareReply {
    pub deleted: bool,
    pub name: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct GrantRequest {
    /// The space; in its path at the REST door.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    pub grantee_namespace: String,
    /// `read`, `write` or `admin`.
    pub permission: String,
    /// Only memories with one of these tags.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<OneOrSeveral>")]
    pub tag_filter: Option<Few>,
    /// Only memories of one of these agents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<OneOrSeveral>")]
    pub agent_filter: Option<Few>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct GrantShape {
    pub id: String,
    pub grantee_namespace: String,
    pub permission: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<OneOrSeveral>")]
    pub tag_filter: Option<Few>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<OneOrSeveral>")]
    pub agent_filter: Option<Few>,
    pub created_at: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<String>,
    /// The namespace that gave it, where that is not the owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub granted_by: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ListGrantsRequest {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ListGrantsReply {
    pub grants: Vec<GrantShape>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct UngrantRequest {
    pub name: String,
    pub grant_id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct UngrantReply {
    pub removed: bool,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct AccessibleRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct AccessibleReply {
    /// Names of spaces.
    pub accessible: Vec<String>,
}
