//! What trust is made of moves with what is known and with what is of use.

use serde_json::{Value, json};

use crate::meaning::read;
use crate::support::{Client, HASHED, Home, Server, eventually};

const ALIKE: [&str; 4] = [
    "The harbour master logs every ferry at the north pier.",
    "The harbour master logs every barge at the north pier.",
    "The harbour master logs every ferry at the south pier.",
    "The harbour master counts every ferry at the north pier.",
];
const ODD: &str = "Xylophone brochures: quiz kiwi jumbo.";

fn signal(client: &mut Client, id: &str, name: &str) -> f64 {
    client.inspect(id)["trust_signals"][name].as_f64().unwrap()
}

fn coherence(client: &mut Client, id: &str) -> f64 {
    signal(client, id, "embedding_coherence")
}

/// As a view that lists memories tells it of one.
fn listed(list: &Value, id: &str) -> f64 {
    let one = list.as_array().unwrap().iter().find(|one| {
        let memory = one.get("memory").unwrap_or(one);
        memory["id"] == id
    });
    one.unwrap()["trust_signals"]["embedding_coherence"]
        .as_f64()
        .unwrap()
}

#[test]
fn g_120_what_fits_the_others_is_trusted_for_it_and_every_view_says_so() {
    let home = Home::with_settings(HASHED);
    let server = Server::start(&home);
    let key = server.key("fits", "admin");
    let mut admin = Client::new(server.http(), Some(&key));
    let alike = ALIKE.map(|text| admin.remember(text));
    let odd = admin.remember(ODD);
    read(&home);
    let apart = coherence(&mut admin, &odd);
    let fits = alike.each_ref().map(|id| coherence(&mut admin, id));
    for one in fits {
        assert!(one > apart + 0.05 && one <= 1.0, "{fits:?} {apart}");
    }
    let told = json!({ "query": "harbour master north pier", "limit": 4 });
    let told = admin.post("/v1/admin/query-explain", &told).ok();
    let states = admin.get("/v1/admin/lifecycle").ok();
    for (id, fits) in alike.iter().zip(fits) {
        assert_eq!(listed(&told["final_results"], id), fits, "{told}");
        assert_eq!(listed(&states["memories"], id), fits);
    }
    server.kill();
    let server = Server::start(&home);
    let mut admin = Client::new(server.http(), Some(&key));
    assert_eq!(coherence(&mut admin, &odd), apart, "the same after a kill");
    let gone = admin.forget(&json!({ "ids": alike[1..] }));
    assert_eq!(gone, 3);
    let two = [&alike[0], &odd].map(|id| coherence(&mut admin, id));
    assert!(
        (two[0] - two[1]).abs() < 1e-3,
        "as far from their middle: {two:?}"
    );
    assert!(two[1] > apart, "what was forgotten counts no more");
    admin.forget(&json!({ "id": alike[0] }));
    assert_eq!(coherence(&mut admin, &odd), 0.5, "alone, nothing is known");
    server.stop();
}

#[test]
fn without_a_model_nothing_is_thought_of_how_a_memory_fits() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut admin = server.admin("plain");
    let ids = ALIKE.map(|text| admin.remember(text));
    for id in &ids {
        assert_eq!(coherence(&mut admin, id), 0.5);
    }
}

/// What so many times are worth.
fn worth(times: f64) -> f64 {
    ((1.0 + times).ln() / 101_f64.ln() * 1e6).round() / 1e6
}

#[test]
fn g_206_how_often_a_memory_was_of_use_is_counted_beside_recall_and_survives_a_kill() {
    let home = Home::new();
    let server = Server::start(&home);
    let key = server.key("used", "admin");
    let mut admin = Client::new(server.http(), Some(&key));
    let [used, other] = [ALIKE[0], ODD].map(|text| admin.remember(text));
    let head = home.json(&["status", "--json"])["head"].take();
    let seen = |admin: &mut Client, id: &str| signal(admin, id, "access_frequency");
    assert_eq!(seen(&mut admin, &used), 0.0);
    for limit in 1..=3 {
        admin.recall(&json!({ "query": "harbour master", "limit": limit }));
    }
    eventually("three answers to be counted", || {
        (seen(&mut admin, &used) == worth(3.0)).then_some(())
    });
    assert_eq!(seen(&mut admin, &other), 0.0);
    assert_eq!(home.json(&["status", "--json"])["head"], head, "no event");
    server.kill();
    let server = Server::start(&home);
    let mut admin = Client::new(server.http(), Some(&key));
    assert_eq!(seen(&mut admin, &used), worth(3.0));
    home.run(&["verify"]).ok();
    server.stop();
    home.run(&["rebuild"]).ok();
    let server = Server::start(&home);
    let mut admin = Client::new(server.http(), Some(&key));
    assert_eq!(seen(&mut admin, &used), worth(3.0), "a rebuild keeps it");
    let trust = admin.inspect(&used)["trust_score"].as_f64().unwrap();
    let plain = admin.inspect(&other)["trust_score"].as_f64().unwrap();
    assert!(trust > plain, "{trust} {plain}");
}
