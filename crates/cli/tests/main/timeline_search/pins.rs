//! What somebody keeps at hand: nodes and grips of the table of contents, and memories.

use serde_json::{Value, json};

use super::*;
use crate::support::{Client as Rest, rows, texts};

fn pin(timeline: &mut Timeline, id: &str, pinned: bool) -> Result<SetPinnedResponse, Status> {
    let asked = SetPinnedRequest {
        id: id.to_owned(),
        pinned,
    };
    timeline.try_ask(async |mut c: Client, r| c.set_pinned(r).await, asked)
}

/// Two sessions of one moment that say the same but for one word.
fn equals() -> Timeline {
    let mut timeline = Timeline::start();
    for (session, bird) in [("one", "heron"), ("two", "egret")] {
        let said = [
            format!("The walrus service was deployed beside the {bird} on that day."),
            String::from("Nothing else was said about it by anybody who was there."),
        ];
        let said: Vec<&str> = said.iter().map(String::as_str).collect();
        timeline.tell(session, None, FRIDAY_MS, &said);
    }
    timeline
}

/// The two best docs of a type that tell of the walrus, once both sessions are told.
fn walrus(timeline: &mut Timeline, prefix: &str) -> Vec<TeleportSearchResult> {
    let of = |doc: &TeleportSearchResult, prefix: &str| doc.doc_id.starts_with(prefix);
    let mut found = eventually("both docs", || {
        let found = timeline.words("walrus service deployed").results;
        let segments = found.iter().filter(|doc| of(doc, "toc:segment:"));
        (segments.count() == 2).then_some(found)
    });
    found.retain(|doc| of(doc, prefix));
    found.truncate(2);
    found
}

fn grip(timeline: &mut Timeline, id: &str) -> Grip {
    let asked = ExpandGripRequest {
        grip_id: id.to_owned(),
        ..ExpandGripRequest::default()
    };
    let found = timeline.ask(async |mut c: Client, r| c.expand_grip(r).await, asked);
    found.grip.unwrap()
}

fn node(timeline: &mut Timeline, id: &str) -> TocNode {
    let asked = GetNodeRequest {
        node_id: id.to_owned(),
    };
    let found = timeline.ask(async |mut c: Client, r| c.get_node(r).await, asked);
    found.node.unwrap()
}

#[test]
fn t_083_a_pinned_grip_or_segment_outranks_its_equal() {
    let mut timeline = equals();
    for prefix in ["grip:", "toc:segment:"] {
        let [first, second] = walrus(&mut timeline, prefix).try_into().unwrap();
        assert!(
            (first.score - second.score).abs() < 0.02,
            "equal as they are"
        );
        let done = pin(&mut timeline, &second.doc_id, true).unwrap();
        assert!(done.pinned && done.changed && done.id == second.doc_id);
        let [best, other] = walrus(&mut timeline, prefix).try_into().unwrap();
        assert_eq!(best.doc_id, second.doc_id, "{best:?} {other:?}");
        // A fifth more of what a text matters is nine hundredths of its score.
        assert!(best.score > other.score * 1.05, "{best:?} {other:?}");
        assert!(!pin(&mut timeline, &second.doc_id, true).unwrap().changed);
        pin(&mut timeline, &second.doc_id, false).unwrap();
        assert_eq!(walrus(&mut timeline, prefix)[0].doc_id, first.doc_id);
    }
    timeline.server.assert_sound();
}

#[test]
fn t_083_a_pin_is_shown_and_outlives_the_server_and_a_rebuild() {
    let mut timeline = equals();
    let grips = walrus(&mut timeline, "grip:");
    let before = grip(&mut timeline, &grips[1].doc_id);
    assert!(!before.is_pinned);
    pin(&mut timeline, &grips[1].doc_id, true).unwrap();
    let shown = grip(&mut timeline, &grips[1].doc_id);
    assert!(shown.is_pinned && (shown.salience_score - before.salience_score - 0.2).abs() < 1e-4);
    let day = "toc:day:2026-01-30";
    let home = timeline.server.home().clone();
    let told = home.run(&["pin", day]).ok();
    assert_eq!(told, format!("node {day} is pinned\n"));
    assert!(node(&mut timeline, day).is_pinned);
    assert!(
        home.run(&["timeline", "node", day])
            .ok()
            .contains("Pinned: yes")
    );
    timeline.server.kill();

    home.run(&["rebuild"]).ok();
    home.run(&["timeline", "rebuild"]).ok();
    assert_eq!(home.json(&["verify", "--json"])["clean"], true);
    let node = home.json(&["timeline", "node", day, "--json"]);
    assert_eq!(node["node"]["isPinned"], true, "{node}");
    let held = home.json(&["timeline", "expand", &grips[1].doc_id, "--json"]);
    assert_eq!(held["grip"]["isPinned"], true, "{held}");
    let told = home.run(&["unpin", day]).ok();
    assert_eq!(told, format!("node {day} is not pinned any more\n"));
    assert_eq!(home.json(&["verify", "--json"])["clean"], true);
}

