//! Names of sessions. Others call a session by its name, so that stays as it is, whatever it
//! looks like; everything around it has no secrets.

use serde_json::Value;

use super::{field, value};

/// Where a note says of which sessions it is, or what it joins: that is here by that name.
const OF: [&str; 5] = [
    "sessionId",
    "sessionIds",
    "sourceSessionIds",
    "sourceId",
    "targetId",
];

/// A note, or an observation.
pub fn note(told: Value) -> Value {
    but(told, &OF)
}

/// A session, which has its name where others have theirs.
pub fn session(told: Value) -> Value {
    but(told, &["id"])
}

fn but(told: Value, names: &[&str]) -> Value {
    let Value::Object(fields) = told else {
        return value(told);
    };
    let each = |(key, within): (String, Value)| match names.contains(&key.as_str()) {
        true if is_names(&within) => (key, within),
        _ => field((key, within)),
    };
    Value::Object(fields.into_iter().map(each).collect())
}

fn is_names(within: &Value) -> bool {
    match within {
        Value::Array(all) => all.iter().all(Value::is_string),
        one => one.is_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_session_keeps_its_name_and_nothing_else_that_looks_like_a_token() {
        let token = format!("ghp_{}", "Ab1".repeat(12));
        let hidden = super::super::SECRET;
        let told = json!({ "id": token, "sessionId": token, "sessionIds": [token], "raw": { "sessionId": token } });
        let kept = json!({ "id": hidden, "sessionId": token, "sessionIds": [token], "raw": { "sessionId": hidden } });
        assert_eq!(note(told.clone()), kept);
        assert_eq!(session(told)["id"], token);
        let odd = json!({ "sessionId": { "password": "short" } });
        assert_eq!(note(odd), json!({ "sessionId": { "password": hidden } }));
    }
}
