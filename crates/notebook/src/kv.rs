//! The tables of the notebook this one took the place of: values by scope and key, as its SQLite
//! file has them.

use std::collections::BTreeMap;

use mneme_model::time;
use serde_json::{Map, Value, json};

use crate::{export, lenient};

/// One row: a scope, a key in it, and what is there or why that cannot be read.
pub type Row = (String, String, Result<String, String>);

/// A row that was left out, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    pub scope: String,
    pub key: String,
    pub why: String,
}

/// What the rows say.
#[derive(Clone, Debug, Default)]
pub struct Held {
    /// As an export has it.
    pub document: Value,
    /// Rows of scopes that this notebook has no list for, by scope.
    pub left: BTreeMap<String, usize>,
    pub broken: Vec<Broken>,
}

/// Scopes that are lists of an export, under their names there.
const LISTS: [(&str, &str); 12] = [
    ("mem:sessions", "sessions"),
    ("mem:memories", "memories"),
    ("mem:lessons", "lessons"),
    ("mem:slots", "slots"),
    (GLOBAL, "slots"),
    ("mem:relations", "relations"),
    ("mem:actions", "actions"),
    ("mem:summaries", "summaries"),
    ("mem:crystals", "crystals"),
    ("mem:semantic", "semanticMemories"),
    ("mem:procedural", "proceduralMemories"),
    ("mem:commits", "commits"),
];
const OBSERVATIONS: &str = "mem:obs:";
const GLOBAL: &str = "mem:slots:global";

/// An export of what the rows say.
pub fn held(rows: impl IntoIterator<Item = Row>) -> Held {
    let mut lists: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    let mut observations: Map<String, Value> = Map::new();
    let mut held = Held::default();
    for (scope, key, value) in rows {
        let Some(list) = list_of(&scope) else {
            *held.left.entry(scope).or_default() += 1;
            continue;
        };
        let one = match value.and_then(|value| read(list, &scope, &key, &value)) {
            Ok(one) => one,
            Err(why) => {
                held.broken.push(Broken { scope, key, why });
                continue;
            }
        };
        match scope.strip_prefix(OBSERVATIONS) {
            None => lists.entry(list).or_default().push(one),
            Some(session) => {
                let seen = observations.entry(session).or_insert_with(|| json!([]));
                if let Value::Array(seen) = seen {
                    seen.push(one);
                }
            }
        }
    }
    sort(&mut observations);
    held.document = json!({ "sessions": [], "memories": [], "observations": observations });
    for (list, all) in lists {
        held.document[list] = Value::from(all);
    }
    held
}

/// The row that an import found fault with, where it names one of a list (`lessons[2]: …`), and
/// what is wrong with it.
pub fn blamed(document: &Value, fault: &str) -> Option<Broken> {
    let (place, why) = fault.split_once("]: ")?;
    let (list, n) = place.rsplit_once('[')?;
    let n: usize = n.parse().ok()?;
    let (scope, one) = match list.strip_prefix("observations of ") {
        Some(session) => {
            let all = document.get("observations")?.get(session)?;
            (format!("{OBSERVATIONS}{session}"), all.get(n)?)
        }
        None => {
            let one = document.get(list)?.get(n)?;
            let global = one["scope"] == "global";
            let mut rows = LISTS.iter().filter(|(_, known)| *known == list);
            let scope = rows.find(|(scope, _)| !global || *scope == GLOBAL)?.0;
            (scope.to_owned(), one)
        }
    };
    let key = one.get(name_of(&scope))?.as_str()?.to_owned();
    let why = why.to_owned();
    Some(Broken { scope, key, why })
}

/// The list of an export that rows of a scope stand in.
fn list_of(scope: &str) -> Option<&'static str> {
    if scope.starts_with(OBSERVATIONS) {
        return Some("observations");
    }
    let row = LISTS.iter().find(|(known, _)| *known == scope);
    row.map(|(_, list)| *list)
}

fn read(list: &str, scope: &str, key: &str, value: &str) -> Result<Value, String> {
    let value = lenient::from_str(value);
    let value: Value = value.map_err(|error| format!("its value is not JSON: {error}"))?;
    let Value::Object(mut fields) = value else {
        return Err(String::from("its value is no JSON object"));
    };
    finish(&mut fields, scope, key);
    let one = Value::Object(fields);
    export::shaped(list, &one)?;
    Ok(one)
}

