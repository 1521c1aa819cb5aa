//! Headers: ours, and which of others go further.

use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};

pub const MODE: &str = "x-memory-mode";
pub const AFTER: &str = "x-memory-after";
pub const BYPASS: &str = "x-memory-bypass";
pub const CONFIRM: &str = "x-memory-policy-confirm";
/// What a client calls its conversation.
pub const SESSION: &str = "x-memory-session";

pub const INJECTED: HeaderName = HeaderName::from_static("x-memory-injected-count");
pub const GATE: HeaderName = HeaderName::from_static("x-memory-gate-decision");
pub const BYPASSED: HeaderName = HeaderName::from_static("x-memory-bypassed");
pub const READ_BY: HeaderName = HeaderName::from_static("x-memory-read-by");

/// What belongs to one connection, and not to the message.
const OF_THE_CONNECTION: [&str; 9] = [
    "connection",
    "keep-alive",
    "proxy-authenticate",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// What the next connection says for itself, and what only we are told.
const OF_THE_REQUEST: [&str; 6] = [
    "host",
    "content-length",
    "expect",
    "authorization",
    "x-api-key",
    "forwarded",
];

pub fn text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

/// Whether somebody says yes, in one of the ways people do.
pub fn is_yes(headers: &HeaderMap, name: &str) -> bool {
    let said = text(headers, name).unwrap_or_default().trim();
    matches!(said.to_ascii_lowercase().as_str(), "true" | "1")
}

/// Whether what needs confirmation is confirmed.
pub fn is_confirmed(headers: &HeaderMap) -> bool {
    let said = text(headers, CONFIRM).unwrap_or_default().trim();
    matches!(
        said.to_ascii_lowercase().as_str(),
        "true" | "1" | "yes" | "confirm"
    )
}

/// Whether a request wants its connection to become a WebSocket. Others that could be upgraded (some
/// clients offer HTTP/2 so) are answered as they are.
pub fn wants_socket(headers: &HeaderMap) -> bool {
    let wanted = headers.get_all(header::UPGRADE).iter();
    let mut wanted = wanted.flat_map(|value| value.to_str().unwrap_or_default().split(','));
    wanted.any(|name| name.trim().eq_ignore_ascii_case("websocket"))
}

/// What a request tells the provider: everything that is not of this connection, of ours, or the
/// credential, which is put in by whoever knows it.
pub fn outward(from: &HeaderMap) -> HeaderMap {
    kept(from, |name| {
        !OF_THE_REQUEST.contains(&name)
            && !name.starts_with("x-memory-")
            && !name.starts_with("x-forwarded-")
            && name != "x-real-ip"
    })
}

/// What a request tells another process of ours: everything, the credential too.
pub fn within(from: &HeaderMap) -> HeaderMap {
    kept(from, |name| !matches!(name, "content-length" | "expect"))
}

/// What an answer tells the client.
pub fn inward(from: &HeaderMap) -> HeaderMap {
    kept(from, |name| !name.starts_with("x-memory-"))
}

fn kept(from: &HeaderMap, goes: impl Fn(&str) -> bool) -> HeaderMap {
    let named: Vec<String> = from
        .get_all(header::CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|name| name.trim().to_ascii_lowercase())
        .collect();
    let mut kept = HeaderMap::with_capacity(from.len());
    for (name, value) in from {
        let text = name.as_str();
        let bound = OF_THE_CONNECTION.contains(&text) || named.iter().any(|other| other == text);
        if !bound && goes(text) {
            kept.append(name, value.clone());
        }
    }
    kept
}

/// A value that must not be shown where headers are.
pub fn sensitive(text: &str) -> Option<HeaderValue> {
    let mut value = HeaderValue::from_str(text).ok()?;
    value.set_sensitive(true);
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(pairs: &[(&str, &str)]) -> HeaderMap {
        let pairs = pairs
            .iter()
            .map(|(name, value)| (name.parse::<HeaderName>().unwrap(), value.parse().unwrap()));
        pairs.collect()
    }

    #[test]
    fn what_belongs_to_a_connection_or_to_us_stays_here() {
        let all = map(&[
            ("connection", "close, X-Mine"),
            ("x-mine", "1"),
            ("host", "h"),
            ("authorization", "Bearer k"),
            ("x-memory-mode", "off"),
            ("x-forwarded-for", "10.0.0.1"),
            ("anthropic-beta", "b"),
            ("openai-organization", "o"),
            ("user-agent", "sdk"),
        ]);
        let out = outward(&all);
        let names: Vec<&str> = out.keys().map(HeaderName::as_str).collect();
        assert_eq!(
            names,
            ["anthropic-beta", "openai-organization", "user-agent"]
        );
        let back = map(&[
            ("retry-after", "3"),
            ("transfer-encoding", "chunked"),
            ("x-ratelimit-limit", "5"),
        ]);
        assert_eq!(inward(&back).len(), 2);
    }
}
