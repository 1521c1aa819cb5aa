//! Who a call works for.

use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::HeaderValue;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use mneme_access::{Caller, Role, local_trust};
use mneme_model::Door as Entrance;
use tonic::{Code, Status};

use super::refusal::status;
use crate::rest::entrance::Visitor;
use crate::rest::{Door, Refusal};

#[derive(Clone)]
pub struct Guard {
    pub door: Door,
    pub namespace: String,
}

/// Puts the caller beside the request; whoever is none is told so in the protocol's words.
pub async fn enter(State(guard): State<Guard>, mut request: Request, next: Next) -> Response {
    match guard.admit(&request) {
        Ok(caller) => {
            request.extensions_mut().insert(caller);
            exhausted(next.run(request).await)
        }
        Err(Refusal(fault)) => status(&fault)
            .into_http::<axum::body::Body>()
            .into_response(),
    }
}

/// A message that is too large is told as the contract has it; the library has another code,
/// which nothing else here answers.
fn exhausted(mut response: Response) -> Response {
    let of = |code: Code| HeaderValue::from(code as i32);
    let status = response.headers_mut().get_mut("grpc-status");
    if let Some(status) = status.filter(|status| **status == of(Code::OutOfRange)) {
        *status = of(Code::ResourceExhausted);
    }
    response
}

// === impl Guard ===

impl Guard {
    /// A credential is believed if it is one; without any, only this machine is.
    fn admit(&self, request: &Request) -> Result<Caller, Refusal> {
        let visitor = Visitor::of(request);
        if visitor.authorization.is_some() {
            let caller = visitor.known_at(Entrance::Grpc, &self.door)?;
            self.door.limit.take(&caller.subject, Instant::now())?;
            return Ok(caller);
        }
        local_trust(visitor.peer, visitor.host, visitor.origin)?;
        Ok(Caller {
            peer: visitor.peer,
            ..anybody(&self.namespace)
        })
    }
}

/// Whoever shows no credential.
pub fn anybody(namespace: &str) -> Caller {
    Caller {
        subject: String::from("grpc"),
        namespace: namespace.to_owned(),
        role: Role::Writer,
        key: None,
        door: Entrance::Grpc,
        peer: None,
        until: None,
    }
}

/// The caller the entrance found; a call cannot come in around it.
pub fn caller_of<T>(request: &tonic::Request<T>) -> Result<Caller, Status> {
    let caller = request.extensions().get::<Caller>();
    caller
        .cloned()
        .ok_or_else(|| Status::unauthenticated("nobody is known to ask"))
}
