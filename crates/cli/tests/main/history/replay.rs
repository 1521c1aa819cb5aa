//! A history told again.

use serde_json::{Value, json};

use super::{bundle, ids, lasting, told, view};
use crate::support::{Client, Home, Server, shared};

fn replay(client: &mut Client, bundle: &Value, dry_run: bool) -> crate::support::Reply {
    let body = json!({ "dry_run": dry_run, "bundle": bundle });
    client.post("/v1/history/replay", &body)
}

/// Memories without the one field that names where they were.
fn moved(bundle: &Value) -> [String; 3] {
    let mut bundle = bundle.clone();
    for memory in bundle["memories"].as_array_mut().unwrap() {
        memory.as_object_mut().unwrap().remove("original_namespace");
    }
    lasting(&bundle)
}

#[test]
fn g_183_a_replayed_history_is_the_same_history() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut admin = server.admin("from");
    let told = told(&mut admin);
    let (seen, taken) = (view(&mut admin, &told.new), bundle(&mut admin, &told.new));
    let mut writer = Client::new(server.http(), Some(&server.key("to", "writer")));

    let dry = replay(&mut writer, &taken, true).ok();
    assert_eq!(
        dry["preview"],
        json!({ "target_namespace": "to", "root_id": told.new, "integrity_valid": true,
            "can_replay": true, "create_count": 4, "visible_count": 1 })
    );
    assert_eq!(
        (&dry["imported"], &dry["imported_ids"]),
        (&json!(0), &json!([]))
    );
    assert_eq!(writer.count().0, 0, "nothing was done");

    let done = replay(&mut writer, &taken, false).ok();
    assert_eq!(done["imported"], 4, "{done}");
    let again = view(&mut writer, &told.new);
    for part in ["nodes", "edges", "timeline", "visible_memory_ids"] {
        assert_eq!(again[part], seen[part], "{part}");
    }
    assert_eq!(moved(&bundle(&mut writer, &told.new)), moved(&taken));
    assert_eq!(
        writer.ask("approval"),
        ["Deploys need an approval from Peter since May."]
    );
    let counted = writer.inspect(&told.new);
    assert_eq!(
        (&counted["confirm_count"], &counted["evidence_count"]),
        (&json!(2), &json!(3))
    );
    server.kill();
    assert_eq!(home.run(&["verify"]).code, 0);
    home.run(&["rebuild"]).ok();
    let kept = home.json(&["history", "show", &told.new, "--namespace", "to", "--json"]);
    assert_eq!(
        kept["timeline"], seen["timeline"],
        "it survives a kill and a rebuild"
    );
}

#[test]
fn g_184_only_a_namespace_without_memories_takes_a_history() {
    let server = shared();
    let mut admin = server.admin("history-full");
    let told = told(&mut admin);
    let taken = bundle(&mut admin, &told.new);
    let before = admin.count();
    let dry = replay(&mut admin, &taken, true).ok();
    assert_eq!(dry["preview"]["can_replay"], false, "{dry}");
    let why = dry["preview"]["blocked_reason"].as_str().unwrap();
    assert!(why.contains("is not empty"), "{why}");
    let refused = replay(&mut admin, &taken, false).refused(400, "cannot_replay");
    assert!(
        refused["error"].as_str().unwrap().contains("is not empty"),
        "{refused}"
    );
    assert_eq!(admin.count(), before);

    // What is put away counts too.
    let mut other = server.admin("history-away");
    for text in ["The mole is very long.", "the mole is VERY long"] {
        other.remember(text);
    }
    let done = other.post("/v1/consolidate", &json!({})).ok();
    assert_eq!(done["derived_created"], 1, "{done}");
    replay(&mut other, &taken, false).refused(400, "cannot_replay");

    // A second time there is no room any more.
    let mut empty = server.admin("history-empty");
    replay(&mut empty, &taken, false).ok();
    replay(&mut empty, &taken, false).refused(400, "cannot_replay");
    assert_eq!(empty.count().0, 4);
}

