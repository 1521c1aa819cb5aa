//! What nobody has a use for.

use serde_json::{Value, json};

use super::{bring, line};
use crate::support::{Home, Server, eventually};

const LONG_AGO: &str = "2020-01-01T00:00:00Z";

/// Two old memories, one of them confirmed; a third is of today.
fn filled(home: &Home) {
    let old = json!({ "created_at": LONG_AGO, "updated_at": LONG_AGO });
    let kept = json!({ "created_at": LONG_AGO, "updated_at": LONG_AGO, "confirm_count": 3,
        "last_verified_at": LONG_AGO });
    let lines = [
        line("idle", "The old ferry left at nine.", &old),
        line("useful", "The old harbour has two gates.", &kept),
        line("fresh", "The new ferry leaves at ten.", &json!({})),
    ];
    bring(home, "sea", &lines);
}

fn state(home: &Home, id: &str) -> (Value, Value) {
    let mut seen = home.json(&["inspect", id, "--namespace", "sea"]);
    (seen["status"].take(), seen["archived"].take())
}

fn found(home: &Home) -> usize {
    let asked = home.json(&["recall", "ferry", "--namespace", "sea", "--json"]);
    asked["memories"].as_array().unwrap().len()
}

#[test]
fn g_076_an_idle_memory_goes_stale_and_then_away_and_comes_back_when_confirmed() {
    let home = Home::new();
    filled(&home);
    let dry = home.run(&["decay", "--dry-run", "--namespace", "sea"]);
    assert!(dry.out.contains("Would mark stale idle"), "{}", dry.out);
    assert!(dry.out.contains("0 would be archived"), "{}", dry.out);
    assert_eq!(state(&home, "idle"), (json!("active"), json!(false)));

    let done = home.json(&["decay", "--json"]);
    assert_eq!(
        (&done["stale"], &done["archived"]),
        (&json!(1), &json!(0)),
        "{done}"
    );
    assert_eq!(state(&home, "idle"), (json!("stale"), json!(false)));
    assert_eq!(found(&home), 2, "stale is found, and counts less");
    let again = home.json(&["decay", "--json"]);
    assert_eq!(again["archived"], 0, "it was just made stale: {again}");

    let away = home.run(&["decay", "--after-days", "0", "--namespace", "sea"]);
    assert!(away.out.contains("Archived idle"), "{}", away.out);
    assert!(away.out.contains("1 archived"), "{}", away.out);
    assert_eq!(state(&home, "idle"), (json!("stale"), json!(true)));
    assert_eq!(state(&home, "useful"), (json!("active"), json!(false)));
    assert_eq!(found(&home), 1, "what is put away is not found");
    let verified = home.run(&["verify"]);
    assert_eq!(verified.code, 0, "{}", verified.err);

    let server = Server::start(&home);
    let mut admin = server.admin("sea");
    let exported = admin.get("/v1/export").ok();
    assert_eq!(exported["count"], 2, "{exported}");
    let whole = admin.get("/v1/export?include_archived=true").ok();
    assert_eq!(whole["count"], 3, "{whole}");
    let told = admin.remember("The old ferry left at nine.");
    assert_ne!(told, "idle", "told again on purpose it is kept, and found");
    assert_eq!(admin.ask("ferry").len(), 2);
    admin.forget(&json!({ "id": told }));
    let body = json!({ "id": "idle", "action": "confirm" });
    assert_eq!(admin.post("/v1/feedback", &body).ok()["status"], "active");
    assert_eq!(admin.ask("ferry").len(), 2);
}

#[test]
fn g_076_a_server_does_it_by_itself_where_that_is_switched_on() {
    let home = Home::with_settings("[decay]\nenabled = true\nafter_days = 0\n");
    filled(&home);
    let server = Server::start(&home);
    let mut admin = server.admin("sea");
    eventually("the idle memory to be put away", || {
        (admin.inspect("idle")["archived"] == true).then_some(())
    });
    assert_eq!(admin.inspect("fresh")["status"], "active");
    let audit = home.json(&["audit", "--namespace", "sea", "--json"]);
    let acts = audit["entries"].as_array().unwrap();
    assert!(acts.iter().any(|act| act["action"] == "decay"), "{audit}");
}

#[test]
fn what_was_put_away_stays_so_in_another_store() {
    let home = Home::new();
    filled(&home);
    home.json(&["decay", "--json"]);
    home.json(&["decay", "--after-days", "0", "--json"]);
    let lines = home.run(&["export", "--lines", "--namespace", "sea"]).out;
    let other = Home::new();
    let brought = other.run_with(&["import", "-", "--namespace", "sea"], lines.as_bytes());
    assert_eq!(brought.code, 0, "{}", brought.err);
    assert_eq!(state(&other, "idle"), (json!("stale"), json!(true)));
    assert_eq!(found(&other), 1);
    assert_eq!(other.run(&["verify"]).code, 0);
}

#[test]
fn a_strategy_nobody_knows_is_refused() {
    let home = Home::with_settings("[decay]\nstrategy = \"usage\"\n");
    let refused = home.run(&["status"]);
    assert_eq!(refused.code, 2, "{}", refused.err);
    assert!(
        refused.err.contains("decay.strategy is age"),
        "{}",
        refused.err
    );
}
