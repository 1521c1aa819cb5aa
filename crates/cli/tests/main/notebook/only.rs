//! Only what may be kept is kept, and only what may be changed is changed.

use super::*;

const HIDDEN: &str = "[REDACTED_SECRET]";

#[test]
fn n_014_what_is_private_stands_in_no_field_and_is_not_found() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let word = "Rosebud";
    let said = |around: &str| format!("{around} <PRIVATE>\n{word}\n</Private> {around}");
    let data = json!({
        "tool_name": said("tool"), "tool_input": { "file_path": said("/code/a"), "deep": [said("in")] },
        "tool_output": said("out"), "prompt": said("asked"),
    });
    client.observe(&told("s", "post_tool_use", data.clone()));
    client.observe(&told("s", "prompt_submit", data));
    for seen in client.observations("s") {
        let seen = seen.to_string();
        assert!(
            seen.contains("[REDACTED]") && !seen.contains(word),
            "{seen}"
        );
    }
    let hits = |client: &mut Client, query: &str| {
        let asked = json!({ "query": query, "limit": 20 });
        let told = client.post("/agentmemory/search", &asked).ok();
        told.as_array().unwrap().clone()
    };
    assert!(
        !hits(&mut client, "asked").is_empty(),
        "what is around it is found"
    );
    assert_eq!(hits(&mut client, word), [] as [Value; 0]);
    let export = client.get("/agentmemory/export").ok().to_string();
    assert!(!export.contains(word));
}

#[test]
fn n_015_each_shape_of_a_secret_goes() {
    let (session, mut client) = (unique("shape"), guest(timeline()));
    let many = |letters: &str, n: usize| letters.repeat(n / letters.len() + 1)[..n].to_owned();
    let word = |n: usize| many("Qk7", n);
    let names = [
        "api_key",
        "api-key",
        "apikey",
        "secret",
        "token",
        "password",
        "credential",
        "auth",
    ];
    let named = names.map(|name| format!("{name}={}", word(24)));
    let shaped = [
        format!("Bearer {}", word(24)),
        format!("sk-proj-{}", word(24)),
        format!("sk-{}", word(24)),
        format!("pk-{}", word(24)),
        format!("rk-{}", word(24)),
        format!("ak-{}", word(24)),
        format!("sk-ant-{}", word(24)),
        format!("ghp_{}", word(36)),
        format!("ghu_{}", word(36)),
        format!("ghs_{}", word(36)),
        format!("github_pat_{}", word(22)),
        format!("xoxb-{}", word(24)),
        format!("AKIA{}", many("QK7", 16)),
        format!("AIza{}", word(35)),
        format!("eyJ{}.{}.{}", word(20), word(20), word(20)),
        format!("npm_{}", word(36)),
        format!("glpat-{}", word(20)),
        format!("dop_v1_{}", many("a1b2c3", 64)),
    ];
    for secret in named.iter().chain(&shaped) {
        let told_of = told(
            &session,
            "prompt_submit",
            json!({ "prompt": format!("use {secret} now") }),
        );
        client.observe(&told_of);
        let seen = client.observations(&session);
        let prompt = seen.last().unwrap()["userPrompt"]
            .as_str()
            .unwrap()
            .to_owned();
        assert!(
            prompt.contains(HIDDEN) && prompt.ends_with(" now"),
            "{secret}: {prompt}"
        );
        let left = ["Qk7", "QK7", "a1b2", "1b2c"].map(|part| prompt.contains(part));
        assert_eq!(left, [false; 4], "{secret}: {prompt}");
    }
    let short = json!({ "prompt": "api_key=short stays" });
    client.observe(&told(&session, "prompt_submit", short));
    let seen = client.observations(&session);
    assert_eq!(seen.last().unwrap()["userPrompt"], "api_key=short stays");
}

#[test]
fn n_093_many_at_once_are_all_there_in_the_order_of_their_times() {
    let home = Home::new();
    let server = served(&home, &[]);
    let one = |n: usize| {
        let mut told = told(
            "busy",
            "prompt_submit",
            json!({ "prompt": format!("number {n}") }),
        );
        told["timestamp"] = json!(format!("2026-01-30T10:{:02}:{:02}Z", n / 60, n % 60));
        guest(&server).observe(&told);
    };
    std::thread::scope(|scope| {
        // Later ones begin first.
        for n in (0..100).rev() {
            scope.spawn(move || one(n));
        }
    });
    let seen = guest(&server).observations("busy");
    let prompts: Vec<&str> = seen
        .iter()
        .map(|o| o["userPrompt"].as_str().unwrap())
        .collect();
    let wanted: Vec<String> = (0..100).map(|n| format!("number {n}")).collect();
    assert_eq!(prompts, wanted);
}

#[test]
fn n_115_only_known_fields_are_read() {
    let mut client = guest(timeline());
    let content = format!("Read the {} first", unique("label"));
    let lesson = json!({
        "content": content, "reinforcements": 99, "deleted": true, "id": "x", "createdAt": "2001-01-01T00:00:00Z",
    });
    let saved = client.post("/agentmemory/lessons", &lesson);
    assert_eq!(saved.status, 201, "{}", saved.text);
    let saved = &saved.body["lesson"];
    assert_eq!(saved["reinforcements"], 0);
    assert!(saved["id"].as_str().unwrap().starts_with("lsn_"));
    assert!(!saved["createdAt"].as_str().unwrap().starts_with("2001"));
    assert_ne!(saved["deleted"], true);
    let listed = client.get("/agentmemory/lessons?limit=1000").ok();
    let listed = listed["lessons"].as_array().unwrap();
    assert!(
        listed
            .iter()
            .any(|known| known["content"] == content.as_str())
    );
    let action = client
        .post("/agentmemory/actions", &json!({ "title": "Look" }))
        .ok()["action"]
        .take();
    let id = action["id"].as_str().unwrap();
    let change = json!({ "title": "Look twice", "id": "y", "createdAt": "2001-01-01T00:00:00Z", "owner": "me" });
    let changed = client.send(
        "PATCH",
        &format!("/agentmemory/actions/{id}"),
        change.to_string().as_bytes(),
    );
    let changed = changed.ok()["action"].take();
    assert_eq!(changed["title"], "Look twice");
    assert_eq!(
        (&changed["id"], &changed["createdAt"]),
        (&action["id"], &action["createdAt"])
    );
    assert_eq!(changed["owner"], Value::Null);
}
