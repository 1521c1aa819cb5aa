//! Several memories that say the same become one.

mod forgotten;
mod kept_apart;
mod moved;

use serde_json::{Value, json};

use crate::support::{Client, Home, Server, eventually, hashed, shared};

const ONE: &str = "Deploys need an approval from Maria before noon.";
const SAME: &str = "deploys need an approval from Maria, before noon";

/// Two that say the same, the first told twice.
fn twins(client: &mut Client) -> [String; 2] {
    let first = client.store(&json!({ "content": ONE, "tags": ["deploy"] }));
    client.remember(ONE);
    let second = client.store(&json!({ "content": SAME, "tags": ["deploy", "people"] }));
    [first, second]
}

fn consolidate(client: &mut Client, wish: &Value) -> Value {
    client.post("/v1/consolidate", wish).ok()
}

fn derived(done: &Value) -> String {
    done["groups"][0]["derived_id"].as_str().unwrap().to_owned()
}

#[test]
fn g_090_two_that_say_the_same_become_one_and_stay_as_its_sources() {
    let mut admin = shared().admin("merge");
    let [first, second] = twins(&mut admin);
    admin.remember("The harbour has two gates.");

    let dry = consolidate(&mut admin, &json!({ "dry_run": true }));
    assert_eq!(dry["dry_run"], true, "{dry}");
    assert_eq!(
        (&dry["total_merged"], &dry["derived_created"]),
        (&json!(1), &json!(0))
    );
    assert_eq!(admin.ask("approval").len(), 2, "nothing was done");

    let done = consolidate(&mut admin, &json!({}));
    let group = &done["groups"][0];
    let made = derived(&done);
    let mut sources: Vec<_> = group["source_ids"].as_array().unwrap().iter().collect();
    sources.sort_by_key(|id| id.as_str().map(str::to_owned));
    let mut both = [&first, &second];
    both.sort();
    assert_eq!(json!(sources), json!(both), "{done}");
    for (name, alias) in [
        ("kept", "representative_id"),
        ("merged", "merged_ids"),
        ("avg_similarity", "similarity"),
    ] {
        assert_eq!(group[name], group[alias], "{group}");
    }
    for (name, value) in [
        ("total_merged", json!(1)),
        ("merged_count", json!(1)),
        ("derived_created", json!(1)),
        ("active_before", json!(3)),
        ("active_after", json!(2)),
        ("active_reduction", json!(1)),
        ("duplicate_rate_before", json!(0.333333)),
        ("duplicate_rate_after", json!(0.0)),
    ] {
        assert_eq!(done[name], value, "{name}: {done}");
    }
    let seen = admin.inspect(&made);
    assert_eq!(seen["derived_from"].as_array().unwrap().len(), 2, "{seen}");
    assert_eq!(seen["tags"], json!(["deploy", "people"]), "{seen}");
    assert_eq!(
        (&seen["status"], &seen["evidence_count"]),
        (&json!("active"), &json!(3))
    );
    for source in [&first, &second] {
        let seen = admin.inspect(source);
        assert_eq!(
            (&seen["status"], &seen["archived"]),
            (&json!("stale"), &json!(true))
        );
        assert_eq!(seen["superseded_by"], json!(made), "{seen}");
    }
    assert_eq!(
        admin.ask("approval").len(),
        1,
        "one answer where there were two"
    );
    let again = consolidate(&mut admin, &json!({}));
    assert_eq!(again["groups"], json!([]), "{again}");
}

#[test]
fn g_090_what_is_near_in_meaning_is_one_from_the_threshold_on() {
    let server = hashed();
    let mut admin = server.admin("merge-near");
    admin.remember("Every deploy needs the approval of Maria.");
    admin.remember("Each deploy needs the approvals of Maria.");
    server.settled();
    let strict = consolidate(&mut admin, &json!({ "threshold": 0.999 }));
    assert_eq!(strict["groups"], json!([]), "{strict}");
    let done = consolidate(&mut admin, &json!({ "threshold": 0.5 }));
    assert_eq!(done["derived_created"], 1, "{done}");
    let near = done["groups"][0]["avg_similarity"].as_f64().unwrap();
    assert!((0.5..1.0).contains(&near), "{done}");
}

#[test]
fn g_090_only_as_many_as_asked_for_and_nothing_by_bad_wishes() {
    let mut admin = shared().admin("merge-most");
    for text in [
        "The mole is very long.",
        "the mole is VERY long",
        "The pier is very old.",
        "the pier is VERY old",
    ] {
        admin.remember(text);
    }
    let done = consolidate(&mut admin, &json!({ "max_clusters": 1 }));
    assert_eq!(done["derived_created"], 1, "{done}");
    assert_eq!(done["duplicate_rate_after"], json!(0.333333), "{done}");
    for (wish, told) in [
        (json!({ "threshold": 5 }), "threshold is from 0 to 1, not 5"),
        (
            json!({ "max_clusters": 0 }),
            "max_clusters is 1 or more, not 0",
        ),
    ] {
        let refused = admin.post("/v1/consolidate", &wish);
        assert_eq!(refused.refused(400, "bad_limit")["error"], told);
    }
}

#[test]
fn g_090_a_server_does_it_by_itself_where_that_is_switched_on() {
    let settings = "[consolidation]\nenabled = true\ninterval_minutes = 0\n";
    let home = Home::with_settings(settings);
    let server = Server::start(&home);
    let mut admin = server.admin("sea");
    let [first, _] = twins(&mut admin);
    eventually("the two to become one", || {
        (admin.inspect(&first)["archived"] == true).then_some(())
    });
    assert_eq!(admin.ask("approval").len(), 1);
    let audit = home.json(&["audit", "--namespace", "sea", "--json"]);
    let acts = audit["entries"].as_array().unwrap();
    assert!(
        acts.iter().any(|act| act["action"] == "consolidate"),
        "{audit}"
    );
}

#[test]
fn g_090_it_survives_a_kill_and_a_rebuild() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut admin = server.admin("sea");
    let [first, _] = twins(&mut admin);
    let made = derived(&consolidate(&mut admin, &json!({})));
    server.kill();
    assert_eq!(home.run(&["verify"]).code, 0);
    home.run(&["rebuild"]).ok();
    let seen = home.json(&["inspect", &first, "--namespace", "sea"]);
    assert_eq!(seen["superseded_by"], json!(made), "{seen}");
    let asked = home.json(&["recall", "approval", "--namespace", "sea", "--json"]);
    assert_eq!(asked["memories"].as_array().unwrap().len(), 1, "{asked}");
}

#[test]
fn the_command_says_what_it_did_and_recent_shows_it() {
    let home = Home::new();
    for text in [ONE, SAME] {
        home.run(&["remember", text]).ok();
    }
    let dry = home.run(&["consolidate", "--dry-run"]).ok();
    assert!(dry.contains("1 group: 2 memories would become 1"), "{dry}");
    let done = home.run(&["consolidate"]).ok();
    assert!(done.contains("1 group: 2 memories became 1"), "{done}");
    let recent = home.run(&["recent"]).ok();
    assert!(recent.contains("consolidations: 1"), "{recent}");
    assert!(
        recent.contains("made of 2: deploys need an approval"),
        "{recent}"
    );
}
