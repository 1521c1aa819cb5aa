//! What is answered instead: one response for each status, with the codes that have it.

use mneme_model::Code;
use serde_json::{Map, Value, json};

use super::has_body;
use crate::errors::http_status;
use crate::operations::{Permission, Row};

/// Codes of doors that speak something else, and of the command.
const ELSEWHERE: [&str; 5] = [
    "port_taken",
    "not_serving",
    "store_in_use",
    "file_exists",
    "not_empty",
];

/// The statuses there are, each as a component.
pub fn responses(fault: &Value) -> Value {
    let mut told = Map::new();
    for code in Code::ALL {
        let name = named(http_status(*code));
        told.entry(name)
            .or_insert_with(|| response(http_status(*code), fault));
    }
    Value::Object(told)
}

fn response(status: u16, fault: &Value) -> Value {
    let codes = Code::ALL
        .iter()
        .filter(|code| http_status(**code) == status);
    let codes: Vec<&str> = codes
        .map(|code| code.name())
        .filter(|name| !ELSEWHERE.contains(name))
        .collect();
    let mut told = json!({
        "description": format!("Refused: {}.", meaning(status)),
        "content": { "application/json": { "schema": fault } },
        "x-codes": codes,
    });
    if matches!(status, 429 | 503) {
        told["headers"] = json!({ "Retry-After": {
            "description": "Seconds to wait, where waiting helps.",
            "schema": { "type": "integer" },
        } });
    }
    told
}

/// The refusals of an operation, by status.
pub fn of(row: &Row, method: &str, path: &str) -> Value {
    let mut statuses = vec![400, 422, 429, 500, 503];
    if row.permission != Permission::Open {
        statuses.extend([401, 403]);
    } else {
        // The credential may stand in the body.
        statuses.push(401);
    }
    if has_body(row) {
        statuses.extend([408, 413, 415]);
    }
    if path.contains('{') || has_body(row) || row.name == "grip" || row.name == "toc" {
        statuses.push(404);
    }
    if method != "GET" {
        statuses.extend([409, 507]);
    }
    let each = statuses
        .into_iter()
        .map(|status| (status.to_string(), reference(status)));
    Value::Object(each.collect())
}

pub fn reference(status: u16) -> Value {
    json!({ "$ref": format!("#/components/responses/{}", named(status)) })
}

fn named(status: u16) -> String {
    format!("Refused{status}")
}

fn meaning(status: u16) -> &'static str {
    match status {
        400 => "something in the request is not right",
        401 => "it is not known who asks",
        403 => "whoever asks may not",
        404 => "there is no such thing",
        405 => "another method is meant; `Allow` names it",
        408 => "the rest of it did not come",
        409 => "it stands otherwise",
        413 => "it is too large",
        415 => "the body is not said to be JSON",
        422 => "a field is missing or of another sort",
        429 => "too much at once",
        503 => "not now",
        507 => "there is no room",
        _ => "something failed here",
    }
}
