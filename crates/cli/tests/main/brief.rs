//! What is put before a model unasked, as its explanation tells it: the same rules decide for a
//! proxy.

mod fit;
mod guarded;
mod happened;
mod probes;
mod task;
mod told;

use serde_json::{Value, json};

use crate::support::Client;

/// What would come of a request.
fn explain(client: &mut Client, query: &str) -> Value {
    let asked = json!({ "query": query });
    client.post("/v1/admin/query-explain", &asked).ok()
}

/// The block, if there is one.
fn block(told: &Value) -> Option<&str> {
    told["injection"]["content"].as_str()
}

/// Stores a text with tags; its id.
fn tagged(client: &mut Client, text: &str, tags: &[&str]) -> String {
    let stored = client.post("/v1/store", &json!({ "content": text, "tags": tags }));
    stored.ok()["id"].as_str().unwrap().to_owned()
}
