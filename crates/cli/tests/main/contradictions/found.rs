//! Every way in notices.

use serde_json::json;

use super::{NO, YES, active, both, contested, stands};
use crate::support::{HASHED, Home, Server, shared, timeline};

#[test]
fn g_120_two_that_contradict_are_both_contested_and_say_so_of_each_other() {
    let mut client = shared().room("contradict-store");
    let yes = client.remember(YES);
    let told = client.post("/v1/store", &json!({ "content": NO })).ok();
    let no = told["id"].as_str().unwrap().to_owned();
    assert_eq!(told["contradicts_with"], json!([yes]), "{told}");
    for (id, other, text) in [(&yes, &no, NO), (&no, &yes, YES)] {
        let seen = client.inspect(id);
        for (field, value) in [
            ("status", json!("contested")),
            ("contradicts_with", json!([other])),
            ("contradiction_count", json!(1)),
            ("confidence", json!(0.6)),
            ("eligible_for_injection", json!(false)),
            ("review_queue_kind", json!("contested")),
            ("suggested_review_action", json!("supersede")),
        ] {
            assert_eq!(seen[field], value, "{field}: {seen}");
        }
        assert_eq!(
            seen["conflicts"],
            json!([{ "id": other, "content": text, "status": "contested", "superseded_by": null }])
        );
    }
    let found = client.recall(&json!({ "query": "staging approval" }));
    let hits = found["memories"].as_array().unwrap();
    assert_eq!(hits.len(), 2, "they are found: {found}");
    for hit in hits {
        let memory = &hit["memory"];
        assert_eq!(memory["status"], "contested", "{memory}");
        assert_eq!(memory["contradicts_with"].as_array().unwrap().len(), 1);
    }
}

#[test]
fn a_short_statement_and_its_denial_contradict_and_what_only_looks_so_does_not() {
    let mut client = shared().room("contradict-short");
    let yes = client.remember("Dan is a vegetarian.");
    for alike in [
        "Eve is not a vegetarian.",
        "Dan is not a vegan.",
        "Dan was not a vegetarian.",
        "Some vegetarians are not like Dan.",
    ] {
        let id = client.remember(alike);
        assert_eq!(stands(&mut client, &id), active(), "{alike}");
    }
    assert_eq!(stands(&mut client, &yes), active());
    let no = client.remember("Dan is not a vegetarian.");
    assert_eq!(stands(&mut client, &no), contested(&[&yes]));
    assert_eq!(stands(&mut client, &yes), contested(&[&no]));
}

#[test]
fn the_other_anchor_is_found_and_what_is_merely_alike_is_not() {
    let mut client = shared().room("contradict-anchors");
    let open = client.remember("The browser launcher should auto-open.");
    let shut = client.remember("The browser launcher should not auto-open.");
    assert_eq!(stands(&mut client, &open), contested(&[&shut]));
    for text in [
        "The gateway service listens on port 8000.",
        "The gateway service does not listen on port 8001.",
        "The gateway service listens on port 8000 since May.",
        "Nobody knows.",
    ] {
        let id = client.remember(text);
        assert_eq!(stands(&mut client, &id), active(), "{text}");
    }
}

#[test]
fn a_batch_is_held_against_what_is_there_and_against_itself() {
    let mut client = shared().room("contradict-batch");
    let yes = client.remember(YES);
    let batch = json!({ "memories": [
        { "content": NO },
        { "content": "Telemetry is enabled in nightly builds." },
        { "content": "Telemetry is disabled in nightly builds." },
        { "content": "The harbour has two gates." },
    ] });
    let told = client.post("/v1/store/batch", &batch).ok();
    let id = |n: usize| told["stored"][n]["id"].as_str().unwrap().to_owned();
    assert_eq!(stands(&mut client, &yes), contested(&[&id(0)]));
    assert_eq!(stands(&mut client, &id(1)), contested(&[&id(2)]));
    assert_eq!(stands(&mut client, &id(2)), contested(&[&id(1)]));
    assert_eq!(stands(&mut client, &id(3)), active());
}

