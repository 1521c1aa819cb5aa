//! The habits of memoryOSS: its limits, what a repetition means, what is recalled.

use serde_json::{Value, json};

use super::{ADMIN, Oss, PLAIN, READER, WRITER, client, usual};
use crate::support::{Client, HASHED, Home, MEMORY_FIELDS, Raw, Server, send_raw, shared, texts};

#[test]
fn its_limits_hold_with_its_words() {
    let server = Oss::new(&usual(PLAIN)).serve(&["serve"]);
    let mut writer = client(&server, WRITER);
    let mut refused = |request: Value| {
        let reply = writer.post("/v1/store", &request);
        assert_eq!(reply.status, 400, "{}", reply.text);
        reply.body["error"].as_str().unwrap().to_owned()
    };
    assert_eq!(
        refused(json!({ "content": "x".repeat(33_000) })),
        "content exceeds maximum size (33000 > 32768 bytes)"
    );
    let tags: Vec<String> = (0..51).map(|n| format!("t{n}")).collect();
    assert_eq!(
        refused(json!({ "content": "x", "tags": tags })),
        "too many tags (51 > 50)"
    );
    assert_eq!(
        refused(json!({ "content": "x", "tags": ["t".repeat(257)] })),
        "tag too long (257 > 256 bytes)"
    );
    assert_eq!(refused(json!({ "content": " " })), "content is empty");
    let bare = json!({ "content": "x", "tags": ["fine", " "] });
    assert_eq!(refused(bare), "tag is empty");
    let mut admin = client(&server, ADMIN);
    for (name, told) in [
        ("n".repeat(129), "namespace too long (129 > 128 bytes)"),
        ("a/b".into(), "namespace contains invalid characters"),
    ] {
        let reply = admin.post("/v1/admin/sharing/create", &json!({ "name": name }));
        assert_eq!(reply.status, 400, "{}", reply.text);
        let said = reply.body["error"].as_str().unwrap();
        assert!(said.starts_with(told), "{said}");
    }
    let foreign = json!({ "content": "x", "namespace": "elsewhere" });
    let foreign = writer.post("/v1/store", &foreign);
    assert_eq!(foreign.status, 403, "{}", foreign.text);
    assert_eq!(
        foreign.body["error"],
        "cannot access namespace outside your scope"
    );
    writer.remember(&"x".repeat(32_768));
}

#[test]
fn g_212_no_body_of_the_memory_api_is_larger_than_two_mebibytes() {
    let server = Oss::new(&usual(PLAIN)).serve(&["serve"]);
    let mut writer = client(&server, WRITER);
    let big: Vec<Value> = (0..100)
        .map(|n| json!({ "content": format!("{n} {}", "x".repeat(30_000)) }))
        .collect();
    let reply = writer.post("/v1/store/batch", &json!({ "memories": big }));
    let told = reply.refused(413, "body_too_large");
    assert_eq!(told["error"], "request body too large");
}

fn repetitions_are_refused(mut writer: Client, mut other: Client) {
    let id = writer.remember("the build needs four cores");
    let again = json!({ "content": "the build needs four cores" });
    let reply = writer.post("/v1/store", &again).refused(400, "duplicate");
    let said = reply["error"].as_str().unwrap();
    let expected = format!("duplicate content (matches memory {id})");
    assert!(said.starts_with(&expected), "{said}");
    let batch = json!({ "memories": [{ "content": "lamps" }, { "content": "lights" }, { "content": "lights" }] });
    let batch = writer.post("/v1/store/batch", &batch);
    let said = batch.refused(400, "duplicate")["error"].clone();
    assert_eq!(said, "duplicate content (matches batch memory 1)");
    assert_eq!(writer.count().0, 1);
    other.remember("the build needs four cores");
}

#[test]
fn the_same_words_again_are_refused_within_their_namespace() {
    let more = "[[auth.api_keys]]\nkey = \"other\"\nrole = \"writer\"\nnamespace = \"other\"\n";
    let server = Oss::new(&(usual(PLAIN) + more)).serve(&["serve"]);
    repetitions_are_refused(client(&server, WRITER), client(&server, "other"));
}

