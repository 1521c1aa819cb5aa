//! Who calls, whose memory that is, and what the provider is shown in place of their credential.

mod kept;

use std::net::IpAddr;

use axum::http::HeaderMap;
use axum::http::header;
use mneme_access::{Caller, Error, Peer, Role, is_same, key_id, local_trust};
use mneme_model::{Door, Secret};

use crate::answer::{Form, Refused, Result, Why};
use crate::headers;
use crate::memory::{Holder, Memory};
use crate::settings::{Mapping, OPEN, Passthrough, Settings};

pub use kept::{keep_back, kept_query, shows};

/// A request before anything of it is believed.
pub struct Visit<'r> {
    pub headers: &'r HeaderMap,
    pub peer: Option<IpAddr>,
    /// The name it asked for.
    pub host: Option<&'r str>,
    /// Whether memory may have a part in it: if not, nobody waits long to be told whose key it is.
    pub recalls: bool,
}

pub struct Admitted {
    pub caller: Caller,
    pub shown: Shown,
    /// Whether it came with a key of ours, so that the provider's is ours too.
    pub by_key: bool,
    /// Whether the provider knows a person behind it, not a key: nothing of ours is done with it.
    pub oauth: bool,
    /// Whether nobody can say now that its key still opens anything: it has no memory then.
    pub once: bool,
}

/// What a key of ours stands for.
struct Key {
    caller: Caller,
    /// The provider's key that was chosen for it.
    own: Option<Secret>,
    once: bool,
}

/// What the provider is shown.
#[derive(Clone, Debug)]
pub enum Shown {
    Bearer(Secret),
    ApiKey(Secret),
}

/// Tokens of people begin like this: they are JSON in base64.
const OAUTH: &str = "eyJ";
const WRAPPED: &str = "invalid API key: something stands around a key of ours (quotes, its name, \"Bearer\" twice); send the key alone";

// === impl Shown ===

impl Shown {
    /// In the header where the provider looks for it.
    pub fn sign(&self, headers: &mut HeaderMap) {
        let (name, value) = match self {
            Self::Bearer(secret) => (header::AUTHORIZATION, format!("Bearer {}", secret.0)),
            Self::ApiKey(secret) => (
                header::HeaderName::from_static("x-api-key"),
                secret.0.clone(),
            ),
        };
        if let Some(value) = headers::sensitive(&value) {
            headers.insert(name, value);
        }
    }

    pub fn secret(&self) -> &str {
        match self {
            Self::Bearer(secret) | Self::ApiKey(secret) => &secret.0,
        }
    }
}

// === impl Key ===

impl Key {
    fn showing(self, shown: Shown) -> Admitted {
        Admitted {
            caller: self.caller,
            shown,
            by_key: true,
            oauth: false,
            once: self.once,
        }
    }
}

// === impl Visit ===

impl Visit<'_> {
    fn bearer(&self) -> Option<&str> {
        let text = headers::text(self.headers, "authorization")?;
        let (scheme, token) = text.split_once(' ')?;
        let token = token.trim();
        (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
    }

    fn api_key(&self) -> Option<&str> {
        let text = headers::text(self.headers, "x-api-key")?.trim();
        (!text.is_empty()).then_some(text)
    }

    /// Whether this is a program of this machine, as far as anybody can tell. What others say of
    /// where it comes from can only take that away.
    fn is_local(&self) -> bool {
        self.trusted().is_ok() && !self.is_forwarded()
    }

    fn trusted(&self) -> Result<(), Error> {
        let origin = self.headers.get(header::ORIGIN);
        let origin = origin.map(|value| value.to_str().unwrap_or(""));
        local_trust(self.peer, self.host, origin)
    }

    /// Why a key that may well be good does not pass from where it comes.
    fn elsewhere_told(&self) -> Refused {
        let why = match self.trusted() {
            Err(Error::ForeignOrigin) => "it has an Origin header, as pages in a browser send",
            Err(Error::ForeignHost) => "its Host header names another machine",
            _ => "this one comes from elsewhere",
        };
        let told = format!(
            "a provider's key passes only in calls of this machine (proxy.passthrough_local_only): {why}"
        );
        unknown(&told)
    }

    fn is_forwarded(&self) -> bool {
        let told = ["x-forwarded-for", "x-real-ip", "forwarded"];
        let told = told.iter().flat_map(|name| self.headers.get_all(*name));
        let hops = told.flat_map(|value| value.to_str().unwrap_or("?").split([',', ';']));
        let mut hops = hops
            .map(str::trim)
            .filter(|hop| hop.starts_with("for=") || !hop.contains('='));
        hops.any(|hop| !is_loopback(hop))
    }

    fn may_pass(&self, settings: &Settings) -> bool {
        match settings.passthrough {
            Passthrough::No => false,
            Passthrough::Local => self.is_local(),
            Passthrough::Anywhere => true,
        }
    }
}