#[test]
fn an_update_to_the_contrary_is_found_and_one_to_something_else_settles_it() {
    let mut client = shared().room("contradict-update");
    let yes = client.remember(YES);
    let other = client.remember("The harbour has two gates.");
    let told = client.update(&other, NO);
    assert_eq!(
        (&told["status"], &told["contradicts_with"]),
        (&json!("contested"), &json!([yes])),
        "{told}"
    );
    assert_eq!(told["eligible_for_injection"], false);
    assert_eq!(stands(&mut client, &yes), contested(&[&other]));
    // Other tags change nothing of it.
    let tags = json!({ "id": other, "tags": ["ops"] });
    let told = client.patch("/v1/update", &tags).ok();
    assert_eq!(told["contradicts_with"], json!([yes]), "{told}");
    let told = client.update(&other, "The harbour has three gates.");
    assert_eq!(
        (&told["status"], &told["contradicts_with"]),
        (&json!("active"), &json!([]))
    );
    assert_eq!(stands(&mut client, &yes), active());
}

#[test]
fn an_import_a_notebook_and_a_command_are_held_against_the_rest() {
    let home = Home::new();
    let server = Server::start_with(&home, &["--notebook", "127.0.0.1:0"]);
    let mut owner = server.owner();
    let yes = owner.remember(YES);
    let line = json!({ "id": "brought", "content": NO, "status": "active", "version": 1 });
    home.run_with(&["import", "-"], line.to_string().as_bytes())
        .ok();
    let brought = String::from("brought");
    assert_eq!(stands(&mut owner, &yes), contested(&[&brought]));
    owner.remember("Telemetry is enabled in nightly builds.");
    home.run(&["remember", "Telemetry is disabled in nightly builds."])
        .ok();
    owner.remember("Force pushes are allowed on feature branches.");
    let mut notebook = crate::support::Client::new(server.notebook(), None);
    let note = json!({ "content": "Feature branches forbid all those force pushes." });
    let kept = notebook.post("/agentmemory/remember", &note);
    assert_eq!(kept.status, 201, "{}", kept.text);
    let queue = owner.get("/v1/admin/review-queue").ok();
    assert_eq!(queue["summary"]["contested"], 6, "{queue}");
}

#[test]
fn what_a_memory_is_made_of_and_what_it_is_made_into_are_held_against_the_rest() {
    let mut admin = shared().admin("contradict-merge");
    admin.remember("Deploys need an approval from Maria before noon.");
    admin.remember("deploys need an approval from Maria, before noon");
    let done = admin.post("/v1/consolidate", &json!({})).ok();
    let made = done["groups"][0]["derived_id"].as_str().unwrap().to_owned();
    let no = admin.remember("Deploys do not need an approval from Maria before noon.");
    assert_eq!(stands(&mut admin, &made), contested(&[&no]));
    assert_eq!(
        stands(&mut admin, &no),
        contested(&[&made]),
        "what is put away speaks against nobody"
    );
    // What is doubted is not merged.
    admin.remember("Deploys need an approval from Maria before noon.");
    let done = admin.post("/v1/consolidate", &json!({})).ok();
    assert_eq!(done["derived_created"], 0, "{done}");
}

#[test]
fn another_namespace_says_what_it_likes() {
    let mut here = shared().room("contradict-here");
    let mut there = shared().room("contradict-there");
    let (yes, no) = (here.remember(YES), there.remember(NO));
    assert_eq!(stands(&mut here, &yes), active());
    assert_eq!(stands(&mut there, &no), active());
}

#[test]
fn the_contrary_is_near_in_meaning_and_no_repetition() {
    let habits = "compat = \"memoryoss\"\n[tls]\nenabled = false\n";
    let near = "[trust]\nsemantic_dedup_threshold = 0.5\n";
    let home = Home::with_settings(&format!("{habits}{HASHED}{near}"));
    let server = Server::start(&home);
    let mut writer = server.room("habits");
    let [yes, no] = both(&mut writer);
    assert_eq!(stands(&mut writer, &yes), contested(&[&no]));
    let again =
        json!({ "content": "Production deploys require staging approval before a release." });
    writer.post("/v1/store", &again).refused(400, "duplicate");
    let batch = json!({ "memories": [
        { "content": "Telemetry is enabled in nightly builds." },
        { "content": "Telemetry is disabled in nightly builds." },
    ] });
    writer.post("/v1/store/batch", &batch).ok();
}

#[test]
fn found_contradictions_are_counted() {
    let server = timeline();
    let before = server.metric("mneme_contradictions_total");
    both(&mut server.room("contradict-counted"));
    assert!(server.metric("mneme_contradictions_total") > before);
}
