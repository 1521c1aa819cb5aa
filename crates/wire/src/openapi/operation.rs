//! One operation of the REST door.

use serde_json::{Value, json};

use super::schemas::Schemas;
use super::{KEY, about, has_body, refusals, views};
use crate::operations::{BODY_MAY_BE_LEFT_OUT, Permission, Row};

pub fn of(row: &Row, method: &str, path: &str, schemas: &mut Schemas) -> Value {
    let mut request = schemas.request(row.request);
    let mut fields = schemas.whole(&request);
    let mut parameters: Vec<Value> = names_in(path)
        .map(|name| parameter(name, "path", &take(&mut fields, name), true))
        .collect();
    if !parameters.is_empty() {
        request = fields.clone();
    }
    let with_body = has_body(row);
    if !with_body {
        parameters.extend(behind_the_path(&fields));
    }
    let (tag, sentence) = about::operation(row.name).unwrap_or_default();
    let mut told = json!({
        "operationId": row.name,
        "tags": [tag],
        "summary": sentence,
        "x-permission": word(row.permission),
        "responses": responses(row, method, path, schemas),
    });
    if !parameters.is_empty() {
        told["parameters"] = Value::Array(parameters);
    }
    if with_body {
        told["requestBody"] = json!({
            "required": !BODY_MAY_BE_LEFT_OUT.contains(&row.name),
            "content": { "application/json": { "schema": request } },
        });
    }
    if let Some(security) = security(row.permission) {
        told["security"] = security;
    }
    told
}

pub fn word(permission: Permission) -> &'static str {
    match permission {
        Permission::Open => "open",
        Permission::Local => "local",
        Permission::Read => "read",
        Permission::Write => "write",
        Permission::Administer => "administer",
    }
}

/// Where it is another than the document's own.
pub fn security(permission: Permission) -> Option<Value> {
    match permission {
        Permission::Open => Some(json!([])),
        Permission::Local => Some(json!([{}, { KEY: [] }])),
        _ => None,
    }
}

/// The names in braces of a path.
pub fn names_in(path: &str) -> impl Iterator<Item = &str> {
    let braced = |step: &'_ str| step.starts_with('{') && step.ends_with('}');
    let steps = path.split('/').filter(move |step| braced(step));
    steps.map(|step| &step[1..step.len() - 1])
}

/// Takes a field out of an object's description.
fn take(request: &mut Value, name: &str) -> Value {
    let fields = request["properties"].as_object_mut();
    let field = fields.and_then(|fields| fields.remove(name));
    if let Some(required) = request["required"].as_array_mut() {
        required.retain(|one| one != name);
    }
    field.unwrap_or_else(|| json!({ "type": "string" }))
}

fn behind_the_path(request: &Value) -> Vec<Value> {
    let required = |name: &str| {
        let list = request["required"].as_array();
        list.is_some_and(|list| list.iter().any(|one| one == name))
    };
    let fields = request["properties"].as_object().into_iter().flatten();
    let told = fields.map(|(name, field)| parameter(name, "query", field, required(name)));
    told.collect()
}

/// What stands in a path or behind a `?` is a text: it is there or not, and never null.
fn parameter(name: &str, place: &str, field: &Value, required: bool) -> Value {
    let mut schema = field.clone();
    let mut told = json!({ "name": name, "in": place, "required": required });
    if let Some(fields) = schema.as_object_mut() {
        if let Some(description) = fields.remove("description") {
            told["description"] = description;
        }
        fields.remove("default");
        if let Some(Value::Array(sorts)) = fields.get_mut("type") {
            sorts.retain(|sort| sort != "null");
            if let [only] = &sorts[..] {
                let only = only.clone();
                fields.insert("type".to_owned(), only);
            }
        }
    }
    told["schema"] = schema;
    told
}

fn responses(row: &Row, method: &str, path: &str, schemas: &mut Schemas) -> Value {
    let reply = schemas.reply(views::of(row.name).unwrap_or(row.reply));
    let mut told = refusals::of(row, method, path);
    told["200"] = json!({
        "description": "Done.",
        "content": { "application/json": { "schema": reply } },
    });
    if row.name == "hud" {
        told["200"]["content"]["text/html"] = json!({ "schema": { "type": "string" } });
    }
    told
}