#[test]
fn g_183_what_was_changed_on_the_way_is_refused_and_nothing_is_written() {
    let server = shared();
    let mut admin = server.admin("history-forge");
    let told = told(&mut admin);
    let taken = bundle(&mut admin, &told.new);
    let mut target = server.admin("history-forged");
    let mut changed = taken.clone();
    changed["memories"][0]["content"] = json!("Deploys need nobody.");
    let dry = replay(&mut target, &changed, true).ok();
    let preview = &dry["preview"];
    assert_eq!(
        (&preview["integrity_valid"], &preview["can_replay"]),
        (&json!(false), &json!(false))
    );
    replay(&mut target, &changed, false).refused(400, "bad_bundle");
    let mut other = taken.clone();
    other["bundle_version"] = json!("memoryoss.history.v9");
    replay(&mut target, &other, false).refused(400, "bad_bundle");
    replay(&mut target, &json!({ "root_id": 7 }), false).refused(422, "bad_request");
    assert_eq!(target.count(), (0, 0));
    // What nobody knows yet, and another order, do not count.
    let mut later = taken;
    later["_compat_snapshot"] = json!({ "n": 1 });
    later["memories"][0]["_compat_snapshot"] = json!(true);
    replay(&mut target, &later, false).ok();
}

#[test]
fn g_183_what_was_forgotten_does_not_come_back_by_a_replay() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut admin = server.admin("from");
    let told = told(&mut admin);
    let taken = bundle(&mut admin, &told.new);
    let file = home.path().join("history.json");
    std::fs::write(&file, taken.to_string()).unwrap();
    // A source goes, with what was made of it.
    admin.forget(&json!({ "id": told.sources[0] }));
    let args = [
        "history",
        "replay",
        file.to_str().unwrap(),
        "--namespace",
        "to",
    ];
    let dry = home.run(&[&args[..], &["--dry-run"]].concat()).ok();
    assert!(
        dry.contains("can_replay=true create=1 visible=1 forgotten=3"),
        "the other source stays away: another fact took the place of what it became, and that said \
         the same words, which are forgotten: {dry}"
    );
    home.run(&args).ok();
    let mut target = server.admin("to");
    let seen = view(&mut target, &told.new);
    assert!(!ids(&seen).contains(&told.made.as_str()), "{seen}");
    assert!(!seen.to_string().contains("approval from Maria."), "{seen}");

    // In the same namespace, all of it was forgotten: there is nothing to tell again.
    admin.forget(&json!({ "all": true }));
    let refused = replay(&mut admin, &taken, false).refused(400, "cannot_replay");
    assert!(
        refused["error"].as_str().unwrap().contains("forgotten"),
        "{refused}"
    );
    assert_eq!(admin.count(), (0, 0));
    server.stop();
    assert_eq!(home.run(&["verify"]).code, 0);
}

/// Every tie a bundle may tell of, made by hand.
#[test]
fn g_183_contradictions_and_governance_travel_too() {
    let server = shared();
    let mut target = server.admin("history-ties");
    let memory = |id: &str, other: &str, content: &str| {
        json!({ "id": id, "content": content, "tags": [], "memory_type": "semantic",
            "status": "contested", "version": 2, "created_at": "2026-01-01T00:00:00Z",
            "updated_at": "2026-01-02T00:00:00Z", "archived": false, "confidence": 0.36,
            "evidence_count": 1, "contradicts_with": [other] })
    };
    let mut governed = memory(
        "b",
        "a",
        "Production deploys do not require staging approval.",
    );
    governed["team_governance"] = json!({ "branch": "main", "scope": "deploy",
        "review_required": true, "owners": ["ops"], "proposed_by": "ops",
        "proposed_at": "2026-01-01T00:00:00Z" });
    let text = summed(&[
        memory("a", "b", "Production deploys require staging approval."),
        governed,
    ]);
    let taken: Value = serde_json::from_str(&text).unwrap();
    replay(&mut target, &taken, false).ok();
    let seen = view(&mut target, "b");
    assert_eq!(
        seen["edges"],
        json!([{ "from": "a", "to": "b", "kind": "contradicts_with" }])
    );
    assert_eq!(ids(&seen), ["a", "b"]);
    let kinds = seen["timeline"].to_string();
    assert!(kinds.contains("\"contradicted\""), "{kinds}");
    let again = bundle(&mut target, "a");
    for (n, memory) in again["memories"].as_array().unwrap().iter().enumerate() {
        for field in [
            "contradicts_with",
            "team_governance",
            "status",
            "version",
            "confidence",
            "created_at",
            "updated_at",
        ] {
            assert_eq!(memory[field], taken["memories"][n][field], "{field}");
        }
    }
    let inspected = target.inspect("b");
    let agreed = &taken["memories"][1]["team_governance"];
    assert_eq!(&inspected["team_governance"], agreed, "{inspected}");
    assert_eq!(target.inspect("a")["team_governance"], json!(null));
    assert_eq!(
        (
            &inspected["contradicts_with"],
            &inspected["contradiction_count"]
        ),
        (&json!(["a"]), &json!(1))
    );
    let word = json!({ "review_key": "review:b", "action": "reject" });
    let done = target.post("/v1/admin/review/action", &word).ok();
    assert_eq!(&done["memory"]["team_governance"], agreed, "{done}");
    target.forget(&json!({ "id": "a" }));
    let left = view(&mut target, "b");
    assert_eq!(
        (&left["edges"], ids(&left).len()),
        (&json!([]), 1),
        "{left}"
    );
}

