//! Which call this is. There is one entrance, so nothing below `/proxy` goes around it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::request::Parts;
use axum::http::{Method, header};
use axum::response::Response;
use axum::routing::any;
use mneme_access::{Caller, Error, RateLimit};
use mneme_model::{Clock, percent};

use crate::answer::{Form, Refused, Result, Why};
use crate::credential::{self, Admitted, Visit};
use crate::forward::Road;
use crate::inlets::Inlet;
use crate::learning::Learning;
use crate::memory::Memory;
use crate::recording::Recording;
use crate::settings::{OPEN, Settings};
use crate::standing::Rules;
use crate::{aside, exchange, pass, stats};

/// Everything a call needs.
#[derive(Clone)]
pub struct Gateway(Arc<Rooms>);

pub struct Rooms {
    pub settings: Settings,
    pub memory: Arc<dyn Memory>,
    pub limit: Arc<RateLimit>,
    pub road: Road,
    pub learning: Learning,
    pub recording: Recording,
    pub rules: Arc<Rules>,
}

/// Where a call goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    Exchange(Inlet),
    /// Asks a model in another form, at this path of a provider.
    Aside(Form, String),
    Models,
    Stats,
    /// As it is, to this path of a provider.
    Pass(Form, String),
}

const PREFIX: &str = "/proxy";

/// Everything below `/proxy`.
pub fn router(gateway: Gateway) -> Router {
    Router::new()
        .route("/proxy", any(enter))
        .route("/proxy/{*rest}", any(enter))
        .with_state(gateway)
}

async fn enter(State(gateway): State<Gateway>, request: Request) -> Response {
    let form = match request.uri().path().starts_with("/proxy/anthropic") {
        true => Form::Anthropic,
        false => Form::OpenAi,
    };
    let way = match gateway.settings.enabled {
        false => Err(Refused::new(Why::Nothing, "proxy not enabled")),
        true if credential::shows(&gateway.settings, request.uri().path()) => {
            Err(Refused::invalid("a key of ours must not stand in the path"))
        }
        true => way(request.method(), request.uri().path()),
    };
    let done = match way {
        Ok(way) => go(&gateway, way, request).await,
        Err(nowhere) => Err(gateway.counted(&request, nowhere)),
    };
    done.unwrap_or_else(|refused| refused.answer(form))
}

async fn go(gateway: &Gateway, way: Way, request: Request) -> Result<Response> {
    match way {
        Way::Exchange(inlet) => exchange::carry(gateway, inlet, request).await,
        Way::Aside(form, path) => aside::carry(gateway, form, &path, request).await,
        Way::Models => pass::models(gateway, request).await,
        Way::Stats => stats::show(gateway, &request.into_parts().0).await,
        Way::Pass(form, path) => pass::through(gateway, form, &path, request).await,
    }
}

/// Which way a path is. What a provider would read as another path is refused.
pub fn way(method: &Method, path: &str) -> Result<Way> {
    let rest = path.strip_prefix(PREFIX).unwrap_or_default();
    if strays(rest) {
        return Err(Refused::invalid("the path must not lead elsewhere"));
    }
    let (get, post) = (method == Method::GET, method == Method::POST);
    if let Some(rest) = rest.strip_prefix("/anthropic/v1/") {
        let rest = once(rest);
        return Ok(match named(rest).as_str() {
            "messages" if post => Way::Exchange(Inlet::Messages),
            path if post && asks(path) => Way::Aside(Form::Anthropic, rest.to_owned()),
            _ => Way::Pass(Form::Anthropic, rest.to_owned()),
        });
    }
    let rest = rest.strip_prefix("/v1/").map(once);
    let rest = rest.filter(|rest| !rest.is_empty());
    let rest = rest.ok_or_else(|| Refused::invalid("the path must start with /v1/"))?;
    Ok(match named(rest).as_str() {
        "chat/completions" if post => Way::Exchange(Inlet::Chat),
        "responses" if post => Way::Exchange(Inlet::Responses),
        "models" if get => Way::Models,
        "debug/stats" if get => Way::Stats,
        path if post && asks(path) => Way::Aside(Form::OpenAi, rest.to_owned()),
        _ => Way::Pass(Form::OpenAi, rest.to_owned()),
    })
}

/// Some clients put the version behind an address that has it already.
fn once(mut rest: &str) -> &str {
    while let Some(less) = rest.strip_prefix("v1/") {
        rest = less;
    }
    rest
}

