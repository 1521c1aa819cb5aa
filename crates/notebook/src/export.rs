//! Everything of a notebook in one document, as it is published.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::memory::Memory;
use crate::observation::Observation;
use crate::redact;

/// A session in the published shape, as far as an import can keep it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Session {
    pub id: String,
    pub project: String,
    pub cwd: String,
    pub started_at: String,
    pub updated_at: Option<String>,
    pub ended_at: Option<String>,
    pub status: String,
    pub agent_id: Option<String>,
    pub title: Option<String>,
    pub first_prompt: Option<String>,
    pub tags: Vec<String>,
    pub model: Option<String>,
}

/// What a document says, without secrets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Export {
    pub sessions: Vec<Session>,
    pub observations: BTreeMap<String, Vec<Observation>>,
    pub memories: Vec<Memory>,
    /// Notes by the name of their list, as they stand there.
    pub notes: BTreeMap<String, Vec<Value>>,
}

/// What is read in a shape of its own; every other list is one of notes.
const OWN: [&str; 3] = ["sessions", "observations", "memories"];

/// Reads a document. What it lacks is empty; what has no shape is named.
pub fn read(document: Value) -> Result<Export, String> {
    let Value::Object(fields) = document else {
        return Err(String::from("an export is a JSON object"));
    };
    let mut fields: Map<String, Value> = fields.into_iter().map(redacted).collect();
    if !OWN.iter().any(|field| fields.contains_key(*field)) {
        return Err(String::from(
            "an export has sessions, observations or memories",
        ));
    }
    let export = Export {
        sessions: list(fields.remove("sessions"), "sessions")?,
        memories: list(fields.remove("memories"), "memories")?,
        observations: observations(fields.remove("observations"))?,
        notes: notes(fields),
    };
    match export
        .sessions
        .iter()
        .position(|session| session.id.is_empty())
    {
        Some(n) => Err(format!("sessions[{n}] has no id")),
        None => Ok(export),
    }
}

/// A list without secrets, in which sessions are called what they were.
fn redacted((list, told): (String, Value)) -> (String, Value) {
    let told = match (list.as_str(), told) {
        ("sessions", Value::Array(all)) => all.into_iter().map(redact::session).collect(),
        ("observations", Value::Object(by_session)) => {
            let each = |(session, all)| (session, noted(all));
            Value::Object(by_session.into_iter().map(each).collect())
        }
        (_, told) => noted(told),
    };
    (list, told)
}

fn noted(told: Value) -> Value {
    match told {
        Value::Array(all) => all.into_iter().map(redact::note).collect(),
        other => redact::value(other),
    }
}

fn observations(told: Option<Value>) -> Result<BTreeMap<String, Vec<Observation>>, String> {
    let fields = match told {
        None | Some(Value::Null) => return Ok(BTreeMap::new()),
        Some(Value::Object(fields)) => fields,
        Some(_) => return Err(String::from("observations must be lists by session")),
    };
    let each = |(session, all): (String, Value)| {
        let what = format!("observations of {session}");
        Ok((session, list(Some(all), &what)?))
    };
    fields.into_iter().map(each).collect()
}

fn list<T: DeserializeOwned>(told: Option<Value>, what: &str) -> Result<Vec<T>, String> {
    let all = match told {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Array(all)) => all,
        Some(_) => return Err(format!("{what} must be a list")),
    };
    let each = |(n, one): (usize, Value)| {
        serde_json::from_value(told_only(one)).map_err(|error| format!("{what}[{n}]: {error}"))
    };
    all.into_iter().enumerate().map(each).collect()
}

/// Whether one of a list can be read. Notes are looked at when they are put down.
pub fn shaped(list: &str, one: &Value) -> Result<(), String> {
    let one = told_only(one.clone());
    let read = match list {
        "sessions" => serde_json::from_value::<Session>(one).map(drop),
        "memories" => serde_json::from_value::<Memory>(one).map(drop),
        "observations" => serde_json::from_value::<Observation>(one).map(drop),
        _ => Ok(()),
    };
    read.map_err(|error| error.to_string())
}

/// What is null was not told: other programs write it where they know nothing.
fn told_only(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let told = fields.into_iter().filter(|(_, value)| !value.is_null());
            Value::Object(told.collect())
        }
        other => other,
    }
}

fn notes(fields: Map<String, Value>) -> BTreeMap<String, Vec<Value>> {
    let lists = fields.into_iter().filter_map(|(name, value)| match value {
        Value::Array(all) => Some((name, all.into_iter().map(told_only).collect())),
        _ => None,
    });
    lists.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_lacking_is_empty_and_what_is_broken_is_named() {
        let read_it = read(json!({
            "version": "1", "memories": [{ "id": "mem_1", "content": "a", "parentId": null }],
            "observations": { "s": [{ "id": "obs_1", "agentId": null }] }, "lessons": [{ "id": "l" }],
        }));
        let export = read_it.unwrap();
        assert_eq!(export.memories[0].id, "mem_1");
        assert_eq!(export.observations["s"][0].id, "obs_1");
        assert_eq!(export.notes["lessons"].len(), 1);
        for (bad, why) in [
            (json!([]), "an export is a JSON object"),
            (
                json!({}),
                "an export has sessions, observations or memories",
            ),
            (json!({ "memories": 1 }), "memories must be a list"),
            (json!({ "sessions": [{}] }), "sessions[0] has no id"),
        ] {
            assert_eq!(read(bad).unwrap_err(), why);
        }
        let odd = read(json!({ "memories": [{ "version": "x" }] })).unwrap_err();
        assert!(odd.starts_with("memories[0]: "), "{odd}");
    }

    #[test]
    fn secrets_do_not_come_in_by_the_back_door() {
        let said = json!({ "memories": [{ "content": format!("ghp_{}", "Ab1".repeat(12)) }] });
        assert_eq!(read(said).unwrap().memories[0].content, redact::SECRET);
        let token = format!("ghp_{}", "Ab1".repeat(12));
        let observed = json!({ "id": "obs_1", "sessionId": token, "raw": token });
        let said = json!({
            "sessions": [{ "id": token, "title": token }], "observations": { token.as_str(): [observed] },
        });
        let export = read(said).unwrap();
        assert_eq!(
            export.sessions[0].id, token,
            "a session is called what it was"
        );
        assert_eq!(export.sessions[0].title.as_deref(), Some(redact::SECRET));
        let seen = &export.observations[&token][0];
        assert_eq!(
            (&seen.session_id, &seen.raw),
            (&token, &json!(redact::SECRET))
        );
    }
}
