//! What memories turned out to be worth: said, kept, and taken into account.

mod kept;
mod ranked;
mod refused;
mod uses;
mod verdicts;

use serde_json::{Value, json};

use crate::support::{Client, Reply};

fn say(client: &mut Client, id: &str, action: &str) -> Reply {
    client.post("/v1/feedback", &json!({ "id": id, "action": action }))
}

fn supersede(client: &mut Client, id: &str, by: &str) -> Reply {
    let body = json!({ "id": id, "action": "supersede", "superseded_by": by });
    client.post("/v1/feedback", &body)
}

/// The reputations of a namespace, by an administrator of it.
fn reputations(admin: &mut Client) -> Value {
    admin.get("/v1/admin/trust-stats").ok()["source_reputations"].take()
}
