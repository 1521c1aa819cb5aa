//! Where a memory comes from and what became of it; taken along, told again, branched.

mod command;
mod replay;
mod view;

use serde_json::{Value, json};

use crate::support::Client;

/// The memories of a small history, by what they are in it.
struct Told {
    /// Made of two that said the same, which are `sources`.
    made: String,
    sources: [String; 2],
    /// Gave way to `new`, which was confirmed by that, and once more.
    old: String,
    new: String,
}

/// A history in a namespace, and a memory that has nothing to do with it.
fn told(admin: &mut Client) -> Told {
    let first = admin.store(&json!({ "content": "Deploys need an approval from Maria.",
        "tags": ["deploy"], "agent": "claude", "session": "s1" }));
    let second = admin.store(
        &json!({ "content": "deploys need an approval from Maria", "agent": "claude",
        "session": "s1" }),
    );
    let done = admin.post("/v1/consolidate", &json!({})).ok();
    let made = done["groups"][0]["derived_id"].as_str().unwrap().to_owned();
    let new = admin.remember("Deploys need an approval from Peter since May.");
    judge(admin, &made, "supersede", Some(&new));
    judge(admin, &new, "confirm", None);
    admin.remember("The harbour has two gates.");
    Told {
        old: made.clone(),
        made,
        sources: [first, second],
        new,
    }
}

fn judge(admin: &mut Client, id: &str, action: &str, by: Option<&str>) {
    let mut body = json!({ "id": id, "action": action });
    if let Some(by) = by {
        body["superseded_by"] = json!(by);
    }
    admin.post("/v1/feedback", &body).ok();
}

fn view(client: &mut Client, id: &str) -> Value {
    client.get(&format!("/v1/history/{id}")).ok()
}

fn bundle(client: &mut Client, id: &str) -> Value {
    client.get(&format!("/v1/history/{id}/bundle")).ok()
}

/// A bundle without what is of one export.
fn lasting(bundle: &Value) -> [String; 3] {
    ["memories", "edges", "timeline"].map(|part| bundle[part].to_string())
}

fn ids(view: &Value) -> Vec<&str> {
    let nodes = view["nodes"].as_array().unwrap().iter();
    nodes.map(|node| node["id"].as_str().unwrap()).collect()
}
