//! `PATCH /v1/update`.

use serde_json::{Value, json};

use crate::support::{Client, Home, Server, eventually, rows, segmented, shared, texts, unique};

fn check_update(client: &mut Client) -> String {
    let id = client.store(&json!({
        "content": "The harbour master is Osric.", "tags": ["port"], "agent": "a",
        "session": "s", "speaker": "Ann", "occurred_at": "2025-02-02T00:00:00Z",
    }));
    let updated = client.update(&id, "The harbour master is Wilhelmina.");
    assert_eq!(
        (&updated["id"], &updated["version"]),
        (&json!(id), &json!(2))
    );
    assert_eq!(updated["status"], "active");
    assert_eq!(updated["eligible_for_injection"], true);
    assert_eq!(updated["contradicts_with"], json!([]));
    assert!(
        updated["updated_at"]
            .as_str()
            .is_some_and(|at| at.ends_with('Z'))
    );
    let recalled = client.recall(&json!({ "query": "who is harbour master?" }));
    assert_eq!(texts(&recalled), ["The harbour master is Wilhelmina."]);
    let memory = &recalled["memories"][0]["memory"];
    assert_eq!((&memory["id"], &memory["version"]), (&json!(id), &json!(2)));
    id
}

#[test]
fn g_088_update_shows_the_new_text_and_the_next_version() {
    for server in [shared(), segmented()] {
        let mut client = server.room("g088");
        let id = check_update(&mut client);
        server.settled();
        for question in ["Osric", "harbour master Osric"] {
            let found = client.ask(question);
            assert!(
                !found.iter().any(|text| text.contains("Osric")),
                "{found:?}"
            );
        }
        assert_eq!(
            client.ask("Wilhelmina"),
            ["The harbour master is Wilhelmina."]
        );
        let memory = client.inspect(&id);
        assert_eq!(memory["content"], "The harbour master is Wilhelmina.");
        assert_eq!(memory["version"], 2);
    }
}

#[test]
fn what_an_update_does_not_name_stays() {
    let mut client = shared().room("update-rest");
    let told = json!({
        "content": "Tea at four.", "tags": ["tea"], "agent": "a", "session": "s", "speaker": "Ann",
        "memory_type": "working", "metadata": { "cups": 2 },
    });
    let id = client.store(&told);
    let before = client.inspect(&id);
    client
        .patch("/v1/update", &json!({ "id": id, "tags": ["coffee"] }))
        .ok();
    client
        .patch(
            "/v1/update",
            &json!({ "id": id, "memory_type": "semantic" }),
        )
        .ok();
    let memory = client.inspect(&id);
    for field in [
        "content",
        "agent",
        "session",
        "speaker",
        "metadata",
        "created_at",
    ] {
        assert_eq!(memory[field], before[field], "{field}");
    }
    assert_eq!(memory["tags"], json!(["coffee"]));
    assert_eq!(
        (&memory["memory_type"], &memory["version"]),
        (&json!("semantic"), &json!(3))
    );
    let of = |client: &mut Client, tag: &str| -> Value {
        client.recall(&json!({ "query": "tea at four", "tags": [tag] }))["memories"].take()
    };
    assert_eq!(
        of(&mut client, "tea"),
        json!([]),
        "the old tag no longer finds it"
    );
    assert_eq!(of(&mut client, "coffee").as_array().unwrap().len(), 1);
}

#[test]
fn updates_are_listed_once_and_keep_their_place() {
    let mut client = shared().room("update-list");
    let first = client.remember("One.");
    let second = client.remember("Two.");
    let created = client.inspect(&first)["created_at"].clone();
    eventually("the clock to move on", || {
        let probe = client.update(&second, &unique("Two again "));
        (probe["updated_at"].as_str() > created.as_str()).then_some(())
    });
    client.update(&first, "One, corrected.");
    let listed = client.get("/v1/memories").ok();
    assert_eq!(listed["count"], 2);
    assert_eq!(
        listed["memories"][0]["id"], first,
        "oldest first, as first stored"
    );
    assert_eq!(listed["memories"][0]["content"], "One, corrected.");
    assert_eq!(listed["memories"][0]["created_at"], created);
    assert!(listed["memories"][0]["updated_at"].as_str() > created.as_str());
}

#[test]
fn words_that_were_updated_away_are_free_again() {
    let mut client = shared().room("update-free");
    let id = client.remember("The gate is green.");
    client.update(&id, "The gate is blue.");
    let stored = client
        .post("/v1/store", &json!({ "content": "The gate is green." }))
        .ok();
    assert!(stored.get("duplicate").is_none(), "{stored}");
    assert_ne!(stored["id"], id);
    let again = client
        .post("/v1/store", &json!({ "content": "The gate is blue." }))
        .ok();
    assert_eq!(
        (&again["id"], &again["duplicate"]),
        (&json!(id), &json!(true))
    );
    assert_eq!(again["version"], 2);
}

/// No version, no event, no row of the audit.
#[test]
fn an_update_that_says_the_same_changes_nothing() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut owner = server.owner();
    let told =
        json!({ "content": "The kiln is hot.", "tags": ["kiln"], "memory_type": "semantic" });
    let id = owner.store(&told);
    let first = owner.update(&id, "The kiln is cold.");
    let before = owner.lasting(&id);
    let counted = || {
        let of = |table: &str| rows(&home, &format!("SELECT count(*) FROM {table}"));
        let acts = "audit WHERE action = 'update'";
        [of("journal"), of(acts), of("memory_versions")]
    };
    let kept = counted();
    for same in [
        json!({ "id": id, "content": "The kiln is cold." }),
        json!({ "id": id, "tags": ["kiln"] }),
        json!({ "id": id, "content": "The kiln is cold.", "memory_type": "semantic" }),
    ] {
        assert_eq!(owner.patch("/v1/update", &same).ok(), first, "{same}");
    }
    assert_eq!(owner.lasting(&id), before);
    assert_eq!(counted(), kept);
    assert_eq!(owner.update(&id, "The kiln is warm.")["version"], 3);
}

/// Whatever had given way is believed again by an update, though it says the same.
#[test]
fn the_same_words_bring_back_what_had_given_way() {
    let mut client = shared().room("update-back");
    let (old, new) = (
        client.remember("Tea at four."),
        client.remember("Tea at five."),
    );
    let verdict = json!({ "id": old, "action": "supersede", "superseded_by": new });
    client.post("/v1/feedback", &verdict).ok();
    assert_eq!(client.inspect(&old)["status"], "stale");
    let back = client.update(&old, "Tea at four.");
    assert_eq!(
        (&back["status"], &back["version"]),
        (&json!("active"), &json!(2))
    );
}