fn is_loopback(hop: &str) -> bool {
    let hop = hop.strip_prefix("for=").unwrap_or(hop).trim_matches('"');
    let bare = hop.trim_matches(['[', ']']);
    let address = bare.parse::<IpAddr>().ok();
    let address = address.or_else(|| hop.parse::<std::net::SocketAddr>().ok().map(|at| at.ip()));
    address.is_some_and(|address| address.to_canonical().is_loopback())
}

/// Who calls OpenAI.
async fn openai(settings: &Settings, memory: &dyn Memory, visit: &Visit<'_>) -> Result<Admitted> {
    let token = visit.bearer();
    let token = token.ok_or_else(|| unknown("missing Authorization header"))?;
    if let Some(key) = with_key(settings, memory, visit, token).await? {
        let shown = key.own.clone().or_else(|| settings.openai.key.clone());
        let shown = shown.ok_or_else(|| no_key("proxy.upstream_api_key"))?;
        return Ok(key.showing(Shown::Bearer(shown)));
    }
    passing(settings, visit, token)?;
    let caller = stranger(memory, visit, token)?;
    let oauth = token.starts_with(OAUTH);
    let shown = match oauth {
        true => Secret(token.to_owned()),
        false => settings.shown_for(&settings.openai, token),
    };
    Ok(Admitted {
        caller,
        shown: Shown::Bearer(shown),
        by_key: false,
        oauth,
        once: false,
    })
}

/// Who calls Anthropic.
async fn anthropic(
    settings: &Settings,
    memory: &dyn Memory,
    visit: &Visit<'_>,
) -> Result<Admitted> {
    let (key, bearer) = (visit.api_key(), visit.bearer());
    let token = key.or(bearer);
    let token = token.ok_or_else(|| unknown("missing x-api-key or Authorization header"))?;
    if let Some(key) = with_key(settings, memory, visit, token).await? {
        let shown = key.own.clone().or_else(|| settings.anthropic_key());
        let shown = shown.ok_or_else(|| no_key("proxy.anthropic_api_key"))?;
        return Ok(key.showing(Shown::ApiKey(shown)));
    }
    passing(settings, visit, token)?;
    let caller = stranger(memory, visit, token)?;
    let shown = match key {
        Some(key) => Shown::ApiKey(settings.shown_for(&settings.anthropic, key)),
        None => Shown::Bearer(Secret(token.to_owned())),
    };
    Ok(Admitted {
        caller,
        oauth: key.is_none(),
        shown,
        by_key: false,
        once: false,
    })
}

/// Whoever brings no key of ours, if the namespace all of them share is open to where they are.
fn stranger(memory: &dyn Memory, visit: &Visit<'_>, token: &str) -> Result<Caller> {
    let caller = caller(OPEN, token, visit.peer.into());
    memory.may_come(&caller)?;
    Ok(caller)
}

