//! Memories that speak against each other: found on every way in, shown, settled.

mod found;
mod lasting;
mod queue;
mod settled;

use serde_json::{Value, json};

use crate::support::Client;

const YES: &str = "Production deploys require staging approval before release.";
const NO: &str = "Production deploys do not require staging approval before release.";

/// Two that speak against each other, the second told last.
fn both(client: &mut Client) -> [String; 2] {
    [client.remember(YES), client.remember(NO)]
}

/// Where a memory stands, and what speaks against it.
fn stands(client: &mut Client, id: &str) -> (String, Vec<String>) {
    let seen = client.inspect(id);
    let against = seen["contradicts_with"].as_array().unwrap().iter();
    let against = against.map(|id| id.as_str().unwrap().to_owned());
    (
        seen["status"].as_str().unwrap().to_owned(),
        against.collect(),
    )
}

fn contested(by: &[&String]) -> (String, Vec<String>) {
    let by = by.iter().map(|id| (*id).clone());
    (String::from("contested"), by.collect())
}

fn active() -> (String, Vec<String>) {
    (String::from("active"), Vec::new())
}

fn say(client: &mut Client, id: &str, action: &str) -> Value {
    let body = json!({ "id": id, "action": action });
    client.post("/v1/feedback", &body).ok()
}

fn supersede(client: &mut Client, id: &str, by: &str) -> Value {
    let body = json!({ "id": id, "action": "supersede", "superseded_by": by });
    client.post("/v1/feedback", &body).ok()
}
