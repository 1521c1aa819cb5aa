//! A call as it goes out: the very bytes that came, or others.

use axum::body::Bytes;
use axum::http::header;
use serde_json::Value;

use super::Call;
use crate::answer::{Refused, Result};
use crate::chat_instead;
use crate::forward::Outgoing;
use crate::json::{Edit, Json, edited};
use crate::recollect::Recollected;

/// What key holders of a provider send only with a beta of its name.
const CONTEXT: &str = "context_management";

// === impl Call ===

impl Call<'_> {
    /// The body where it is not the one that came.
    pub(super) fn changed(&self, told: &mut Recollected) -> Result<Option<Bytes>> {
        let plain = &self.received.plain;
        let base = match self.is_retold() {
            true => Some(self.retold()?),
            false => self.without_context(),
        };
        let Some(block) = told.block.clone() else {
            return Ok(base.map(Bytes::from));
        };
        let from = base.as_deref().unwrap_or(plain);
        let placement = self.gateway.settings.placement;
        let Some(injected) = self.outlet().inject(from, &block, placement) else {
            told.left_out();
            return Ok(base.map(Bytes::from));
        };
        told.count(&injected);
        Ok(Some(injected.body.into()))
    }

    fn retold(&self) -> Result<Vec<u8>> {
        let request: Value = serde_json::from_slice(&self.received.plain)
            .map_err(|error| Refused::invalid(error.to_string()))?;
        let chat = chat_instead::chat_of(&request).map_err(Refused::invalid)?;
        Ok(chat.to_string().into_bytes())
    }

    fn without_context(&self) -> Option<Vec<u8>> {
        if !self.drops_context() {
            return None;
        }
        let plain = &self.received.plain;
        let (json, root) = Json::read(plain).ok()?;
        let field = json.whole_field(&root, CONTEXT)?;
        Some(edited(plain, &[Edit::remove(field)]))
    }

    /// As it goes out: the very bytes that came, or others. Whoever listens must be able to read
    /// what comes back.
    pub(super) fn sent(&self, changed: Option<Bytes>, read: bool) -> Outgoing {
        let same = changed.is_none() && !self.received.unpacked;
        let body = changed.unwrap_or_else(|| self.received.raw.clone());
        let mut outgoing = self.outgoing(body.into());
        let headers = &mut outgoing.headers;
        if !same {
            headers.remove(header::CONTENT_ENCODING);
        }
        if read || self.is_retold() {
            headers.remove(header::ACCEPT_ENCODING);
        }
        outgoing
    }
}
