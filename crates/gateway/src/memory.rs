//! Whoever remembers: the engine in this process, a core in another one, or nobody.

mod beside;
mod holders;
mod settled;

use std::future::{Future, ready};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;

use mneme_access::Caller;
use mneme_engine::brief::{Ask, Brief, Standing};
use mneme_engine::memories::ReviewSummary as Counted;
use mneme_engine::{Engine, Error, Exchange, Fact, Learned};
use mneme_model::{Code, Door, Seq};
use mneme_wire::shapes::ReviewSummary;

use crate::answer::{Refused, Result, Why};

pub use beside::Beside;
pub use settled::Settled;

/// Why there is no memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    /// It is there, and not for this caller.
    Refused(String),
    /// It cannot be asked; the call goes without.
    Gone(&'static str),
}

/// What somebody remembers, or why not.
pub type Told<'a, T> = Pin<Box<dyn Future<Output = Result<T, Lost>> + Send + 'a>>;

/// Who holds a key of the store, as far as anybody can tell now.
#[derive(Clone, Debug)]
pub enum Holder {
    Known(Caller),
    /// So it was a while ago, and whoever knows is away: nothing is remembered for it.
    Once(Caller),
    Nobody,
    /// Somebody who may not come from where it is.
    Elsewhere,
    /// Whoever knows is away.
    Untold,
}

pub type Held<'a> = Pin<Box<dyn Future<Output = Holder> + Send + 'a>>;

pub trait Memory: Send + Sync {
    /// Who holds a key of the store; soon, where memory has no part in what it is for.
    fn holds<'a>(&'a self, key: &'a str, peer: Option<IpAddr>, recalls: bool) -> Held<'a>;

    /// Whether somebody may come into its namespace from where it is, as far as that can be told
    /// here.
    fn may_come(&self, caller: &Caller) -> Result<()>;

    /// Why a caller whose key nobody could look up is told nothing.
    fn away(&self) -> &'static str {
        "core_unavailable"
    }

    fn brief<'a>(&'a self, caller: &'a Caller, ask: Ask) -> Told<'a, Brief>;

    fn learn<'a>(&'a self, caller: &'a Caller, facts: Vec<Fact>) -> Told<'a, Learned>;

    /// Keeps what was said; tells how many turns of it were new.
    fn exchanged<'a>(&'a self, caller: &'a Caller, exchange: Exchange) -> Told<'a, usize>;

    /// The rules that hold, unless nothing was written since a mark.
    fn standing<'a>(&'a self, caller: &'a Caller, mark: Option<Seq>) -> Told<'a, Standing>;

    /// How much waits for somebody's word.
    fn waiting<'a>(&'a self, caller: &'a Caller) -> Told<'a, ReviewSummary>;
}

const HOUR_MS: f64 = 3_600_000.0;

/// The engine in this process.
pub struct Here(pub Arc<Engine>);

/// Nobody: only what the settings say is known.
pub struct Absent(pub Settled);

/// A code of a refusal tells whose fault it is.
pub(crate) fn lost(code: Code, told: String) -> Lost {
    match code {
        Code::RoleTooLow | Code::ForeignNamespace | Code::AddressNotAllowed => Lost::Refused(told),
        _ => Lost::Gone("memory_failed"),
    }
}

fn failed(error: Error) -> Lost {
    let lost = lost(error.code(), error.to_string());
    if let Lost::Gone(_) = lost {
        tracing::warn!(code = error.code().name(), "a call went without memory");
    }
    lost
}

/// In its published shape.
fn summed(counted: &Counted, now_ms: i64) -> ReviewSummary {
    let age_ms = counted.oldest_ms.map(|at| now_ms.saturating_sub(at).max(0));
    let hours = age_ms.unwrap_or_default() as f64 / HOUR_MS;
    ReviewSummary {
        pending: counted.pending(),
        candidate: counted.candidate,
        contested: counted.contested,
        rejected: counted.rejected,
        suggested_confirm: counted.candidate,
        suggested_reject: counted.unopposed(),
        suggested_supersede: counted.opposed,
        oldest_age_hours: (hours * 100.0).round() / 100.0,
    }
}

impl Memory for Here {
    fn holds<'a>(&'a self, key: &'a str, peer: Option<IpAddr>, _: bool) -> Held<'a> {
        let holder = match self.0.admit(key, Door::Gateway, peer.into()) {
            Ok(caller) => Holder::Known(caller),
            Err(error) if error.code() == Code::AddressNotAllowed => Holder::Elsewhere,
            Err(_) => Holder::Nobody,
        };
        Box::pin(ready(holder))
    }

    fn may_come(&self, caller: &Caller) -> Result<()> {
        let refused = |error: Error| Refused::new(Why::Forbidden, error.to_string());
        self.0.may_come(caller).map_err(refused)
    }

    fn brief<'a>(&'a self, caller: &'a Caller, ask: Ask) -> Told<'a, Brief> {
        Box::pin(async move { self.0.brief(caller, ask).await.map_err(failed) })
    }

    fn learn<'a>(&'a self, caller: &'a Caller, facts: Vec<Fact>) -> Told<'a, Learned> {
        Box::pin(async move { self.0.learn(caller, facts).await.map_err(failed) })
    }

    fn exchanged<'a>(&'a self, caller: &'a Caller, exchange: Exchange) -> Told<'a, usize> {
        Box::pin(async move { self.0.exchanged(caller, exchange).await.map_err(failed) })
    }

    fn standing<'a>(&'a self, caller: &'a Caller, mark: Option<Seq>) -> Told<'a, Standing> {
        Box::pin(async move { self.0.standing_rules(caller, mark).await.map_err(failed) })
    }

    fn waiting<'a>(&'a self, caller: &'a Caller) -> Told<'a, ReviewSummary> {
        Box::pin(async move {
            let counted = self.0.review_summary(caller, None).await.map_err(failed)?;
            Ok(summed(&counted, self.0.store().now_ms()))
        })
    }
}

impl Memory for Absent {
    fn holds<'a>(&'a self, key: &'a str, peer: Option<IpAddr>, _: bool) -> Held<'a> {
        Box::pin(ready(self.0.holder(key, peer)))
    }

    fn may_come(&self, caller: &Caller) -> Result<()> {
        self.0.may_come(caller)
    }

    fn away(&self) -> &'static str {
        "store_unavailable"
    }

    fn brief<'a>(&'a self, _: &'a Caller, _: Ask) -> Told<'a, Brief> {
        Box::pin(async { Err(Lost::Gone("store_unavailable")) })
    }

    fn learn<'a>(&'a self, _: &'a Caller, _: Vec<Fact>) -> Told<'a, Learned> {
        Box::pin(async { Err(Lost::Gone("store_unavailable")) })
    }

    fn exchanged<'a>(&'a self, _: &'a Caller, _: Exchange) -> Told<'a, usize> {
        Box::pin(async { Err(Lost::Gone("store_unavailable")) })
    }

    fn standing<'a>(&'a self, _: &'a Caller, _: Option<Seq>) -> Told<'a, Standing> {
        Box::pin(async { Err(Lost::Gone("store_unavailable")) })
    }

    fn waiting<'a>(&'a self, _: &'a Caller) -> Told<'a, ReviewSummary> {
        Box::pin(async { Err(Lost::Gone("store_unavailable")) })
    }
}