#[test]
fn nearly_the_same_is_refused_where_a_model_can_tell() {
    let habits = "compat = \"memoryoss\"\n[tls]\nenabled = false\n";
    let home = Home::with_settings(&format!("{habits}{HASHED}"));
    let server = Server::start(&home);
    let mut writer = server.room("habits");
    let id = writer.remember("the build needs four cores");
    let alike = json!({ "content": "The build needs FOUR cores!" });
    let reply = writer.post("/v1/store", &alike).refused(400, "duplicate");
    let expected = format!("semantic duplicate (similarity 1.000 >= 0.950, matches memory {id})");
    assert!(
        reply["error"].as_str().unwrap().starts_with(&expected),
        "{reply}"
    );
    let batch =
        json!({ "memories": [{ "content": "lamps stay lit" }, { "content": "Lamps stay lit." }] });
    let reply = writer
        .post("/v1/store/batch", &batch)
        .refused(400, "duplicate");
    assert!(
        reply["error"]
            .as_str()
            .unwrap()
            .contains("matches batch memory 0)"),
        "{reply}"
    );
    assert_eq!(writer.count().0, 1, "all or nothing");
    writer.remember("the moon is far away");
    server
        .room("others")
        .remember("The build needs FOUR cores!");
    server.stop();
    // The bound can be set, and our own habits know none.
    home.set(&format!(
        "{habits}{HASHED}[trust]\nsemantic_dedup_threshold = 2\n"
    ));
    home.run(&["status"]).refused(2, "[bad_setting]");
    home.set(HASHED);
    let server = Server::start(&home);
    server.room("habits").store(&alike);
}

/// What a memory is changed to is a repetition as much as what is stored.
#[test]
fn no_memory_is_changed_to_what_another_says() {
    let habits = "compat = \"memoryoss\"\n[tls]\nenabled = false\n";
    let home = Home::with_settings(&format!("{habits}{HASHED}"));
    let server = Server::start(&home);
    let mut writer = server.room("changed");
    let first = writer.remember("the build needs four cores");
    let second = writer.remember("lamps stay lit over night");
    let mut refused = |id: &str, content: &str| {
        let change = json!({ "id": id, "content": content });
        let reply = writer.patch("/v1/update", &change);
        let reply = reply.refused(400, "duplicate");
        reply["error"].as_str().unwrap().to_owned()
    };
    let same = refused(&second, "the build needs four cores");
    let expected = format!("duplicate content (matches memory {first})");
    assert!(same.starts_with(&expected), "{same}");
    let nearly = refused(&second, "The build needs FOUR cores!");
    assert!(
        nearly.starts_with("semantic duplicate (similarity"),
        "{nearly}"
    );
    assert!(nearly.contains(&first), "{nearly}");
    // It may be like what it says itself, and the same words stay allowed.
    writer.update(&second, "Lamps stay lit over NIGHT!");
    writer.update(&second, "Lamps stay lit over NIGHT!");
    assert_eq!(writer.inspect(&second)["version"], 2);
    assert_eq!(writer.count().0, 2);
}

#[test]
fn twins_in_a_batch_are_the_same_words_where_a_model_reads_them_too() {
    let habits = "compat = \"memoryoss\"\n[tls]\nenabled = false\n";
    let home = Home::with_settings(&format!("{habits}{HASHED}"));
    let server = Server::start(&home);
    let mut writer = server.room("twins");
    let batch = json!({ "memories": [
        { "content": "lamps" }, { "content": "ropes" }, { "content": "ropes" },
    ] });
    let batch = writer.post("/v1/store/batch", &batch);
    let said = batch.refused(400, "duplicate")["error"].clone();
    assert_eq!(said, "duplicate content (matches batch memory 1)");
}

