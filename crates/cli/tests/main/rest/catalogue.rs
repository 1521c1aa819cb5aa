//! The catalogue and the router agree, row by row.

use mneme_wire::operations::{CATALOGUE, Permission};
use serde_json::{Value, json};

use crate::support::{Client, Reply, shared};

/// A request each route accepts.
fn body(operation: &str, id: &str) -> Value {
    match operation {
        "store" => json!({ "content": "From the catalogue." }),
        "store_batch" => json!({ "memories": [{ "content": "From the catalogue, in a batch." }] }),
        "recall" => json!({ "query": "catalogue" }),
        "recall_batch" => json!({ "queries": [{ "query": "catalogue" }] }),
        "update" => json!({ "id": id, "tags": ["seen"] }),
        "ingest" => json!({ "events": [{ "session": "s", "text": "Hello." }] }),
        "forget" => json!({ "ids": ["nobody"] }),
        // The event that was just ingested.
        "forget_certified" => json!({ "session": "s" }),
        _ => Value::Null,
    }
}

fn call(client: &mut Client, row: &(&'static str, &str, &str), id: &str) -> Reply {
    let (operation, method, path) = *row;
    let body = match body(operation, id) {
        Value::Null => String::new(),
        body => body.to_string(),
    };
    client.send(method, &path.replace("{id}", id), body.as_bytes())
}

#[test]
fn every_route_of_the_catalogue_answers_whom_it_should() {
    let server = shared();
    let mut writer = server.room("catalogue");
    let mut reader = Client::new(server.http(), Some(&server.key("catalogue", "reader")));
    let mut admin = Client::new(server.http(), Some(&server.key("catalogue", "admin")));
    let mut stranger = server.stranger();
    let id = writer.remember("To be inspected.");
    let mut routes = 0;
    for row in CATALOGUE {
        let Some((method, path)) = row.rest else {
            continue;
        };
        routes += 1;
        let call = |client: &mut Client| call(client, &(row.name, method, path), &id);
        call(&mut stranger).refused(401, "no_credential");
        if row.permission == Permission::Administer {
            call(&mut writer).refused(403, "role_too_low");
        } else {
            assert_eq!(call(&mut writer).status, 200, "{} as writer", row.name);
        }
        assert_eq!(call(&mut admin).status, 200, "{} as admin", row.name);
        match row.permission {
            Permission::Read => assert_eq!(call(&mut reader).status, 200, "{}", row.name),
            Permission::Write | Permission::Administer => {
                call(&mut reader).refused(403, "role_too_low");
            }
        }
    }
    assert!(routes >= 9, "the catalogue lost its routes: {routes}");
}

#[test]
fn what_the_catalogue_keeps_from_rest_is_not_there() {
    let server = shared();
    let key = server.key("catalogue-closed", "admin");
    let mut admin = Client::new(server.http(), Some(&key));
    let closed = CATALOGUE.iter().filter(|row| row.rest.is_none());
    assert!(closed.clone().count() > 0);
    for row in closed {
        for path in [
            format!("/v1/{}", row.name),
            format!("/v1/{}", row.name.replace('_', "/")),
        ] {
            admin.get(&path).refused(404, "no_such_route");
            admin.post(&path, &json!({})).refused(404, "no_such_route");
        }
    }
}
