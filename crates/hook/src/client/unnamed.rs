//! A session nobody named: Copilot's hooks say where they run, not always in which session.

use crate::json::Value;
use crate::moment;

/// Names under which a session may stand.
pub const NAMES: [&str; 3] = ["session_id", "sessionId", "conversation_id"];

/// The same with a session: what one directory saw on one day belongs together.
pub fn named(said: Value, now_ms: i64) -> Value {
    let there = NAMES.iter().filter_map(|name| said.get(name));
    if there.map(Value::words).any(|name| !name.trim().is_empty()) {
        return said;
    }
    let cwd = super::happening::cwd(&said);
    let name = cwd.rsplit('/').find(|part| !part.is_empty());
    let day = moment::rfc3339(now_ms);
    let day = day.split('T').next().unwrap_or_default();
    let session = format!(
        "copilot-{}-{:08x}-{day}",
        name.unwrap_or("root"),
        hash(&cwd)
    );
    match said {
        Value::Object(mut fields) => {
            fields.insert(NAMES[1].to_owned(), Value::Text(session));
            Value::Object(fields)
        }
        other => other,
    }
}

/// FNV, folded: two directories of one name are two sessions.
fn hash(text: &str) -> u32 {
    let long = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    (long ^ (long >> 32)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    #[test]
    fn a_directory_and_a_day_are_a_session() {
        let day = 86_400_000;
        let session = |text: &str, at: i64| {
            let said = named(json::read(text).unwrap(), at);
            said.get("sessionId").unwrap().words()
        };
        let here = r#"{"cwd":"/srv/shop","toolName":"bash"}"#;
        let one = session(here, day);
        assert!(
            one.starts_with("copilot-shop-") && one.ends_with("-1970-01-02"),
            "{one}"
        );
        assert_eq!(one, session(here, day + 5));
        assert_ne!(one, session(here, 2 * day));
        assert_ne!(one, session(r#"{"cwd":"/tmp/shop"}"#, day));
        assert_eq!(session(r#"{"sessionId":"s"}"#, day), "s");
    }
}
