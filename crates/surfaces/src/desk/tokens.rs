//! Tokens for keys and for namespaces.

use mneme_access::{Caller, Need, PASS_LIFE, Peer};
use mneme_engine::Result;
use mneme_model::Door;
use mneme_wire::shapes::*;

use super::Desk;
use super::convert::role;

impl Desk {
    pub async fn trade_key(
        &self,
        door: Door,
        peer: Peer,
        request: TradeKeyRequest,
    ) -> Result<TradeKeyReply> {
        let made = self.engine.trade_key(&request.api_key, door, peer).await?;
        Ok(TradeKeyReply {
            token: made.token,
            expires_in: made.expires_in_secs,
        })
    }

    /// A pass for the page, for whoever owns this machine to hand to a browser.
    pub fn view(&self, caller: &Caller) -> Result<ViewReply> {
        self.engine.scope(caller, Need::Administer, None)?;
        Ok(ViewReply {
            pass: self.house.passes.open()?,
            expires_in: PASS_LIFE.as_secs(),
        })
    }

    pub async fn new_token(
        &self,
        caller: &Caller,
        request: NewTokenRequest,
    ) -> Result<NewTokenReply> {
        let NewTokenRequest {
            role: named,
            namespace,
            expires_in_secs,
        } = request;
        let made = self
            .engine
            .new_token(caller, role(&named)?, namespace.as_deref(), expires_in_secs)
            .await?;
        Ok(NewTokenReply {
            token: made.token,
            role: made.role.name().to_owned(),
            namespace: made.namespace,
            expires_in: made.expires_in_secs,
        })
    }
}
