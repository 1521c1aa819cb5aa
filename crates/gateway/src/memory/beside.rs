//! A core in another process of this machine, at the other end of its control socket. It may die
//! and come back: every call finds it anew.

use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use mneme_access::{Caller, Role};
use mneme_engine::brief::{Ask, Brief, Standing};
use mneme_engine::{Exchange, Fact, Learned};
use mneme_model::{Clock, Code, Door, Seq};
use mneme_wire::client::ControlClient;
use mneme_wire::operations::{Operation, ask};
use mneme_wire::shapes::{
    self, BriefRequest, ExchangeRequest, HolderReply, HolderRequest, LearnRequest, OnBehalf,
    ReviewQueueRequest, ReviewSummary, StandingRequest,
};
use mneme_wire::{Fault, operations};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::timeout;

use super::holders::Holders;
use super::{Held, Holder, Lost, Memory, Settled, Told, lost};
use crate::answer::Result;

pub struct Beside {
    data_dir: PathBuf,
    /// How long a call waits until it is told who holds its key.
    patience: Duration,
    holders: Holders,
    /// For when it is told nothing.
    settled: Settled,
}

/// A core that is well answers sooner; a call that needs nothing else of it waits no longer.
const MOMENT: Duration = Duration::from_millis(50);

fn on_behalf(caller: &Caller) -> OnBehalf {
    OnBehalf {
        subject: caller.subject.clone(),
        namespace: caller.namespace.clone(),
        peer: caller.peer.told(),
        role: Some(caller.role.name().to_owned()),
    }
}

fn caller(told: shapes::Holder, peer: Option<IpAddr>) -> Option<Caller> {
    Some(Caller {
        role: Role::parse(&told.role)?,
        subject: told.subject,
        namespace: told.namespace,
        key: told.key,
        door: Door::Gateway,
        peer: peer.into(),
        until: told.until,
        only: None,
        agent: None,
    })
}

fn failed(fault: &Fault) -> Lost {
    match fault.known_code() {
        Code::NotServing => Lost::Gone("core_unavailable"),
        code => lost(code, fault.error.clone()),
    }
}

fn odd(_: serde_json::Error) -> Lost {
    Lost::Gone("memory_failed")
}

// === impl Beside ===

impl Beside {
    pub fn new(
        data_dir: PathBuf,
        patience: Duration,
        settled: Settled,
        clock: Arc<dyn Clock>,
    ) -> std::result::Result<Self, String> {
        Ok(Self {
            data_dir,
            patience,
            holders: Holders::new(clock)?,
            settled,
        })
    }

    async fn asked<O: Operation>(&self, request: &O) -> Result<O::Reply, Lost> {
        let client = ControlClient::find(&self.data_dir).await;
        let client = client.ok_or(Lost::Gone("core_unavailable"))?;
        let port: &dyn operations::Port = &client;
        ask(port, request).await.map_err(|fault| failed(&fault))
    }

    async fn carried<O, T>(&self, request: serde_json::Result<O>) -> Result<T, Lost>
    where
        O: Operation<Reply = Value>,
        T: DeserializeOwned,
    {
        let reply = self.asked(&request.map_err(odd)?).await?;
        serde_json::from_value(reply).map_err(odd)
    }

    /// The core is asked at most every so often; in between, what it said last holds.
    async fn held(&self, key: &str, peer: Option<IpAddr>, recalls: bool) -> Holder {
        let mark = self.holders.mark(key, peer);
        if let Some(caller) = self.holders.fresh(&mark) {
            return Holder::Known(caller);
        }
        let once = self.holders.once(&mark).map(Holder::Once);
        let untold = once.unwrap_or_else(|| self.settled.holder(key, peer));
        let patience = match untold {
            Holder::Once(_) if !recalls => self.patience.min(MOMENT),
            _ => self.patience,
        };
        let request = HolderRequest {
            credential: key.to_owned(),
            peer: peer.map(|peer| peer.to_string()),
        };
        match timeout(patience, self.asked(&request)).await {
            Ok(Ok(HolderReply { holder, elsewhere })) => {
                let caller = holder.and_then(|holder| caller(holder, peer));
                self.holders.settle(mark, caller.clone());
                match caller {
                    Some(caller) => Holder::Known(caller),
                    None if elsewhere => Holder::Elsewhere,
                    None => Holder::Nobody,
                }
            }
            Ok(Err(Lost::Refused(_))) => Holder::Nobody,
            Ok(Err(Lost::Gone(_))) | Err(_) => untold,
        }
    }
}

fn told<T: Serialize>(value: &T) -> serde_json::Result<Value> {
    serde_json::to_value(value)
}

impl Memory for Beside {
    /// Keys are the core's; whoever stands in front asks it.
    fn holds<'a>(&'a self, key: &'a str, peer: Option<IpAddr>, recalls: bool) -> Held<'a> {
        Box::pin(self.held(key, peer, recalls))
    }

    /// The core says so too, as long as it is there.
    fn may_come(&self, caller: &Caller) -> Result<()> {
        self.settled.may_come(caller)
    }

    fn brief<'a>(&'a self, caller: &'a Caller, ask: Ask) -> Told<'a, Brief> {
        let request = told(&ask).map(|ask| BriefRequest {
            on_behalf: on_behalf(caller),
            ask,
        });
        Box::pin(self.carried(request))
    }

    fn learn<'a>(&'a self, caller: &'a Caller, facts: Vec<Fact>) -> Told<'a, Learned> {
        let request = told(&facts).map(|facts| LearnRequest {
            on_behalf: on_behalf(caller),
            facts,
        });
        Box::pin(self.carried(request))
    }

    fn exchanged<'a>(&'a self, caller: &'a Caller, exchange: Exchange) -> Told<'a, usize> {
        let request = told(&exchange).map(|exchange| ExchangeRequest {
            on_behalf: on_behalf(caller),
            exchange,
        });
        Box::pin(self.carried(request))
    }

    fn standing<'a>(&'a self, caller: &'a Caller, mark: Option<Seq>) -> Told<'a, Standing> {
        let request = Ok(StandingRequest {
            on_behalf: on_behalf(caller),
            mark,
        });
        Box::pin(self.carried(request))
    }

    fn waiting<'a>(&'a self, caller: &'a Caller) -> Told<'a, ReviewSummary> {
        let request = ReviewQueueRequest {
            namespace: Some(caller.namespace.clone()),
            limit: Some(1),
        };
        Box::pin(async move { Ok(self.asked(&request).await?.summary) })
    }
}
