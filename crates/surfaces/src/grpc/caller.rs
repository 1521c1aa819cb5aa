//! Who a call works for.

use std::net::IpAddr;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::HeaderValue;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use mneme_access::{Caller, Role, local_trust};
use mneme_model::Door as Entrance;
use tonic::{Code, Status};

use super::refusal::status;
use crate::rest::entrance::{Visitor, peer_of};
use crate::rest::{Door, Refusal, refusals};

#[derive(Clone)]
pub struct Guard {
    pub door: Door,
    pub namespace: String,
    pub key_required: bool,
}

/// Puts the caller beside the request; whoever is none is told so in the protocol's words. The
/// log names who was turned away, and where.
pub async fn enter(State(guard): State<Guard>, mut request: Request, next: Next) -> Response {
    let (peer, route) = (
        peer_of(request.extensions()),
        request.uri().path().to_owned(),
    );
    let admitted = guard.admit(&request);
    let key = admitted.as_ref().ok().map(|caller| caller.subject.clone());
    let response = match admitted {
        Ok(caller) => {
            request.extensions_mut().insert(caller);
            exhausted(next.run(request).await)
        }
        Err(Refusal(fault)) => status(&fault)
            .into_http::<axum::body::Body>()
            .into_response(),
    };
    let span = tracing::info_span!("call", route, key);
    span.in_scope(|| tell(&response, peer));
    response
}

/// What is refused in a handler stands in the headers, too: there are no words before it.
fn tell(response: &Response, peer: Option<IpAddr>) {
    let header = |name| {
        response
            .headers()
            .get(name)
            .and_then(|value| value.to_str().ok())
    };
    let code = header("grpc-status")
        .and_then(|text| text.parse().ok())
        .map(Code::from_i32);
    let status = match code {
        Some(Code::Unauthenticated) => 401,
        Some(Code::PermissionDenied) => 403,
        _ => return,
    };
    if refusals::admitted() {
        refusals::write(status, header("mneme-code").unwrap_or("none"), peer);
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
            self.door.limit.take(caller.counted_as(), Instant::now())?;
            return Ok(caller);
        }
        if self.key_required {
            return Err(mneme_access::Error::NoCredential.into());
        }
        local_trust(visitor.peer, visitor.host, visitor.origin)?;
        Ok(anybody(&self.namespace, visitor.peer))
    }
}

/// Whoever shows no credential.
fn anybody(namespace: &str, peer: Option<IpAddr>) -> Caller {
    Caller {
        subject: String::from("grpc"),
        namespace: namespace.to_owned(),
        role: Role::Writer,
        key: None,
        door: Entrance::Grpc,
        peer: peer.into(),
        until: None,
        only: None,
        agent: None,
    }
}

/// The caller the entrance found; a call cannot come in around it.
pub fn caller_of<T>(request: &tonic::Request<T>) -> Result<Caller, Status> {
    let caller = request.extensions().get::<Caller>();
    caller
        .cloned()
        .ok_or_else(|| Status::unauthenticated("nobody is known to ask"))
}
