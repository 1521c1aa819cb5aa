//! The memory API, described: an OpenAPI 3.1 document, made from the catalogue and the shapes.
//!
//! Nothing here is kept by hand but a sentence for each operation ([`about`]); a route without one,
//! or one without a route, fails a test. Start with [`document`].

mod about;
mod fixed;
mod operation;
mod refusals;
mod schemas;
pub mod views;

use serde_json::{Map, Value, json};

use crate::errors::worded;
use crate::operations::{CATALOGUE, FIXED, Row};
use schemas::Schemas;

/// The version of OpenAPI it keeps to.
const OPENAPI: &str = "3.1.0";
/// The one way to show who one is.
const KEY: &str = "key";

/// The whole document, for a build of this version.
pub fn document(version: &str) -> Value {
    let mut schemas = Schemas::new();
    let mut paths = Map::new();
    for row in CATALOGUE {
        if let Some((method, path)) = row.rest {
            let told = operation::of(row, method, path, &mut schemas);
            put(&mut paths, method, path, told);
        }
    }
    for (method, path, permission) in FIXED {
        put(&mut paths, method, path, fixed::of(path, *permission));
    }
    let fault = schemas.fault();
    let mut document = json!({
        "openapi": OPENAPI,
        "info": info(version),
        "servers": [{ "url": "http://127.0.0.1:8000", "description": worded("as `mneme serve` opens it") }],
        "tags": about::tags(),
        "security": [{ KEY: [] }],
        "paths": paths,
        "components": {
            "securitySchemes": { KEY: security() },
            "responses": refusals::responses(&fault),
        },
    });
    schemas.settle(&mut document);
    document
}

/// Whether the fields of an operation stand in a JSON body at the REST door; behind a `?` else.
pub fn has_body(row: &Row) -> bool {
    match row.name {
        // What is to go may be a long list.
        "forget" | "forget_certified" => true,
        // They say where, and nothing else.
        "cache_flush" | "intent_flush" => false,
        _ => matches!(row.rest, Some(("POST" | "PATCH" | "PUT", _))),
    }
}

fn put(paths: &mut Map<String, Value>, method: &str, path: &str, told: Value) {
    let item = paths.entry(path).or_insert_with(|| json!({}));
    item[method.to_lowercase()] = told;
}

fn info(version: &str) -> Value {
    json!({
        "title": "mneme, the memory API",
        "version": version,
        "description": "One memory for AI agents. Fields nobody knows are ignored, except where it says \
            otherwise; every refusal is a `Fault` with a stable code.",
        "license": { "name": env!("CARGO_PKG_LICENSE"), "identifier": env!("CARGO_PKG_LICENSE") },
    })
}

fn security() -> Value {
    json!({
        "type": "http",
        "scheme": "bearer",
        "description": worded(
            "A key (`mneme key`), or a token that was made with one. Each has one \
             namespace and one role: reader, writer or admin.",
        ),
    })
}

#[cfg(test)]
mod tests;