/// What says the same is told once, by whichever says most, on all pages.
#[test]
fn memories_that_say_the_same_are_recalled_as_one() {
    let server = Oss::new(&usual(PLAIN)).serve(&["serve"]);
    let mut writer = client(&server, WRITER);
    let longest = "Reminder: ship manifests are archived in cabinet nine by the clerk, who signs.";
    let other = "Ship manifests are archived in cabinet ten by the clerk";
    for (content, tag) in [
        (
            "Ship manifests are archived in cabinet nine by the clerk",
            "a",
        ),
        (
            "ship manifests are archived in cabinet nine by the clerk!!",
            "b",
        ),
        (longest, "c"),
        (other, "d"),
    ] {
        writer.store(&json!({ "content": content, "tags": [tag] }));
    }
    let question = json!({ "query": "where are ship manifests archived" });
    let recalled = writer.recall(&question);
    let mut told = texts(&recalled);
    told.sort();
    assert_eq!(told, [longest, other], "{recalled}");
    let explained = writer.post("/v1/admin/query-explain", &question).ok();
    for hits in [&recalled["memories"], &explained["final_results"]] {
        for hit in hits.as_array().unwrap() {
            let fused = hit["memory"]["content"] == longest;
            let marked = hit["provenance"].to_string().contains("fused_duplicate");
            assert_eq!(marked, fused, "{hit}");
            let tags = hit["memory"]["tags"].as_array().map(Vec::len);
            assert_eq!(tags, Some(if fused { 3 } else { 1 }), "{hit}");
        }
        assert_eq!(hits.as_array().map(Vec::len), Some(2), "{hits}");
    }
    let mut page = json!({ "query": question["query"], "limit": 1 });
    let first = writer.recall(&page);
    page["cursor"] = first["next_cursor"].clone();
    let second = writer.recall(&page);
    assert_ne!(texts(&first), texts(&second));
    assert!(second["next_cursor"].is_null(), "{second}");
}

#[test]
fn recall_means_memories_unless_kinds_are_named() {
    let server = Oss::new(&usual(PLAIN)).serve(&["serve"]);
    let mut writer = client(&server, WRITER);
    writer.remember("the lantern hangs in the harbour");
    let event = json!([{ "session": "s", "text": "we saw the lantern in the harbour" }]);
    writer.ingest(&event);
    assert_eq!(
        writer.ask("lantern harbour"),
        ["the lantern hangs in the harbour"]
    );
    let both = json!({ "query": "lantern harbour", "kinds": ["memory", "event"], "explain": true });
    let recalled = writer.recall(&both);
    assert_eq!(texts(&recalled).len(), 2);
    assert_eq!(recalled["question"]["ranking"], "memoryoss");
}

#[test]
fn its_rate_limit_holds() {
    let slow = format!("{PLAIN}[limits]\nrate_limit_per_sec = 2\n");
    let server = Oss::new(&usual(&slow)).serve(&["serve"]);
    let mut writer = client(&server, WRITER);
    let limited = (0..20).map(|_| writer.get("/v1/memories"));
    let limited = limited.filter(|reply| reply.status == 429).last().unwrap();
    assert_eq!(limited.body["error"], "rate limit exceeded");
    assert!(limited.body["retry_after_ms"].is_u64() && limited.header("retry-after").is_some());
    assert_eq!(client(&server, ADMIN).get("/v1/memories").status, 200);
}

#[test]
fn mneme_can_be_told_to_have_the_same_habits() {
    let home = Home::with_settings("compat = \"memoryoss\"\n[tls]\nenabled = false\n");
    let server = Server::start(&home);
    repetitions_are_refused(server.room("habits"), server.room("others"));
    let home = Home::with_settings("compat = \"memorix\"\n");
    home.run(&["status"]).refused(2, "[bad_setting]");
}

