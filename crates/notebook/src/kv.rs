//! The tables of the notebook this one took the place of: values by scope and key, as its SQLite
//! file has them.

use std::collections::BTreeMap;

use mneme_model::time;
use serde_json::{Map, Value, json};

/// One row: a scope, a key in it, and what is there.
pub type Row = (String, String, Value);

/// Scopes that are lists of an export, under their names there.
const LISTS: [(&str, &str); 15] = [
    ("mem:sessions", "sessions"),
    ("mem:memories", "memories"),
    ("mem:lessons", "lessons"),
    ("mem:slots", "slots"),
    ("mem:slots:global", "slots"),
    ("mem:relations", "relations"),
    ("mem:actions", "actions"),
    ("mem:summaries", "summaries"),
    ("mem:crystals", "crystals"),
    ("mem:semantic", "semanticMemories"),
    ("mem:procedural", "proceduralMemories"),
    ("mem:insights", "insights"),
    ("mem:commits", "commits"),
    ("mem:graph:nodes", "graphNodes"),
    ("mem:graph:edges", "graphEdges"),
];
const OBSERVATIONS: &str = "mem:obs:";

/// An export of what the rows say, and how many rows of each scope nobody could read.
pub fn document(rows: impl IntoIterator<Item = Row>) -> (Value, BTreeMap<String, usize>) {
    let mut lists: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    let mut observations: Map<String, Value> = Map::new();
    let mut left: BTreeMap<String, usize> = BTreeMap::new();
    for (scope, key, value) in rows {
        let Value::Object(mut fields) = value else {
            *left.entry(scope).or_default() += 1;
            continue;
        };
        if let Some(session) = scope.strip_prefix(OBSERVATIONS) {
            name(&mut fields, "id", &key);
            let seen = observations.entry(session).or_insert_with(|| json!([]));
            if let Value::Array(seen) = seen {
                seen.push(Value::Object(fields));
            }
            continue;
        }
        let Some((_, list)) = LISTS.iter().find(|(known, _)| *known == scope) else {
            *left.entry(scope).or_default() += 1;
            continue;
        };
        finish(&mut fields, &scope, &key);
        lists.entry(list).or_default().push(Value::Object(fields));
    }
    sort(&mut observations);
    let mut document = json!({ "sessions": [], "memories": [], "observations": observations });
    for (list, all) in lists {
        document[list] = Value::from(all);
    }
    (document, left)
}

/// What stands in the key and the scope stands in the value too.
fn finish(fields: &mut Map<String, Value>, scope: &str, key: &str) {
    let own = match scope {
        "mem:slots" | "mem:slots:global" => "label",
        "mem:summaries" => "sessionId",
        "mem:commits" => "sha",
        _ => "id",
    };
    name(fields, own, key);
    if own == "label" {
        let global = scope == "mem:slots:global";
        let scope = if global { "global" } else { "project" };
        fields.insert("scope".into(), scope.into());
    }
}

fn name(fields: &mut Map<String, Value>, field: &str, key: &str) {
    let known = fields.get(field).and_then(Value::as_str);
    if known.is_none_or(str::is_empty) {
        fields.insert(field.to_owned(), key.into());
    }
}

/// In the order they happened.
fn sort(observations: &mut Map<String, Value>) {
    for seen in observations.values_mut().filter_map(Value::as_array_mut) {
        seen.sort_by(|a, b| {
            let at = |seen: &Value| seen["timestamp"].as_str().unwrap_or_default().to_owned();
            time::order(&at(a), &at(b))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_an_export() {
        let row = |scope: &str, key: &str, value: Value| (scope.to_owned(), key.to_owned(), value);
        let (document, left) = document([
            row("mem:sessions", "s", json!({ "id": "s" })),
            row(
                "mem:obs:s",
                "obs_2",
                json!({ "timestamp": "2026-01-02T00:00:00Z" }),
            ),
            row(
                "mem:obs:s",
                "obs_1",
                json!({ "id": "obs_1", "timestamp": "2026-01-01T00:00:00Z" }),
            ),
            row("mem:slots:global", "persona", json!({ "content": "x" })),
            row("mem:index:bm25", "manifest", json!({ "v": 1 })),
            row("mem:memories", "m", json!("no object")),
        ]);
        assert_eq!(document["sessions"][0]["id"], "s");
        let ids: Vec<_> = document["observations"]["s"]
            .as_array()
            .unwrap()
            .iter()
            .map(|o| &o["id"])
            .collect();
        assert_eq!(ids, ["obs_1", "obs_2"]);
        assert_eq!(
            document["slots"][0],
            json!({ "content": "x", "label": "persona", "scope": "global" })
        );
        assert_eq!(left["mem:index:bm25"], 1);
        assert_eq!(left["mem:memories"], 1);
    }
}