/// First names of paths by which a model is asked something, now or later.
const ASKING: [&str; 10] = [
    "batches",
    "chat",
    "complete",
    "completions",
    "conversations",
    "deployments",
    "engines",
    "messages",
    "responses",
    "threads",
];
/// What is sent to a session asks; what else is done to one does not.
const SESSIONS: (&str, &str) = ("sessions", "events");
/// What is only counted or called off asks nothing.
const ASKING_NOTHING: [&str; 3] = ["count_tokens", "input_tokens", "cancel"];

/// However it is spelt: a provider that does not mind large letters must not be a way around the rules.
fn asks(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    let mut parts = path.split('/');
    let first = parts.next().unwrap_or_default();
    let last = parts.next_back().unwrap_or_default();
    (first, last) == SESSIONS || ASKING.contains(&first) && !ASKING_NOTHING.contains(&last)
}

/// What a provider may read in a path: some do not mind a slash at the end, or letters that are
/// encoded though they need not be. Then neither does memory, and no rule is gone around.
fn named(path: &str) -> String {
    let read = percent::decode(path.as_bytes());
    let read = String::from_utf8_lossy(&read);
    read.strip_suffix('/').unwrap_or(&read).to_owned()
}

/// How often a path may be encoded upon itself and still be seen through.
const LAYERS: usize = 3;

/// Whether a path goes up, or has nothing between two slashes, or only a dot, which is left out on the
/// way; however it is encoded.
fn strays(path: &str) -> bool {
    let mut seen = path.as_bytes().to_vec();
    let astray = |path: &[u8]| {
        let mut pairs = path.windows(2);
        let mut parts = path.split(|byte| *byte == b'/');
        path.contains(&b'\\')
            || pairs.any(|pair| pair == b".." || pair == b"//")
            || parts.any(|part| part == b".")
    };
    let mut found = astray(&seen);
    for _ in 0..LAYERS {
        seen = percent::decode(&seen);
        found |= astray(&seen);
    }
    found
}

// === impl Gateway ===

impl std::ops::Deref for Gateway {
    type Target = Rooms;

    fn deref(&self) -> &Rooms {
        &self.0
    }
}

impl Gateway {
    pub fn open(
        settings: Settings,
        memory: Arc<dyn Memory>,
        limit: Arc<RateLimit>,
        clock: Arc<dyn Clock>,
    ) -> std::result::Result<Self, String> {
        if settings.is_open_to_all() {
            tracing::warn!(
                namespace = OPEN,
                "whoever reaches this door spends the configured key and shares one memory; proxy.key_mapping gives each client its own"
            );
        }
        let road = Road::open(settings.silence)?;
        let learning = Learning::open(&settings, memory.clone(), clock.clone())?;
        let recording = Recording::open(&settings, memory.clone(), clock);
        let rules = Rules::open(&settings, memory.clone());
        Ok(Self(Arc::new(Rooms {
            settings,
            memory,
            limit,
            road,
            learning,
            recording,
            rules,
        })))
    }

    /// What leads nowhere counts for the address it comes from.
    fn counted(&self, request: &Request, nowhere: Refused) -> Refused {
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map(|ConnectInfo(peer)| peer.ip());
        match self.limit.take_of_peer(peer, Instant::now()) {
            Err(Error::RateLimited { retry_after_ms }) => Refused::too_many(retry_after_ms),
            _ => nowhere,
        }
    }

    /// Who this is, within its rate.
    pub async fn admit(&self, form: Form, parts: &Parts, recalls: bool) -> Result<Admitted> {
        let visit = Visit {
            recalls,
            ..visit(parts)
        };
        let known = credential::admit(form, &self.settings, self.memory.as_ref(), &visit).await;
        let caller = known.as_ref().ok().map(|known| &known.caller);
        self.count(&visit, caller)?;
        known
    }

    /// Whoever has a key of ours, within its rate.
    pub async fn holder(&self, parts: &Parts) -> Result<Caller> {
        let visit = visit(parts);
        let known = credential::holder(&self.settings, self.memory.as_ref(), &visit).await;
        self.count(&visit, known.as_ref().ok())?;
        known
    }

    /// Somebody who is not known counts by the address.
    fn count(&self, visit: &Visit<'_>, caller: Option<&Caller>) -> Result<()> {
        let now = Instant::now();
        let counted = match caller {
            Some(caller) => {
                let counted_as = caller.counted_as();
                self.limit.take(&format!("proxy {counted_as}"), now)
            }
            None => self.limit.take_of_peer(visit.peer, now),
        };
        counted.map_err(|error| match error {
            Error::RateLimited { retry_after_ms } => Refused::too_many(retry_after_ms),
            other => Refused::new(Why::Forbidden, other.to_string()),
        })
    }
}

