use std::collections::BTreeSet;

use super::*;
use crate::operations::{Permission, routes};

/// Every reference leads somewhere; `$ref` stands alone or beside words only.
fn assert_references(document: &Value, value: &Value) {
    match value {
        Value::Object(fields) => {
            if let Some(reference) = fields.get("$ref").and_then(Value::as_str) {
                let path = reference.strip_prefix('#').unwrap_or_default();
                assert!(
                    document.pointer(path).is_some(),
                    "{reference} leads nowhere"
                );
            }
            fields
                .values()
                .for_each(|field| assert_references(document, field));
        }
        Value::Array(list) => list.iter().for_each(|one| assert_references(document, one)),
        _ => {}
    }
}

fn operations(document: &Value) -> Vec<(String, String, &Value)> {
    let paths = document["paths"].as_object().unwrap();
    let each = paths.iter().flat_map(|(path, item)| {
        let methods = item.as_object().unwrap().iter();
        methods.map(move |(method, told)| (method.to_uppercase(), path.clone(), told))
    });
    each.collect()
}

#[test]
fn routes_and_the_document_are_the_same() {
    let document = document("0");
    let told: BTreeSet<(String, String)> = operations(&document)
        .into_iter()
        .map(|(method, path, _)| (method, path))
        .collect();
    let known: BTreeSet<(String, String)> = routes()
        .map(|(method, path, _)| (method.to_owned(), path.to_owned()))
        .collect();
    assert_eq!(told, known);
}

#[test]
fn the_document_has_the_structure_of_openapi() {
    let document = document("1.2.3");
    assert_eq!(document["openapi"], "3.1.0");
    assert_eq!(document["info"]["version"], "1.2.3");
    assert_references(&document, &document);
    let mut ids = BTreeSet::new();
    for (method, path, told) in operations(&document) {
        let place = format!("{method} {path}");
        assert!(ids.insert(told["operationId"].as_str().unwrap()), "{place}");
        assert!(!told["summary"].as_str().unwrap().is_empty(), "{place}");
        assert!(told["responses"]["200"].is_object(), "{place}");
        let parameters = told["parameters"].as_array().cloned().unwrap_or_default();
        let in_path: BTreeSet<String> = parameters
            .iter()
            .filter(|one| one["in"] == "path")
            .map(|one| one["name"].as_str().unwrap().to_owned())
            .collect();
        let named: BTreeSet<String> = operation::names_in(&path).map(str::to_owned).collect();
        assert_eq!(in_path, named, "{place}");
        for one in &parameters {
            assert!(one["schema"]["type"].is_string(), "{place}: {one}");
            assert!(
                one["in"] != "path" || one["required"] == true,
                "{place}: {one}"
            );
        }
    }
}

#[test]
fn who_may_is_told_as_it_is_held() {
    let document = document("0");
    for (method, path, permission) in routes() {
        let told = &document["paths"][path][method.to_lowercase()];
        let expected = match permission {
            Permission::Open => json!([]),
            Permission::Local => json!([{}, { "key": [] }]),
            _ => Value::Null,
        };
        assert_eq!(told["security"], expected, "{path}");
        assert_eq!(told["x-permission"], operation::word(permission));
        assert_eq!(
            told["responses"]["401"].is_object(),
            path.contains("auth") || permission != Permission::Open
        );
    }
}

#[test]
fn what_may_be_left_out_of_a_request_is_there_in_a_reply() {
    let document = document("0");
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let required = |name: &str, field: &str| {
        let list = schemas[name]["required"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        list.contains(&json!(field))
    };
    assert!(required("StoreRequest", "content") && !required("StoreRequest", "tags"));
    assert!(required("Memory", "archived") && !required("Memory", "agent"));
    assert!(required("PortableMemory", "archived") && !required("PortableMemoryInput", "archived"));
    assert_eq!(schemas["MemoryType"]["enum"][0], "episodic");
}