pub async fn admit(
    form: Form,
    settings: &Settings,
    memory: &dyn Memory,
    visit: &Visit<'_>,
) -> Result<Admitted> {
    match form {
        Form::OpenAi => openai(settings, memory, visit).await,
        Form::Anthropic => anthropic(settings, memory, visit).await,
    }
}

/// Whoever has a key of ours, in either header; nobody else.
pub async fn holder(settings: &Settings, memory: &dyn Memory, visit: &Visit<'_>) -> Result<Caller> {
    let token = visit.bearer().or(visit.api_key());
    let token = token.ok_or_else(|| unknown("missing Authorization header"))?;
    match with_key(settings, memory, visit, token).await? {
        Some(key) if key.once => Err(untold()),
        Some(key) => Ok(key.caller),
        None => Err(unknown("invalid API key")),
    }
}

/// What a key of ours stands for. Nobody is asked about keys of others.
async fn with_key(
    settings: &Settings,
    memory: &dyn Memory,
    visit: &Visit<'_>,
    token: &str,
) -> Result<Option<Key>> {
    if let Some(mapping) = mapped(settings, token) {
        let caller = caller(&mapping.namespace, token, visit.peer.into());
        memory.may_come(&caller)?;
        let own = mapping.upstream_key.clone();
        return Ok(Some(Key {
            caller,
            own,
            once: false,
        }));
    }
    if !is_ours(settings, token) {
        return Ok(None);
    }
    let (caller, once) = match memory.holds(token, visit.peer, visit.recalls).await {
        Holder::Known(caller) => (caller, false),
        Holder::Once(caller) => (caller, true),
        Holder::Nobody => return Ok(None),
        Holder::Elsewhere => return Err(elsewhere()),
        Holder::Untold => return Err(untold()),
    };
    let own = None;
    Ok(Some(Key { caller, own, once }))
}

/// Whether it could be a key of the store, or a token for one: it goes to no provider.
fn is_ours(settings: &Settings, token: &str) -> bool {
    mneme_access::is_ours(token) || settings.own_keys.contains(&key_id(token))
}

/// Looks at every key, whichever it is.
fn mapped<'s>(settings: &'s Settings, token: &str) -> Option<&'s Mapping> {
    let same = |mapping: &Mapping| is_same(token.as_bytes(), mapping.proxy_key.0.as_bytes());
    let keys = settings.keys.iter();
    keys.fold(None, |found, mapping| match same(mapping) {
        true => Some(mapping),
        false => found,
    })
}

fn passing(settings: &Settings, visit: &Visit<'_>, token: &str) -> Result<()> {
    let theirs = !shows(settings, token);
    match visit.may_pass(settings) && theirs {
        true => Ok(()),
        false if theirs && settings.passthrough == Passthrough::Local => {
            Err(visit.elsewhere_told())
        }
        false if theirs || is_ours(settings, token) => Err(unknown("invalid API key")),
        false => Err(unknown(WRAPPED)),
    }
}

fn caller(namespace: &str, token: &str, peer: Peer) -> Caller {
    Caller {
        subject: key_id(token),
        namespace: namespace.to_owned(),
        role: Role::Writer,
        key: None,
        door: Door::Gateway,
        peer,
        until: None,
        only: None,
        agent: None,
    }
}

/// Nobody who called: we ourselves, in a room.
pub fn ourselves(namespace: &str) -> Caller {
    Caller {
        subject: String::from("gateway"),
        ..caller(namespace, "", Peer::Here)
    }
}

fn unknown(message: &str) -> Refused {
    Refused::new(Why::Unknown, message)
}

fn elsewhere() -> Refused {
    Refused::new(Why::Forbidden, Error::AddressNotAllowed.to_string())
}

fn untold() -> Refused {
    let told = "whose key this is cannot be told now: memory is away";
    Refused::new(Why::Away, told).with_header(header::RETRY_AFTER, "2")
}

fn no_key(setting: &str) -> Refused {
    let told = format!("there is no key of the provider for this one: set {setting}");
    Refused::new(Why::Unknown, told)
}

#[cfg(test)]
mod tests;