#[test]
fn who_develops_without_keys_is_asked_for_none() {
    let bare =
        "[server]\nport = 0\n[storage]\ndata_dir = \"data\"\n[embeddings]\nmodel = \"off\"\n";
    let server = Oss::new(bare).serve(&["dev"]);
    assert!(server.errors().contains("no API keys are configured"));
    let mut anybody = server.stranger();
    let id = anybody.remember("The ferry is red.");
    let told = anybody.inspect(&id);
    assert_eq!(
        (&told["namespace"], &told["content"]),
        (&json!("default"), &json!("The ferry is red."))
    );
    assert_eq!(anybody.forget(&json!({ "ids": [id] })), 1);
    let elsewhere = json!({ "query": "ferry", "namespace": "others" });
    anybody
        .post("/v1/recall", &elsewhere)
        .refused(403, "foreign_namespace");
    // A page, a foreign name and a wrong key are nobody's.
    let line = "GET /v1/memories HTTP/1.1";
    for header in [
        ("origin", "http://evil.example"),
        ("host", "evil.example"),
        ("authorization", "Bearer nonsense"),
    ] {
        let headers = &[header];
        let raw = Raw {
            line,
            headers,
            body: b"",
        };
        assert_eq!(send_raw(server.http(), &raw).status, 401, "{header:?}");
    }
    server.stop();
    let locked = Oss::new(&usual(PLAIN)).serve(&["dev"]);
    locked
        .stranger()
        .get("/v1/memories")
        .refused(401, "no_credential");
    let served = Oss::new(&format!("{PLAIN}{bare}")).serve(&["serve"]);
    served
        .stranger()
        .get("/v1/memories")
        .refused(401, "no_credential");
}

#[test]
fn hints_of_answers_name_the_command_it_was_started_as() {
    let server = Oss::new(&usual(PLAIN)).serve(&["serve"]);
    let hint = |told: Value| told["hint"].as_str().unwrap().to_owned();
    let nobody = server.stranger().get("/v1/memories");
    let nobody = hint(nobody.refused(401, "no_credential"));
    assert!(nobody.contains("`memoryoss key`"), "{nobody}");
    let mut reader = client(&server, READER);
    let lesser = reader.post("/v1/store", &json!({ "content": "x" }));
    let lesser = hint(lesser.refused(403, "role_too_low"));
    assert!(lesser.contains("`memoryoss key new "), "{lesser}");
    let absent = hint(reader.get("/v1/inspect/x").refused(404, "no_such_memory"));
    assert!(
        absent.contains("`memoryoss list` and `memoryoss events`"),
        "{absent}"
    );
    let overview = client(&server, ADMIN).get("/v1/admin/hud").ok();
    for action in overview["quick_actions"].as_array().unwrap() {
        let command = action["cli"].as_str().unwrap();
        assert!(command.starts_with("memoryoss "), "{command}");
    }
    let document = reader.get("/openapi.json").ok().to_string();
    assert!(document.contains("`memoryoss key`") && !document.contains("`mneme "));
    let own = shared().stranger().get("/v1/memories");
    let own = hint(own.refused(401, "no_credential"));
    assert!(own.contains("`mneme key`"), "{own}");
}

#[test]
fn a_memory_has_its_published_fields_wherever_it_is_told() {
    let published = Oss::new(&usual(PLAIN)).serve(&["serve"]);
    for mut writer in [client(&published, WRITER), shared().room("fields")] {
        let id = writer.remember("the lamp is lit");
        let recalled = writer.recall(&json!({ "query": "lamp" }));
        let listed = writer.get("/v1/memories").ok();
        let exported = writer.get("/v1/export").ok();
        let inspected = writer.inspect(&id);
        for told in [
            &recalled["memories"][0]["memory"],
            &listed["memories"][0],
            &exported["memories"][0],
            &inspected,
        ] {
            for field in MEMORY_FIELDS {
                assert!(!told[field].is_null(), "{field}: {told}");
            }
            assert!(told.get("embedding").is_none(), "{told}");
            assert_eq!(told["injection_count"], 0, "{told}");
            assert_eq!(told["content_hash"].as_str().map(str::len), Some(64));
        }
        let told = [&recalled["memories"][0]["memory"], &listed["memories"][0]];
        assert!(told.iter().all(|told| told["reuse_count"] == 0), "{told:?}");
        let word = json!({ "id": id, "action": "confirm" });
        writer.post("/v1/feedback", &word).ok();
        let listed = &writer.get("/v1/memories").ok()["memories"][0];
        assert_eq!(listed["confirm_count"], 1, "{listed}");
        assert!(listed["last_outcome_at"].is_string(), "{listed}");
    }
}
