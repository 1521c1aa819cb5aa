//! A core in another process of this machine, at the other end of its control socket. It may die
//! and come back: every call finds it anew.

use std::net::IpAddr;
use std::path::PathBuf;

use mneme_access::Caller;
use mneme_engine::brief::{Ask, Brief, Standing};
use mneme_engine::{Exchange, Fact, Learned};
use mneme_model::{Code, Seq};
use mneme_wire::client::ControlClient;
use mneme_wire::operations::{Operation, ask};
use mneme_wire::shapes::{BriefRequest, ExchangeRequest, LearnRequest, OnBehalf, StandingRequest};
use mneme_wire::{Fault, operations};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{Lost, Memory, Told, lost};
use crate::answer::Result;

pub struct Beside {
    pub data_dir: PathBuf,
}

fn on_behalf(caller: &Caller) -> OnBehalf {
    OnBehalf {
        subject: caller.subject.clone(),
        namespace: caller.namespace.clone(),
        peer: caller.peer.map(|peer| peer.to_string()),
    }
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
    async fn carried<O, T>(&self, request: serde_json::Result<O>) -> Result<T, Lost>
    where
        O: Operation<Reply = Value>,
        T: DeserializeOwned,
    {
        let request = request.map_err(odd)?;
        let client = ControlClient::find(&self.data_dir).await;
        let client = client.ok_or(Lost::Gone("core_unavailable"))?;
        let port: &dyn operations::Port = &client;
        let reply = ask(port, &request).await.map_err(|fault| failed(&fault))?;
        serde_json::from_value(reply).map_err(odd)
    }
}

fn told<T: Serialize>(value: &T) -> serde_json::Result<Value> {
    serde_json::to_value(value)
}

impl Memory for Beside {
    /// Keys are the core's; whoever stands in front has none of them.
    fn holds(&self, _: &str, _: Option<IpAddr>) -> Option<Caller> {
        None
    }

    /// The core is told from where they come, and says so itself.
    fn may_come(&self, _: &Caller) -> Result<()> {
        Ok(())
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
}
