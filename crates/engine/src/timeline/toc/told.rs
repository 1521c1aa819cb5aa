//! What a node says, as it is sealed.

use mneme_store::tables::toc::{self, Node};
use mneme_store::{Error, View};
use mneme_timeline::digest::Digest;
use serde::{Deserialize, Serialize};

use crate::Result;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Told {
    pub digest: Digest,
    /// For each bullet, the grips that hold it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub grips: Vec<Vec<String>>,
    /// The ids of what stands below, as one word: another child is another content.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub below: String,
}

impl Told {
    pub fn read(view: &View<'_>, node: &Node) -> Result<Option<Self>> {
        let Some(bytes) = toc::body(view, node)? else {
            return Ok(None);
        };
        let told = serde_json::from_slice(&bytes);
        let wrong = |_| toc::unread(node, "what it says is no node's");
        Ok(Some(told.map_err(wrong)?))
    }

    pub fn bytes(&self) -> Result<Vec<u8>> {
        let wrong = |error: serde_json::Error| Error::Corrupt(error.to_string());
        Ok(serde_json::to_vec(self).map_err(wrong)?)
    }
}

/// Whether what a node says, if it says anything, can be read.
pub fn is_readable(view: &View<'_>, node: &Node) -> bool {
    Told::read(view, node).is_ok()
}