#[test]
fn t_083_what_is_pinned_is_not_pruned() {
    let mut timeline = Timeline::with_talks("");
    let id = timeline.segmented("quasar");
    pin(&mut timeline, &id, true).unwrap();
    upkeep::prune(&mut timeline, "", 1, false);
    let found = timeline.words("quasar").results;
    let ids: Vec<&str> = found.iter().map(|doc| doc.doc_id.as_str()).collect();
    assert_eq!(ids, [id.as_str()]);
    pin(&mut timeline, &id, false).unwrap();
    assert!(timeline.words("quasar").results.is_empty());
}

/// Two memories that answer a question equally well.
fn memories(client: &mut Rest) -> [String; 2] {
    [
        "The east harbour gate opens at eight.",
        "The west harbour gate opens at eight.",
    ]
    .map(|text| client.remember(text))
}

#[test]
fn t_083_a_pinned_memory_is_shown_ranked_and_kept() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut client = server.owner();
    let ids = memories(&mut client);
    server.settled();
    let question = json!({ "query": "when does the harbour gate open?" });
    let second = texts(&client.recall(&question))[1].clone();
    let at = usize::from(second.contains("west"));
    let done = client.post("/v1/pin", &json!({ "id": ids[at] })).ok();
    assert_eq!(
        done,
        json!({ "id": ids[at], "what": "memory", "pinned": true, "changed": true })
    );
    assert_eq!(texts(&client.recall(&question))[0], second);
    assert_eq!(client.inspect(&ids[at])["pinned"], true);
    let listed = home.json(&["list", "--json"]);
    let pinned = |memory: &&Value| memory["pinned"] == true;
    let all = listed["memories"].as_array().unwrap();
    assert_eq!(all.iter().filter(pinned).count(), 1, "{listed}");
    assert!(home.run(&["list"]).ok().contains("pinned"));
    let audit = home.json(&["audit", "--json"]);
    let mut acts = audit["entries"].as_array().unwrap().iter();
    assert!(acts.any(|act| act["action"] == "pin"), "{audit}");

    let export = home.path().join("all.json");
    home.run(&["export", "-o", export.to_str().unwrap()]).ok();
    let other = Home::new();
    other.run(&["import", export.to_str().unwrap()]).ok();
    let there = other.json(&["inspect", &ids[at]]);
    assert_eq!(there["pinned"], true, "an export carries it: {there}");

    assert_eq!(client.forget(&json!({ "id": ids[at] })), 1);
    assert_eq!(rows(&home, "SELECT count(*) FROM pins"), ["0"]);
    assert_eq!(home.json(&["verify", "--json"])["clean"], true);
    server.assert_sound();
}

#[test]
fn t_083_a_pin_goes_with_the_event_its_grip_stands_for() {
    let mut timeline = equals();
    let id = walrus(&mut timeline, "grip:")[0].doc_id.clone();
    pin(&mut timeline, &id, true).unwrap();
    let event = grip(&mut timeline, &id).event_id_start;
    let home = timeline.server.home().clone();
    home.run(&["forget", "--yes", &event]).ok();
    assert_eq!(rows(&home, "SELECT count(*) FROM pins"), ["0"]);
    assert!(!grip(&mut timeline, &id).is_pinned);
    assert_eq!(home.json(&["verify", "--json"])["clean"], true);
}

#[test]
fn t_083_what_cannot_be_pinned_is_told() {
    let mut timeline = Timeline::with_talks("");
    let refusals = [
        ("toc:day:1999-01-01", "no_such_node"),
        ("grip:01HXYZABC12345678901234567", "no_such_grip"),
        ("event-0001", "no_such_memory"),
        ("nothing", "no_such_memory"),
    ];
    let home = timeline.server.home().clone();
    for (id, code) in refusals {
        home.run(&["pin", id, "--json"]).refused(3, code);
        let status = pin(&mut timeline, id, true).unwrap_err();
        refused(&status, Code::NotFound, id);
    }
    refused(
        &pin(&mut timeline, "", true).unwrap_err(),
        Code::InvalidArgument,
        "id is required",
    );
    let told = home.run(&["unpin", "toc:day:2026-01-30"]).ok();
    assert!(told.contains("was not pinned"), "{told}");
    let mut reader = Rest::new(
        timeline.server.http(),
        Some(&timeline.server.key("default", "reader")),
    );
    let asked = json!({ "id": "toc:day:2026-01-30" });
    reader.post("/v1/pin", &asked).refused(403, "role_too_low");
    let mut owner = timeline.server.owner();
    let wrong = json!({ "id": "toc:day:2026-01-30", "pin": false });
    owner.post("/v1/pin", &wrong).refused(422, "bad_request");
    timeline.server.assert_sound();
}
