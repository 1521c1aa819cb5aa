//! What the REST door answers beside operations.

use serde_json::{Value, json};

use super::operation::{security, word};
use super::{about, refusals};
use crate::operations::Permission;

pub fn of(path: &str, permission: Permission) -> Value {
    let (tag, sentence) = about::operation(path).unwrap_or_default();
    let name: String = path
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { '_' })
        .collect();
    let (kind, schema) = answer(path);
    let mut told = json!({
        "operationId": name.trim_matches('_'),
        "tags": [tag],
        "summary": sentence,
        "x-permission": word(permission),
        "responses": {
            "200": { "description": "Done.", "content": { kind: { "schema": schema } } },
            "429": refusals::reference(429),
        },
    });
    if permission != Permission::Open {
        told["responses"]["401"] = refusals::reference(401);
        told["responses"]["403"] = refusals::reference(403);
    }
    if path == "/health" || path == "/metrics" {
        told["responses"]["503"] = refusals::reference(503);
    }
    if let Some(security) = security(permission) {
        told["security"] = security;
    }
    told
}

/// What comes back, and how it is written.
fn answer(path: &str) -> (&'static str, Value) {
    match path {
        "/metrics" => ("text/plain", json!({ "type": "string" })),
        "/health" => ("application/json", health()),
        "/v1/source" => ("application/json", texts(&["license", "source", "notice"])),
        _ => (
            "application/json",
            json!({ "type": "object", "required": ["openapi", "info", "paths"] }),
        ),
    }
}

fn health() -> Value {
    json!({
        "type": "object",
        "required": ["status", "version"],
        "properties": {
            "status": { "type": "string", "enum": ["ok", "degraded"] },
            "version": { "type": "string" },
            "memory_mode": { "type": "string", "enum": ["full", "readonly", "after", "off"] },
            "total_memories": { "type": "integer", "minimum": 0, "description": "Those of the caller's namespace; none without a key." },
            "index_lag": { "type": "integer", "minimum": 0 },
            "code": { "type": "string", "description": "Why it is degraded." },
            "error": { "type": "string" },
        },
    })
}

fn texts(names: &[&str]) -> Value {
    let fields = names
        .iter()
        .map(|name| ((*name).to_owned(), json!({ "type": "string" })));
    let fields: serde_json::Map<String, Value> = fields.collect();
    json!({ "type": "object", "required": names, "properties": fields })
}
