//! Forgetting and taking along: what is to go, what went, what there is.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Memory, ReviewEvent, RuntimeContractTag, is_false, is_zero};

/// Ids win; otherwise everything that meets all conditions given. A misspelt condition would make
/// more go than was meant, so a field nobody knows is refused.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ForgetRequest {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ids: Vec<String>,
    /// The same as one of `ids`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// Any of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Kinds or groups (`memory`, `event`), any of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<String>,
    /// First recorded before this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// Everything in the namespace, where no condition is given.
    #[serde(default, skip_serializing_if = "is_false")]
    pub all: bool,
    /// Where records begin, as a dry run told: exactly what it showed, without looking ids up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub positions: Vec<i64>,
    /// Only tell what would go.
    #[serde(default, skip_serializing_if = "is_false")]
    pub dry_run: bool,
    /// Answer only when old files are rid of it too.
    #[serde(default, skip_serializing_if = "is_false")]
    pub now: bool,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ForgetReply {
    /// Records that went; 0 on a dry run.
    pub deleted: usize,
    /// Lines hooks left that no server would take, and that name what goes; on a dry run, would go.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub spool_lines: u64,
    /// Old files still hold it, sealed, though the answer was to wait for them; they are being
    /// rid of it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub purge_pending: bool,
    /// What would go, on a dry run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub would_delete: Vec<Memory>,
    /// Where each of these begins.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub positions: Vec<i64>,
}

/// As [`ForgetRequest`], answered with a receipt once nothing holds it any more.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct CertifiedRequest {
    pub forget: ForgetRequest,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ExportRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// Also what happened, not only what is known.
    #[serde(default, skip_serializing_if = "is_false")]
    pub events: bool,
    /// Also what was put away.
    #[serde(default, skip_serializing_if = "is_false")]
    pub include_archived: bool,
    /// Also what came of each memory: what was said of it, and how often it was learnt again.
    #[serde(default, skip_serializing_if = "is_false")]
    pub full: bool,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ExportReply {
    pub runtime_contract: RuntimeContractTag,
    pub namespace: String,
    pub exported_at: String,
    pub count: usize,
    pub memories: Vec<Exported>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Memory>,
    /// What cannot be read any more and is not in it, each in a sentence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub damaged: Vec<String>,
}

/// A memory with the name an export has for its source.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Exported {
    #[serde(flatten)]
    pub memory: Memory,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_key_id: Option<String>,
    /// What was said of it, oldest first; told where an export is to have all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review_events: Option<Vec<ReviewEvent>>,
}

/// Everything that is kept, unsealed: to look for what should be gone.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct DumpRequest {}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct DumpReply {
    pub lines: Vec<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct SupersedeRequest {
    pub id: String,
    pub superseded_by: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct SupersedeReply {
    pub id: String,
    pub status: String,
    pub superseded_by: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct AuditRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct AuditReply {
    /// Newest first.
    pub entries: Vec<AuditEntry>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct AuditEntry {
    pub n: i64,
    pub at: String,
    pub action: String,
    /// What it was done to, where that is no record: a key's id, a file.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    pub namespace: String,
    pub subject: String,
    /// The first journal position it wrote; 0 where it wrote none.
    pub seq: i64,
    pub times: u64,
}