/// What stands in the key and the scope stands in the value too.
fn finish(fields: &mut Map<String, Value>, scope: &str, key: &str) {
    let own = name_of(scope);
    name(fields, own, key);
    if own == "label" {
        let global = scope == GLOBAL;
        let scope = if global { "global" } else { "project" };
        fields.insert("scope".into(), scope.into());
    }
}

/// Where one of a scope has its name.
fn name_of(scope: &str) -> &'static str {
    match scope {
        "mem:slots" | GLOBAL => "label",
        "mem:summaries" => "sessionId",
        "mem:commits" => "sha",
        _ => "id",
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

    fn row(scope: &str, key: &str, value: Value) -> Row {
        (scope.to_owned(), key.to_owned(), Ok(value.to_string()))
    }

    #[test]
    fn rows_become_an_export() {
        let held = held([
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
            row(GLOBAL, "persona", json!({ "content": "x" })),
            row("mem:index:bm25", "manifest", json!({ "v": 1 })),
            row("mem:insights", "i", json!({ "title": "x" })),
        ]);
        assert_eq!(held.document["sessions"][0]["id"], "s");
        let ids: Vec<_> = held.document["observations"]["s"]
            .as_array()
            .unwrap()
            .iter()
            .map(|o| &o["id"])
            .collect();
        assert_eq!(ids, ["obs_1", "obs_2"]);
        assert_eq!(
            held.document["slots"][0],
            json!({ "content": "x", "label": "persona", "scope": "global" })
        );
        let left = [("mem:index:bm25", 1), ("mem:insights", 1)];
        assert_eq!(
            held.left,
            left.map(|(scope, n)| (scope.to_owned(), n)).into()
        );
        assert!(held.broken.is_empty(), "{:?}", held.broken);
    }

    #[test]
    fn a_broken_row_is_named_with_what_is_wrong() {
        let torn = (
            String::from("mem:memories"),
            String::from("m1"),
            Ok(String::from("{\"id\":")),
        );
        let null = (
            String::from("mem:lessons"),
            String::from("l"),
            Err(String::from("its value is NULL")),
        );
        let held = held([
            torn,
            null,
            row("mem:memories", "m2", json!("no object")),
            row("mem:memories", "m3", json!({ "version": "x" })),
            row("mem:obs:s", "o", json!({ "files": 7 })),
            row("mem:memories", "m4", json!({ "content": "sound" })),
        ]);
        let told = |n: usize| {
            let Broken { scope, key, why } = &held.broken[n];
            format!("{scope}/{key}: {why}")
        };
        assert!(told(0).starts_with("mem:memories/m1: its value is not JSON: EOF"));
        assert_eq!(told(1), "mem:lessons/l: its value is NULL");
        assert_eq!(told(2), "mem:memories/m2: its value is no JSON object");
        assert!(
            told(3).starts_with("mem:memories/m3: invalid type: string"),
            "{}",
            told(3)
        );
        assert!(
            told(4).starts_with("mem:obs:s/o: invalid type: integer"),
            "{}",
            told(4)
        );
        assert_eq!(held.broken.len(), 5);
        assert_eq!(held.document["memories"][0]["id"], "m4");
    }

    #[test]
    fn what_an_import_finds_fault_with_is_a_row() {
        let held = held([
            row("mem:lessons", "l", json!({ "content": "" })),
            row("mem:slots", "a", json!({ "content": "x" })),
            row(GLOBAL, "b", json!({ "content": "x" })),
            row("mem:obs:s[1]", "o", json!({})),
        ]);
        let blamed = |fault: &str| {
            let Broken { scope, key, why } = blamed(&held.document, fault)?;
            Some(format!("{scope}/{key}: {why}"))
        };
        for (fault, row) in [
            (
                "lessons[0]: it says nothing",
                "mem:lessons/l: it says nothing",
            ),
            ("slots[0]: odd", "mem:slots/a: odd"),
            ("slots[1]: odd", "mem:slots:global/b: odd"),
            (
                "observations of s[1][0]: at [9]: odd",
                "mem:obs:s[1]/o: at [9]: odd",
            ),
        ] {
            assert_eq!(blamed(fault).as_deref(), Some(row), "{fault}");
        }
        for other in [
            "the disk is full",
            "lessons[9]: odd",
            "lessons[x]: odd",
            "others[0]: odd",
        ] {
            assert_eq!(blamed(other), None, "{other}");
        }
    }
}
