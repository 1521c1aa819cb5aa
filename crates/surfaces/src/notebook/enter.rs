//! Who a call works for.

use std::net::IpAddr;
use std::time::Instant;

use axum::extract::{FromRequestParts, Query, Request, State};
use axum::http::Method;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use mneme_access::{Caller, Need, Role, is_own_page, local_trust};
use mneme_model::{Code, Door as Entrance};
use serde::Deserialize;

use super::said::Said;
use super::{Notebook, Settings};
use crate::desk::Desk;
use crate::rest::Refusal;
use crate::rest::entrance::Visitor;

/// Addresses that say nothing about what is kept; below the notebook's own path.
const OPEN: [&str; 2] = ["/livez", "/health"];

/// A known caller at an open desk.
pub struct Known {
    pub caller: Caller,
    pub desk: Desk,
}

impl FromRequestParts<Notebook> for Known {
    type Rejection = Refusal;

    /// Without a caller from the entrance there is none.
    async fn from_request_parts(parts: &mut Parts, notebook: &Notebook) -> Result<Self, Refusal> {
        let desk = notebook.door.desk.clone().map_err(Refusal)?;
        let caller = parts.extensions.get::<Caller>().cloned();
        let caller = caller.ok_or_else(unauthorized)?;
        // Some calls look at files of this machine before they ask for anything else.
        desk.engine.scope(&caller, Need::Read, None)?;
        Ok(Self { caller, desk })
    }
}

// === impl Known ===

impl Known {
    /// Writes for the agent a body names, unless it is bound to one.
    pub fn writing_for(mut self, said: &mut Said) -> Result<Self, Refusal> {
        self.caller.agent = said.text("agentId")?.or(self.caller.agent);
        Ok(self)
    }
}

/// Puts the caller beside the request. What is open needs none, and is told more with one.
pub async fn enter(State(notebook): State<Notebook>, mut request: Request, next: Next) -> Response {
    let open = OPEN.contains(&request.uri().path());
    match admit(&notebook, &Visitor::of(&request)) {
        Ok(caller) => {
            let caller = bound(&notebook.settings, caller, asked_agent(&request));
            request.extensions_mut().insert(caller);
            next.run(request).await
        }
        Err(_) if open => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    }
}

/// As which agent the caller writes, and whose things it sees: where agents are kept apart its own,
/// elsewhere those of the one it asks for.
pub(crate) fn bound(settings: &Settings, caller: Caller, asked: Option<String>) -> Caller {
    let agent = settings.agent.clone();
    let own = agent.clone().filter(|_| settings.isolated);
    let only = match (own, asked) {
        // What another agent did is not there.
        (Some(own), Some(asked)) if own != asked => Some(String::new()),
        (own, asked) => own.or(asked),
    };
    Caller {
        only,
        agent,
        ..caller
    }
}

/// `agentId=` of a query; `*` asks for nobody in particular.
fn asked_agent(request: &Request) -> Option<String> {
    let asked = Some(request.uri()).filter(|_| request.method() == Method::GET)?;
    let asked = Query::<Agent>::try_from_uri(asked).ok()?;
    let agent = asked.0.agent;
    agent.filter(|agent| !agent.is_empty() && agent != "*")
}

#[derive(Deserialize)]
struct Agent {
    #[serde(rename = "agentId")]
    agent: Option<String>,
}

pub(crate) fn admit(notebook: &Notebook, visitor: &Visitor<'_>) -> Result<Caller, Refusal> {
    let (now, limit) = (Instant::now(), &notebook.door.limit);
    match known(notebook, visitor) {
        Ok(caller) => {
            limit.take(&caller.subject, now)?;
            Ok(bound(&notebook.settings, caller, None))
        }
        Err(refusal) => {
            limit.take_of_peer(visitor.peer, now)?;
            Err(refusal)
        }
    }
}

/// The notebook's secret, a key of the engine's own, or this machine where no secret is set.
fn known(notebook: &Notebook, visitor: &Visitor<'_>) -> Result<Caller, Refusal> {
    let anybody = || Ok(anybody(&notebook.settings.namespace, visitor.peer));
    let secret = &notebook.settings.secret;
    if secret.is_set() {
        if secret.is_shown_by(visitor.authorization) {
            return anybody();
        }
        return visitor
            .known_at(Entrance::Notebook, &notebook.door)
            .map_err(|_| unauthorized());
    }
    match visitor.known_at(Entrance::Notebook, &notebook.door) {
        Ok(caller) => return Ok(caller),
        // Whoever shows a credential of ours means its namespace: where that is not open, neither is
        // another in its place.
        Err(refusal) if visitor.shows_ours() || is_elsewhere(&refusal) => return Err(refusal),
        Err(_) => {}
    }
    if !notebook.own {
        return Err(unauthorized());
    }
    local_trust(visitor.peer, visitor.host, foreign_origin(visitor))?;
    anybody()
}

/// A good credential, shown from where it opens nothing.
fn is_elsewhere(refusal: &Refusal) -> bool {
    refusal.0.code == Code::AddressNotAllowed.name()
}

/// The page of this very listener speaks for the person before it, as a program here would.
pub(super) fn foreign_origin<'r>(visitor: &Visitor<'r>) -> Option<&'r str> {
    let own = is_own_page(visitor.host, visitor.origin);
    visitor.origin.filter(|_| !own)
}

/// Whoever shows the secret, or needs none. The owner of a notebook may forget what is in it.
fn anybody(namespace: &str, peer: Option<IpAddr>) -> Caller {
    Caller {
        subject: String::from("notebook"),
        namespace: namespace.to_owned(),
        role: Role::Admin,
        key: None,
        door: Entrance::Notebook,
        peer: peer.into(),
        until: None,
        only: None,
        agent: None,
    }
}

fn unauthorized() -> Refusal {
    let mut refusal = Refusal::new(Code::BadCredential, "Unauthorized");
    refusal.0.hint = String::from(
        "send `Authorization: Bearer` with the value of AGENTMEMORY_SECRET, or with a key of this store",
    );
    refusal
}
