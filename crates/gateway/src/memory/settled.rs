//! Whom the settings know by themselves: for when nobody can be asked who holds a key.

use std::net::IpAddr;
use std::sync::Arc;

use mneme_access::{AllowLists, Caller, Error, Gate, Settings};
use mneme_model::{Clock, Door};

use super::Holder;
use crate::answer::{Refused, Result, Why};

/// Keys that stand in the settings, tokens of those, and from where their holders may come.
#[derive(Clone)]
pub struct Settled(Arc<Known>);

struct Known {
    gate: Gate,
    clock: Arc<dyn Clock>,
}

// === impl Settled ===

impl Settled {
    pub fn new(settings: &Settings, clock: Arc<dyn Clock>) -> Result<Self, String> {
        let gate = Gate::of_settings(settings).map_err(|error| error.to_string())?;
        Ok(Self(Arc::new(Known { gate, clock })))
    }

    /// From now on these lists and no others.
    pub fn set_allowed(&self, lists: AllowLists) {
        self.0.gate.set_allowed(lists);
    }

    /// A key that is not in the settings may still be one of the store.
    pub fn holder(&self, key: &str, peer: Option<IpAddr>) -> Holder {
        let now = u64::try_from(self.0.clock.now_ms() / 1_000).unwrap_or_default();
        match self.0.gate.admit(key, Door::Gateway, peer.into(), now) {
            Ok(caller) => Holder::Once(caller),
            Err(Error::AddressNotAllowed) => Holder::Elsewhere,
            Err(_) => Holder::Untold,
        }
    }

    pub fn may_come(&self, caller: &Caller) -> Result<()> {
        let may = self.0.gate.may_come(&caller.namespace, caller.peer);
        may.map_err(|error| Refused::new(Why::Forbidden, error.to_string()))
    }
}
