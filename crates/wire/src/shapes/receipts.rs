//! Proofs that something was forgotten.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Certificate {
    #[serde(rename = "type")]
    pub kind: String,
    pub version: u32,
    pub namespace: String,
    pub deleted_count: usize,
    pub deleted_ids: Vec<String>,
    pub merkle_root: String,
    /// Keyed hashes of what the records said, in the order of their ids.
    pub leaf_hashes: Vec<String>,
    pub deleted_at: String,
    pub deleted_by: String,
}

/// Proof that something was forgotten.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Receipt {
    pub deleted: usize,
    pub certificate: Certificate,
    /// HMAC of the certificate under the store's own secret.
    pub signature: String,
    /// Ed25519 signature of the certificate: anyone can check it.
    pub proof: String,
    pub public_key: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ReceiptKeyRequest {}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ReceiptKeyReply {
    pub public_key: String,
}

/// Receipts that are kept, for whoever lost theirs.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ListReceiptsRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ListReceiptsReply {
    /// Newest first.
    pub receipts: Vec<KeptReceipt>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct KeptReceipt {
    pub id: String,
    pub deleted_at: String,
    pub deleted_by: String,
    pub deleted_count: usize,
    /// The first of them: the receipt itself has all.
    pub deleted_ids: Vec<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ShowReceiptRequest {
    pub id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
}

/// Whether this store made a receipt: what only the holder of its secret can say.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct CheckReceiptRequest {
    pub receipt: Receipt,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct CheckReceiptReply {
    /// The public key of this store.
    pub public_key: String,
    /// Whether the HMAC is one of this store's secret.
    pub signature_holds: bool,
}

impl Certificate {
    pub const KIND: &'static str = "deletion_certificate";

    /// The text that is signed.
    pub fn text(&self) -> String {
        // A struct of texts and numbers always has a form.
        serde_json::to_string(self).unwrap_or_default()
    }
}
