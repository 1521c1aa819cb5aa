//! For a gateway in another process of whoever owns this machine.

use mneme_access::{Caller, Need, Peer, Role};
use mneme_engine::{Error, Result};
use mneme_model::{Code, Door};
use mneme_wire::misread;
use mneme_wire::shapes::{
    BriefRequest, ExchangeRequest, Holder, HolderReply, HolderRequest, LearnRequest, OnBehalf,
    StandingRequest,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Desk;

impl Desk {
    pub(super) async fn brief(&self, caller: &Caller, request: BriefRequest) -> Result<Value> {
        let caller = self.for_gateway(caller, request.on_behalf)?;
        let brief = self.engine.brief(&caller, read(request.ask)?).await?;
        told(&brief)
    }

    pub(super) async fn learn(&self, caller: &Caller, request: LearnRequest) -> Result<Value> {
        let caller = self.for_gateway(caller, request.on_behalf)?;
        let learned = self.engine.learn(&caller, read(request.facts)?).await?;
        told(&learned)
    }

    pub(super) async fn exchanged(&self, caller: &Caller, told: ExchangeRequest) -> Result<Value> {
        let caller = self.for_gateway(caller, told.on_behalf)?;
        let exchange = read(told.exchange)?;
        let kept = self.engine.exchanged(&caller, exchange).await?;
        self::told(&kept)
    }

    pub(super) async fn standing(&self, caller: &Caller, asked: StandingRequest) -> Result<Value> {
        let caller = self.for_gateway(caller, asked.on_behalf)?;
        told(&self.engine.standing_rules(&caller, asked.mark).await?)
    }

    /// Who holds a key that was shown to the gateway, and may use it from there.
    pub(super) fn holder(&self, caller: &Caller, asked: &HolderRequest) -> Result<HolderReply> {
        owns_machine(caller)?;
        let peer = Peer::heard(asked.peer.as_deref());
        let held = self.engine.admit(&asked.credential, Door::Gateway, peer);
        let refused = held.as_ref().err().map(Error::code);
        let holder = held.ok().map(|held| Holder {
            subject: held.subject,
            namespace: held.namespace,
            role: held.role.name().to_owned(),
            key: held.key,
            until: held.until,
        });
        Ok(HolderReply {
            holder,
            elsewhere: refused == Some(Code::AddressNotAllowed),
        })
    }

    /// The caller the gateway let in. Only whoever owns the machine may speak for others.
    fn for_gateway(&self, caller: &Caller, on_behalf: OnBehalf) -> Result<Caller> {
        owns_machine(caller)?;
        let role = on_behalf
            .role
            .as_deref()
            .map_or(Some(Role::Writer), Role::parse);
        let unknown = || Error::refused(Code::BadRequest, "there is no such role");
        Ok(Caller {
            subject: on_behalf.subject,
            namespace: on_behalf.namespace,
            role: role.ok_or_else(unknown)?,
            door: Door::Gateway,
            peer: Peer::heard(on_behalf.peer.as_deref()),
            ..caller.clone()
        })
    }
}

fn owns_machine(caller: &Caller) -> Result<()> {
    caller.may(Need::Administer)?;
    match caller.owns_machine() {
        true => Ok(()),
        false => Err(mneme_access::Error::ForeignNamespace.into()),
    }
}

fn read<T: DeserializeOwned>(value: Value) -> Result<T> {
    misread::from_value(value).map_err(|why| Error::refused(Code::BadRequest, why))
}

fn told(value: &impl Serialize) -> Result<Value> {
    let broken = |error: serde_json::Error| Error::refused(Code::Internal, error.to_string());
    serde_json::to_value(value).map_err(broken)
}
