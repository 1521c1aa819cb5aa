//! What a client calls its conversation.

use axum::http::HeaderMap;

use crate::headers;
use crate::json::Json;

/// Our own header, then those of clients we know.
const HEADERS: [&str; 5] = [
    headers::SESSION,
    "x-session-id",
    "session_id",
    "session-id",
    "conversation_id",
];
/// Longer ones are no names.
const LONGEST: usize = 256;
/// Claude Code hides it in what it calls its user.
const WITHIN: &str = "session_";

/// By a header, or by what the request says of itself.
pub fn named(headers: &HeaderMap, body: &[u8]) -> Option<String> {
    let told = HEADERS
        .iter()
        .filter_map(|name| headers::text(headers, name));
    let mut told = told.map(str::trim).filter(|name| is_name(name));
    match told.next() {
        Some(name) => Some(name.to_owned()),
        None => within(body).filter(|name| is_name(name)),
    }
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.len() <= LONGEST && !name.chars().any(char::is_control)
}

fn within(body: &[u8]) -> Option<String> {
    let (json, root) = Json::read(body).ok()?;
    let metadata = json.field(&root, "metadata");
    let of_metadata = || {
        let metadata = metadata.as_ref()?;
        let user = || {
            let user = json.field_text(metadata, "user_id")?;
            let (_, session) = user.rsplit_once(WITHIN)?;
            Some(session.to_owned())
        };
        json.field_text(metadata, "session_id").or_else(user)
    };
    let conversation = || {
        let told = json.field(&root, "conversation")?;
        json.text(&told).or_else(|| json.field_text(&told, "id"))
    };
    of_metadata()
        .or_else(conversation)
        .or_else(|| json.field_text(&root, "prompt_cache_key"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(headers: &[(&'static str, &str)], body: &str) -> Option<String> {
        let pairs = headers
            .iter()
            .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
        named(&pairs.collect(), body.as_bytes())
    }

    #[test]
    fn a_conversation_has_the_name_its_client_gives_it() {
        let codex = [("session_id", "019a-c"), ("conversation_id", "019a-d")];
        assert_eq!(of(&codex, "{}").as_deref(), Some("019a-c"));
        let ours = [("session_id", "a"), ("x-memory-session", " mine ")];
        assert_eq!(of(&ours, "{}").as_deref(), Some("mine"));
        for body in [
            r#"{"metadata":{"user_id":"user_5f1c_account__session_s1"}}"#,
            r#"{"metadata":{"session_id":"s1"}}"#,
            r#"{"conversation":{"id":"s1"}}"#,
            r#"{"conversation":"s1","prompt_cache_key":"s2"}"#,
            r#"{"prompt_cache_key":"s1"}"#,
        ] {
            assert_eq!(of(&[], body).as_deref(), Some("s1"), "{body}");
        }
        let long = "x".repeat(LONGEST + 1);
        assert_eq!(of(&[("x-memory-session", &long)], "{}"), None);
        assert_eq!(of(&[], r#"{"metadata":{"user_id":"anna"}}"#), None);
    }
}
