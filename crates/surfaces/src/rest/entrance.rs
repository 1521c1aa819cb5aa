//! What stands before every route: it counts, finds out who asks, and lets in whom the tables
//! of `wire` let in. A handler can neither forget it nor be reached around it.

use std::net::{IpAddr, SocketAddr};
use std::time::Instant;

use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{Extensions, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use mneme_access::{Caller, Error, is_ours, local_trust};
use mneme_model::Door as Entrance;
use mneme_wire::operations::{Permission, is_route, permission, routes};

use super::{Door, Refusal, answer, path};

/// What a request says of its sender before anything is believed.
pub(crate) struct Visitor<'r> {
    pub peer: Option<IpAddr>,
    pub host: Option<&'r str>,
    pub origin: Option<&'r str>,
    pub authorization: Option<&'r str>,
}

/// The entrance of the memory API.
pub async fn enter(State(door): State<Door>, mut request: Request, next: Next) -> Response {
    match admit(&door, &request) {
        Ok(caller) => {
            if let Some(caller) = caller {
                request.extensions_mut().insert(caller);
            }
            next.run(request).await
        }
        Err(refusal) => with_allow(refusal.into_response(), &request),
    }
}

/// The entrance of the door that only has numbers.
pub async fn enter_numbers(State(door): State<Door>, request: Request, next: Next) -> Response {
    match admit_to_numbers(&door, &request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    }
}

/// Known callers are counted by their key, everybody else by address.
fn admit(door: &Door, request: &Request) -> Result<Option<Caller>, Refusal> {
    let visitor = Visitor::of(request);
    let need = path::check(request.uri().path()).and_then(|()| needed(request));
    let free = match &need {
        Ok(Permission::Local) => visitor.is_local(),
        Ok(need) => *need == Permission::Open,
        Err(_) => true,
    };
    if !free {
        return visitor.counted(door).map(Some);
    }
    door.limit.take_of_peer(visitor.peer, Instant::now())?;
    visitor.no_page_without_token(door)?;
    // Who is known may be told more than others where all may ask.
    need.map(|_| visitor.known(door).ok())
}

/// The numbers are for this machine; from elsewhere, or for a page, they need a credential.
fn admit_to_numbers(door: &Door, request: &Request) -> Result<(), Refusal> {
    let visitor = Visitor::of(request);
    door.limit.take_of_peer(visitor.peer, Instant::now())?;
    path::check(request.uri().path())?;
    if request.uri().path() != "/metrics" {
        return visitor.no_page_without_token(door);
    }
    match local_trust(visitor.peer, visitor.host, visitor.origin) {
        Err(refused) if visitor.authorization.is_none() => Err(refused.into()),
        Err(_) => visitor.known(door).map(drop),
        Ok(()) => Ok(()),
    }
}

/// Who may call the route this request was matched to. A route the tables do not have is none,
/// even if somebody made it: who may call it was never decided.
fn needed(request: &Request) -> Result<Permission, Refusal> {
    let path = matched(request);
    let method = match request.method().as_str() {
        "HEAD" => "GET",
        method => method,
    };
    permission(method, path).ok_or_else(|| match is_route(path) {
        true => answer::wrong_method(),
        false => answer::no_route(),
    })
}

fn matched(request: &Request) -> &str {
    let path = request.extensions().get::<MatchedPath>();
    path.map_or("", MatchedPath::as_str)
}

/// Whoever used a wrong method is told the right ones.
fn with_allow(mut response: Response, request: &Request) -> Response {
    if response.status() != StatusCode::METHOD_NOT_ALLOWED {
        return response;
    }
    let here = routes().filter(|(_, path, _)| *path == matched(request));
    let methods: Vec<&str> = here.map(|(method, ..)| method).collect();
    if let Ok(methods) = HeaderValue::from_str(&methods.join(", ")) {
        response.headers_mut().insert(header::ALLOW, methods);
    }
    response
}

/// The other end of the socket. Never what a header says: anybody can write headers.
pub fn peer_of(extensions: &Extensions) -> Option<IpAddr> {
    let info = extensions.get::<ConnectInfo<SocketAddr>>();
    info.map(|ConnectInfo(peer)| peer.ip())
}

// === impl Visitor ===

impl<'r> Visitor<'r> {
    pub fn of(request: &'r Request) -> Self {
        let headers = request.headers();
        // What is no text is nobody's name: it is there, and it matches nothing.
        let text = |name: HeaderName| Some(headers.get(name)?.to_str().unwrap_or(""));
        let twice = headers.get_all(header::HOST).iter().count() > 1;
        let asked = request.uri().authority().map(|name| name.as_str());
        Self {
            peer: peer_of(request.extensions()),
            host: asked.or(text(header::HOST)).filter(|_| !twice),
            origin: text(header::ORIGIN),
            authorization: text(header::AUTHORIZATION),
        }
    }

    pub(super) fn is_local(&self) -> bool {
        local_trust(self.peer, self.host, self.origin).is_ok()
    }

    fn known(&self, door: &Door) -> Result<Caller, Refusal> {
        self.known_at(Entrance::Rest, door)
    }

    /// Whether what it shows looks like a key or a token of ours, good or not.
    pub fn shows_ours(&self) -> bool {
        let shown = self.authorization.and_then(|text| text.split_once(' '));
        shown.is_some_and(|(_, credential)| is_ours(credential.trim()))
    }

    pub fn known_at(&self, entrance: Entrance, door: &Door) -> Result<Caller, Refusal> {
        let desk = door.desk.as_ref().map_err(|fault| Refusal(fault.clone()))?;
        if door.unlocked && self.authorization.is_none() && self.is_local() {
            return Ok(Caller::developer(entrance, self.peer.into()));
        }
        let text = self.authorization.ok_or(Error::NoCredential)?;
        let (scheme, credential) = text.split_once(' ').ok_or(Error::BadCredential)?;
        if !scheme.eq_ignore_ascii_case("bearer") {
            return Err(Error::BadCredential.into());
        }
        let engine = &desk.engine;
        let caller = engine.admit(credential.trim(), entrance, self.peer.into())?;
        // Whatever is logged about this request names the key, by its id.
        let key = caller.key.as_deref().unwrap_or(&caller.subject);
        tracing::Span::current().record("key", key);
        Ok(caller)
    }

    /// A caller within its rate; one who is none is counted, too.
    fn counted(&self, door: &Door) -> Result<Caller, Refusal> {
        let (known, now) = (self.known(door), Instant::now());
        match &known {
            Ok(caller) => door.limit.take(caller.counted_as(), now)?,
            Err(_) => door.limit.take_of_peer(self.peer, now)?,
        }
        known
    }

    /// What is open is open to programs; a page that asks in its user's name needs a token.
    fn no_page_without_token(&self, door: &Door) -> Result<(), Refusal> {
        if self.origin.is_none() {
            return Ok(());
        }
        if self.authorization.is_none() {
            return Err(Error::ForeignOrigin.into());
        }
        self.known(door).map(drop)
    }
}
