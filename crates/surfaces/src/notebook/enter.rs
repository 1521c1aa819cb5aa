//! Who a call works for.

use std::time::Instant;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use mneme_access::{Caller, Role, is_own_page, is_same, local_trust};
use mneme_model::{Code, Door as Entrance};

use super::Notebook;
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
        Ok(Self { caller, desk })
    }
}

/// Puts the caller beside the request. What is open needs none, and is told more with one.
pub async fn enter(State(notebook): State<Notebook>, mut request: Request, next: Next) -> Response {
    let open = OPEN.contains(&request.uri().path());
    match admit(&notebook, &Visitor::of(&request)) {
        Ok(caller) => {
            request.extensions_mut().insert(caller);
            next.run(request).await
        }
        Err(_) if open => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    }
}

pub(crate) fn admit(notebook: &Notebook, visitor: &Visitor<'_>) -> Result<Caller, Refusal> {
    let (now, limit) = (Instant::now(), &notebook.door.limit);
    match known(notebook, visitor) {
        Ok(caller) => {
            limit.take(&caller.subject, now)?;
            Ok(caller)
        }
        Err(refusal) => {
            limit.take_of_peer(visitor.peer, now)?;
            Err(refusal)
        }
    }
}

/// The notebook's secret, a key of the engine's own, or this machine where no secret is set.
fn known(notebook: &Notebook, visitor: &Visitor<'_>) -> Result<Caller, Refusal> {
    let anybody = || Caller {
        peer: visitor.peer,
        ..anybody(&notebook.settings.namespace)
    };
    if let Some(secret) = &notebook.settings.secret {
        let shown = visitor
            .authorization
            .and_then(|text| text.strip_prefix("Bearer "));
        if shown.is_some_and(|shown| is_same(shown.trim().as_bytes(), secret.0.as_bytes())) {
            return Ok(anybody());
        }
        return visitor
            .known_at(Entrance::Notebook, &notebook.door)
            .map_err(|_| unauthorized());
    }
    if let Ok(caller) = visitor.known_at(Entrance::Notebook, &notebook.door) {
        return Ok(caller);
    }
    if !notebook.own {
        return Err(unauthorized());
    }
    local_trust(visitor.peer, visitor.host, foreign_origin(visitor))?;
    Ok(anybody())
}

/// The page of this very listener speaks for the person before it, as a program here would.
pub(super) fn foreign_origin<'r>(visitor: &Visitor<'r>) -> Option<&'r str> {
    let own = is_own_page(visitor.host, visitor.origin);
    visitor.origin.filter(|_| !own)
}

/// Whoever shows the secret, or needs none. The owner of a notebook may forget what is in it.
fn anybody(namespace: &str) -> Caller {
    Caller {
        subject: String::from("notebook"),
        namespace: namespace.to_owned(),
        role: Role::Admin,
        key: None,
        door: Entrance::Notebook,
        peer: None,
        until: None,
        only: None,
    }
}

fn unauthorized() -> Refusal {
    let mut refusal = Refusal::new(Code::BadCredential, "Unauthorized");
    refusal.0.hint = String::from(
        "send `Authorization: Bearer` with the value of AGENTMEMORY_SECRET, or with a key of this store",
    );
    refusal
}