/// A bundle with its sum, by the library that writes them.
fn summed(memories: &[Value]) -> String {
    let mut bundle = mneme_wire::shapes::HistoryBundle {
        bundle_version: String::from("memoryoss.history.v1alpha1"),
        history_id: String::from("h"),
        root_id: String::from("a"),
        namespace: String::from("elsewhere"),
        exported_at: String::from("2026-01-03T00:00:00Z"),
        memories: serde_json::from_value(json!(memories)).unwrap(),
        ..Default::default()
    };
    bundle.integrity.algorithm = String::from("sha256");
    let payload = bundle.payload().unwrap();
    bundle.integrity.payload_sha256 = mneme_store::checksum::sha256(&payload);
    serde_json::to_string(&bundle).unwrap()
}

#[test]
fn a_bundle_that_makes_no_sense_is_refused() {
    let server = shared();
    let mut target = server.admin("history-sense");
    let memory = |id: &str, more: Value| {
        let mut memory = json!({ "id": id, "content": "x", "status": "active", "version": 1,
            "created_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-01T00:00:00Z",
            "evidence_count": 1 });
        for (name, value) in more.as_object().unwrap() {
            memory[name] = value.clone();
        }
        memory
    };
    let mut tried = |memories: &[Value], code: &str| {
        let taken: Value = serde_json::from_str(&summed(memories)).unwrap();
        replay(&mut target, &taken, false).refused(400, code);
    };
    tried(
        &[
            memory("a", json!({ "derived_from": ["b"] })),
            memory("b", json!({ "derived_from": ["a"] })),
        ],
        "cannot_replay",
    );
    tried(
        &[memory("a", json!({})), memory("a", json!({}))],
        "cannot_replay",
    );
    tried(&[memory("b", json!({}))], "cannot_replay");
    tried(&[memory("a", json!({ "status": "sleepy" }))], "bad_bundle");
    tried(&[memory("a", json!({ "content": " " }))], "content_empty");
    tried(
        &[memory("a", json!({ "created_at": "yesterday" }))],
        "bad_time",
    );
    tried(&[], "bad_batch");
    assert_eq!(target.count(), (0, 0));
}

/// More memories than a batch may have, and more bytes than a plain request.
#[test]
fn a_long_history_is_taken_along_and_told_again() {
    const OLD: usize = 1_100;
    let home = Home::new();
    let server = Server::start(&home);
    let long = "The tide table of the harbour says so. ".repeat(60);
    let root = json!({ "id": "root", "content": "The tide turns at six.", "version": 1,
        "status": "active" });
    let old = (0..OLD).map(|n| {
        json!({ "id": format!("old-{n}"), "content": format!("Tide {n}. {long}"), "version": 1,
            "status": "stale", "superseded_by": "root" })
    });
    let lines: Vec<String> = [root]
        .into_iter()
        .chain(old)
        .map(|line| line.to_string())
        .collect();
    home.run_with(&["import", "-"], lines.join("\n").as_bytes())
        .ok();
    let mut owner = server.owner();
    let taken = bundle(&mut owner, "root");
    assert_eq!(taken["memories"].as_array().unwrap().len(), OLD + 1);
    assert!(taken.to_string().len() > 2 * 1024 * 1024);
    let mut target = server.admin("to");
    let done = replay(&mut target, &taken, false).ok();
    assert_eq!(done["imported"], OLD + 1, "{}", done["imported"]);
    assert_eq!(
        ids(&view(&mut target, "root")),
        ids(&view(&mut owner, "root"))
    );
}
