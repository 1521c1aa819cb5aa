//! Keeping something at hand.

use mneme_access::Caller;
use mneme_engine::Result;
use mneme_wire::shapes::*;

use super::Desk;

impl Desk {
    pub async fn pin(&self, caller: &Caller, request: PinRequest) -> Result<PinReply> {
        let namespace = request.namespace.as_deref();
        let pin = self
            .engine
            .pin(caller, namespace, &request.id, request.pinned)
            .await?;
        Ok(PinReply {
            id: pin.id,
            what: pin.what.name().to_owned(),
            pinned: pin.pinned,
            changed: pin.changed,
        })
    }
}
