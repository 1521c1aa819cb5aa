//! What must not be kept is not kept.

use super::*;

fn long() -> String {
    "Zx9".repeat(12)
}

#[test]
fn n_016_a_secret_in_a_string_destroys_nothing_else() {
    let (session, mut client) = (unique("struct"), guest(timeline()));
    let data = json!({
        "tool_name": "Bash", "tool_output": "done",
        "tool_input": { "command": format!("export API_KEY={}", long()), "n": [1, { "deep": true }] },
    });
    client.observe(&told(&session, "post_tool_use", data));
    let seen = &client.observations(&session)[0];
    assert_eq!(seen["toolName"], "Bash");
    let wanted =
        json!({ "command": "export API_KEY=[REDACTED_SECRET]", "n": [1, { "deep": true }] });
    assert_eq!(seen["toolInput"], wanted);
    assert_eq!(seen["toolOutput"], "done");
}

#[test]
fn n_017_a_sensitive_key_hides_its_value() {
    let (session, mut client) = (unique("keys"), guest(timeline()));
    let input = json!({ "password": long(), "nested": { "authToken": "short" }, "max_tokens": 5 });
    let data = json!({ "tool_name": "Login", "tool_input": input });
    client.observe(&told(&session, "post_tool_use", data));
    let seen = &client.observations(&session)[0];
    let hidden = "[REDACTED_SECRET]";
    let wanted = json!({ "password": hidden, "nested": { "authToken": hidden }, "max_tokens": 5 });
    assert_eq!(seen["toolInput"], wanted);
}