fn visit(parts: &Parts) -> Visit<'_> {
    let named = parts.uri.authority().map(|name| name.as_str());
    let host = parts
        .headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let twice = parts.headers.get_all(header::HOST).iter().count() > 1;
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    Visit {
        headers: &parts.headers,
        peer: peer.map(|ConnectInfo(peer)| peer.ip()),
        host: named.or(host).filter(|_| !twice),
        recalls: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to(method: Method, path: &str) -> Option<Way> {
        way(&method, path).ok()
    }

    #[test]
    fn every_call_has_one_way() {
        let (get, post) = (Method::GET, Method::POST);
        let exchange = |inlet| Some(Way::Exchange(inlet));
        assert_eq!(
            to(post.clone(), "/proxy/v1/chat/completions"),
            exchange(Inlet::Chat)
        );
        assert_eq!(
            to(post.clone(), "/proxy/v1/chat/completions/"),
            exchange(Inlet::Chat)
        );
        assert_eq!(
            to(post.clone(), "/proxy/v1/responses"),
            exchange(Inlet::Responses)
        );
        assert_eq!(
            to(post.clone(), "/proxy/v1/chat%2Fcompletions"),
            exchange(Inlet::Chat)
        );
        for path in [
            "/proxy/anthropic/v1/m%65ssages",
            "/proxy/anthropic/v1/messages",
            "/proxy/anthropic/v1/v1/messages",
            "/proxy/anthropic/v1/messages/",
        ] {
            assert_eq!(to(post.clone(), path), exchange(Inlet::Messages));
        }
        assert_eq!(to(get.clone(), "/proxy/v1/models"), Some(Way::Models));
        assert_eq!(to(get.clone(), "/proxy/v1/debug/stats"), Some(Way::Stats));
        let pass = |form, path: &str| Some(Way::Pass(form, path.to_owned()));
        assert_eq!(
            to(get.clone(), "/proxy/v1/responses/r1"),
            pass(Form::OpenAi, "responses/r1")
        );
        assert_eq!(
            to(post, "/proxy/anthropic/v1/messages/count_tokens"),
            pass(Form::Anthropic, "messages/count_tokens")
        );
        let aside = |form, path: &str| Some(Way::Aside(form, path.to_owned()));
        for (path, form, to_path) in [
            ("v1/completions", Form::OpenAi, "completions"),
            ("v1/v1/completions", Form::OpenAi, "completions"),
            ("v1/batches", Form::OpenAi, "batches"),
            (
                "v1/threads/t1/messages",
                Form::OpenAi,
                "threads/t1/messages",
            ),
            ("v1/conversations", Form::OpenAi, "conversations"),
            ("v1/CHAT/completions", Form::OpenAi, "CHAT/completions"),
            ("anthropic/v1/Messages", Form::Anthropic, "Messages"),
            ("anthropic/v1/complete", Form::Anthropic, "complete"),
            (
                "anthropic/v1/sessions/s1/events",
                Form::Anthropic,
                "sessions/s1/events",
            ),
            (
                "anthropic/v1/messages/batches",
                Form::Anthropic,
                "messages/batches",
            ),
            (
                "anthropic/v1/chat/completions",
                Form::Anthropic,
                "chat/completions",
            ),
        ] {
            let way = to(Method::POST, &format!("/proxy/{path}"));
            assert_eq!(way, aside(form, to_path), "{path}");
        }
        assert_eq!(
            to(Method::POST, "/proxy/v1/v1/chat/completions"),
            exchange(Inlet::Chat)
        );
        for wrong in [
            "/proxy",
            "/proxy/v1/v1/",
            "/proxy/",
            "/proxy/v1",
            "/proxy/v1/",
            "/proxy/v2/models",
            "/proxy/x",
        ] {
            assert_eq!(to(get.clone(), wrong), None, "{wrong}");
        }
    }

    #[test]
    fn no_path_leads_elsewhere() {
        for path in [
            "v1/..%2f",
            "v1/../x",
            "v1/%2e%2e/x",
            "v1/%252e%252e/x",
            "v1//x",
            "v1/%2fx/%2F",
            "v1/a\\b",
            "v1/%5c",
            "v1/./chat/completions",
            "v1/%2e/chat/completions",
            "v1/chat/completions/.",
            "anthropic/v1/./messages",
        ] {
            let path = format!("/proxy/{path}");
            assert_eq!(to(Method::GET, &path), None, "{path}");
        }
        assert!(to(Method::GET, "/proxy/v1/files/a.b%20c").is_some());
    }
}