#[test]
fn n_017_headers_pairs_and_lists_hide_their_values() {
    let (session, mut client) = (unique("lists"), guest(timeline()));
    let input = json!({
        "headers": ["authorization: bearer x1", "accept: y"],
        "pairs": [["Authorization", "x1"], ["accept", "y"]],
        "har": [{ "name": "authorization", "value": "x1" }, { "name": "accept", "value": "y" }],
        "tokens": [{ "value": "ab12cd34ef" }, "salt"], "pass\u{200b}word": "x1",
    });
    let data =
        json!({ "tool_name": "Fetch", "tool_input": input, "tool_output": input.to_string() });
    client.observe(&told(&session, "post_tool_use", data));
    let seen = &client.observations(&session)[0];
    let hidden = "[REDACTED_SECRET]";
    let wanted = json!({
        "headers": ["authorization: bearer [REDACTED_SECRET]", "accept: y"],
        "pairs": [["Authorization", hidden], ["accept", "y"]],
        "har": [{ "name": "authorization", "value": hidden }, { "name": "accept", "value": "y" }],
        "tokens": [{ "value": hidden }, "salt"], "pass\u{200b}word": hidden,
    });
    assert_eq!(seen["toolInput"], wanted);
    let output = seen["toolOutput"].as_str().unwrap();
    assert!(
        !output.contains("x1") && !output.contains("ab12"),
        "{output}"
    );
    assert!(output.contains(r#"["accept","y"]"#), "{output}");
}

#[test]
fn n_015_a_key_is_seen_behind_colours_escapes_and_other_words() {
    let (session, mut client) = (unique("edges"), guest(timeline()));
    let key = format!("ghp_{}", "Qk7".repeat(12));
    for before in [
        "\u{1b}[31m",
        "\u{1b}[01;31m\u{1b}[K",
        "a\\n",
        "a\\\\t",
        "/cb?q%3D",
        "abc",
    ] {
        let data = json!({ "prompt": format!("it is {before}{key} here") });
        client.observe(&told(&session, "prompt_submit", data));
        let seen = client.observations(&session);
        let prompt = seen.last().unwrap()["userPrompt"].as_str().unwrap();
        assert!(prompt.ends_with("[REDACTED_SECRET] here"), "{prompt:?}");
        assert!(!prompt.contains("Qk7"), "{prompt:?}");
    }
}

#[test]
fn a_secret_is_in_no_file_and_found_by_nobody() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let secret = format!("ghp_{}", "Qk7".repeat(12));
    let data =
        json!({ "prompt": format!("my token is {secret}, <private>Rosebud</private> said") });
    client.observe(&told("s", "prompt_submit", data));
    let seen = client.observations("s");
    assert_eq!(
        seen[0]["userPrompt"],
        "my token is [REDACTED_SECRET], [REDACTED] said"
    );
    let mut owner = server.owner();
    assert_eq!(owner.ask("Rosebud"), Vec::<String>::new());
    let events = owner.get("/v1/events?session=s").ok().to_string();
    assert!(
        !events.contains("Qk7") && !events.contains("Rosebud"),
        "{events}"
    );
    server.stop();
    let dump = home.run(&["debug", "dump", "--plain"]).ok();
    assert!(dump.contains("my token is"), "it shows what is kept");
    assert!(!dump.contains("Qk7") && !dump.contains("Rosebud"));
}

#[test]
fn what_a_hook_brings_is_kept_without_its_secrets_now_or_from_the_spool() {
    let home = Home::new();
    let event = |id: &str, word: &str| {
        let text = format!("{word} has password={}", long());
        json!({ "id": id, "session": "hk", "text": text, "role": "user" }).to_string()
    };
    let spool = home.data().join("spool");
    std::fs::create_dir_all(&spool).unwrap();
    std::fs::write(spool.join("control.jsonl"), event("e1", "Florbo") + "\n").unwrap();
    let server = served(&home, &[]);
    let found = crate::support::eventually("what waited", || {
        server.owner().ask("Florbo").into_iter().next()
    });
    assert_eq!(found, "Florbo has password=[REDACTED_SECRET]");
    let hooked: Value = serde_json::from_str(&event("e2", "Glimwax")).unwrap();
    let told = json!({ "hooked": true, "events": [hooked] });
    server.owner().post("/v1/events", &told).ok();
    assert_eq!(
        server.owner().ask("Glimwax")[0],
        "Glimwax has password=[REDACTED_SECRET]"
    );
}

#[test]
fn no_field_of_a_note_keeps_a_secret() {
    let home = Home::new();
    let server = served(&home, &[]);
    let (mut client, secret) = (guest(&server), format!("ghp_{}", long()));
    let start = json!({ "sessionId": "s", "project": secret, "cwd": secret, "title": secret, "agentId": secret });
    client.post("/agentmemory/session/start", &start).ok();
    let mut seen = told("t", "stop", json!(secret));
    for field in ["project", "cwd", "agentId"] {
        seen[field] = json!(secret);
    }
    client.observe(&seen);
    for (path, note) in [
        (
            "remember",
            json!({ "content": "a fact", "concepts": [secret], "files": [secret], "project": secret, "agentId": secret }),
        ),
        (
            "lessons",
            json!({ "content": secret, "context": secret, "tags": [secret] }),
        ),
        (
            "slot",
            json!({ "label": "mine", "content": secret, "description": secret }),
        ),
        (
            "actions",
            json!({ "title": secret, "description": secret, "tags": [secret] }),
        ),
    ] {
        let reply = client.post(&format!("/agentmemory/{path}"), &note);
        assert!(reply.status < 300, "{path}: {}", reply.text);
    }
    let export = home.run(&["export", "--events"]).ok();
    server.stop();
    let dump = home.run(&["debug", "dump", "--plain"]).ok();
    for (place, text) in [("export", export), ("dump", dump)] {
        assert!(text.contains("a fact"), "{place}");
        assert!(!text.contains("Zx9Zx9"), "a secret is in the {place}");
    }
    assert_eq!(
        crate::support::having(home.path(), "Zx9Zx9"),
        Vec::<std::path::PathBuf>::new()
    );
}

#[test]
fn a_short_password_json_in_a_text_and_an_open_block_are_hidden() {
    let (session, mut client) = (unique("shapes"), guest(timeline()));
    let told_of = |output: &str| json!({ "tool_name": "Bash", "tool_input": { "command": "env" }, "tool_output": output });
    for (said, kept) in [
        (
            "DB_PASSWORD=Tr0ub4dor3 make",
            "DB_PASSWORD=[REDACTED_SECRET] make",
        ),
        (
            r#"{"password":"p@ss, w0rd","port":5432}"#,
            r#"{"password":"[REDACTED_SECRET]","port":5432}"#,
        ),
        (
            "shown <private>a<private>b</private>c</private> shown",
            "shown [REDACTED] shown",
        ),
        ("shown <private>never closed", "shown [REDACTED]"),
    ] {
        client.observe(&told(&session, "post_tool_use", told_of(said)));
        let seen = client.observations(&session);
        let output = &seen.last().unwrap()["toolOutput"];
        // JSON in a text may be shown as what it is.
        let same =
            output == kept || *output == serde_json::from_str::<Value>(kept).unwrap_or_default();
        assert!(same, "{said}: {output}");
    }
}

#[test]
fn a_question_is_not_remembered_with_its_secret() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let secret = format!("ghp_{}", "Qk7".repeat(12));
    client.post(
        "/agentmemory/remember",
        &json!({ "content": format!("the key is {secret}") }),
    );
    let query = format!("where is {secret}");
    let found = client
        .post("/agentmemory/search", &json!({ "query": query }))
        .ok();
    assert_eq!(found[0]["content"], "the key is [REDACTED_SECRET]");
    let asked =
        json!({ "sessionId": "s", "files": ["a.rs"], "terms": [secret], "toolName": "Grep" });
    client.post("/agentmemory/enrich", &asked).ok();
    let dump = home.run(&["debug", "dump", "--plain"]).ok();
    assert!(!dump.contains("Qk7"), "{dump}");
}

#[test]
fn what_stands_for_a_secret_is_no_subject() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let token = format!("ghp_{}", "Ab1".repeat(12));
    for n in 0..3 {
        let prompt = format!("Rotate {token} at harbour {n}, {token} is old, <private>x</private>");
        client.observe(&told("s", "prompt_submit", json!({ "prompt": prompt })));
        let input = json!({ "file_path": format!("harbour/{token}/gate{n}.rs") });
        let data = json!({ "tool_name": "Edit", "tool_input": input, "tool_output": "done" });
        client.observe(&told("s", "post_tool_use", data));
    }
    let memory = json!({ "content": "The harbour gate opens at dawn", "project": "/code/app", "concepts": [token, "harbour"] });
    assert_eq!(client.post("/agentmemory/remember", &memory).status, 201);
    let summary = client
        .post("/agentmemory/summarize", &json!({ "sessionId": "s" }))
        .ok();
    let profile = client.get("/agentmemory/profile?project=/code/app").ok();
    let graph = client.get("/agentmemory/graph").ok();
    for told in [&profile["topConcepts"], &graph] {
        assert!(told.to_string().contains("harbour"), "{told}");
    }
    let concepts = &summary["summary"]["concepts"];
    assert_ne!(concepts, &json!([]), "{summary}");
    for told in [concepts, &profile["topConcepts"], &graph] {
        let told = told.to_string().to_lowercase();
        assert!(!told.contains("redacted"), "{told}");
    }
}
