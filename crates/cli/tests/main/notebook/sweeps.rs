//! What goes and what is told by itself, and without a body.

use super::*;
use crate::support::eventually;

pub const EVERY_SECOND: &str =
    "[scheduler.jobs]\nauto-forget = \"* * * * * *\"\nconsolidation = \"* * * * * *\"\n";

pub fn remember(client: &mut Client, content: &str, days: Option<f64>) -> Value {
    let asked = json!({ "content": content, "ttlDays": days });
    let reply = client.post("/agentmemory/remember", &asked);
    assert_eq!(reply.status, 201, "{}", reply.text);
    reply.body["memory"]["id"].clone()
}

pub fn listed(client: &mut Client) -> Vec<Value> {
    let told = client.get("/agentmemory/memories").ok();
    let all = told["memories"].as_array().unwrap().iter();
    all.map(|memory| memory["id"].clone()).collect()
}

#[test]
fn n_035_a_memory_goes_when_its_time_is_over() {
    let home = Home::new();
    // The hour may strike meanwhile.
    let server = served(&home, &[("AUTO_FORGET_ENABLED", "false")]);
    let mut client = guest(&server);
    let over = remember(
        &mut client,
        "the wifi password of today is plain",
        Some(0.000_000_01),
    );
    let later = remember(&mut client, "the rent is due in a month", Some(30.0));
    let stays = remember(&mut client, "the sky is up", None);
    let dry = client
        .post("/agentmemory/auto-forget", &json!({ "dryRun": true }))
        .ok();
    let expected = json!({ "success": true, "dryRun": true, "evicted": 1,
        "evictedMemories": [over], "evictedObservations": [] });
    assert_eq!(dry, expected);
    assert_eq!(
        listed(&mut client),
        [stays.clone(), later.clone(), over.clone()]
    );
    let done = client.send("POST", "/agentmemory/auto-forget", b"").ok();
    assert_eq!(
        (&done["evicted"], &done["dryRun"]),
        (&json!(1), &json!(false))
    );
    assert_eq!(listed(&mut client), [stays, later]);
    let found = client.post(
        "/agentmemory/search",
        &json!({ "query": "wifi password of today" }),
    );
    assert!(!found.ok().to_string().contains("wifi"));
    server.stop();
    home.run(&["verify"]).ok();
}

#[test]
fn n_035_the_sweep_takes_it_without_a_call() {
    let home = Home::with_settings(EVERY_SECOND);
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let stays = remember(&mut client, "the sky is up", None);
    remember(&mut client, "a passing thought", Some(0.000_000_01));
    let left = eventually("the sweep", || {
        let left = listed(&mut client);
        (left.len() < 2).then_some(left)
    });
    assert_eq!(left, [stays]);
}

#[test]
fn n_061_three_flags_are_told_in_order() {
    let told = guest(timeline()).get("/agentmemory/config/flags").ok();
    let flags = told["flags"].as_array().unwrap();
    let keys: Vec<_> = flags
        .iter()
        .map(|flag| flag["key"].as_str().unwrap())
        .collect();
    assert_eq!(
        keys,
        [
            "GRAPH_EXTRACTION_ENABLED",
            "CONSOLIDATION_ENABLED",
            "AGENTMEMORY_AUTO_COMPRESS"
        ]
    );
    for flag in flags {
        for key in ["label", "description", "enableHow"] {
            assert!(!flag[key].as_str().unwrap().is_empty(), "{flag}");
        }
        assert_eq!(flag["docsHref"], "docs/notebook.md", "a page of our own");
        assert_eq!(
            (&flag["enabled"], &flag["default"]),
            (&json!(false), &json!(false))
        );
        assert!(flag["needsLlm"].is_boolean() && flag["affects"].is_array());
    }
    assert_eq!(told["provider"], "noop");
    assert!(told["version"].is_string() && told["embeddingProvider"].is_string());
    let home = Home::new();
    let on = served(&home, &[("CONSOLIDATION_ENABLED", "true")]);
    let told = guest(&on).get("/agentmemory/config/flags").ok();
    assert_eq!(told["flags"][1]["enabled"], true);
}

pub fn work(client: &mut Client, session: &str, file: &str, output: &str) {
    let data =
        json!({ "tool_name": "Edit", "tool_input": { "file_path": file }, "tool_output": output });
    client.observe(&told(session, "post_tool_use", data));
}

#[test]
fn n_116_an_empty_body_is_enough_where_nothing_is_needed() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let few = json!({ "success": true, "consolidated": 0, "reason": "insufficient_observations" });
    for path in [
        "/agentmemory/consolidate",
        "/agentmemory/consolidate-pipeline",
    ] {
        assert_eq!(client.send("POST", path, b"").ok(), few);
        assert_eq!(client.post(path, &json!({})).ok(), few);
    }
    assert_eq!(
        client.send("POST", "/agentmemory/auto-forget", b"").status,
        200
    );
    let refused = client.send("POST", "/agentmemory/search", b"");
    assert_eq!(refused.status, 400);
    assert!(
        refused.text.contains("query is required"),
        "{}",
        refused.text
    );
}

#[test]
fn n_099_the_budget_comes_from_the_request_the_environment_or_the_rule() {
    let home = Home::new();
    let server = served(&home, &[("TOKEN_BUDGET", "300")]);
    let mut client = guest(&server);
    for n in 0..12 {
        let lesson = json!({ "content": format!("rule {n}: {}", "mind the gap ".repeat(60)) });
        assert_eq!(client.post("/agentmemory/lessons", &lesson).status, 201);
        let slot = json!({ "label": format!("slot{n}"), "content": "pinned ".repeat(20), "scope": "global" });
        assert_eq!(client.post("/agentmemory/slot", &slot).status, 201);
        work(
            &mut client,
            &format!("s{n}"),
            &format!("src/part{n}.rs"),
            &"words ".repeat(60),
        );
    }
    let tokens = |client: &mut Client, budget: Option<u64>| {
        let asked = json!({ "sessionId": "new", "project": "/code/app", "budget": budget });
        client.post("/agentmemory/context", &asked).ok()["tokens"]
            .as_u64()
            .unwrap()
    };
    let told = tokens(&mut client, None);
    assert!((100..=300).contains(&told), "{told}");
    let asked = tokens(&mut client, Some(1_000));
    assert!((301..=1_000).contains(&asked), "{asked}");
    server.stop();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let usual = tokens(&mut client, None);
    assert!((1_001..=2_000).contains(&usual), "{usual}");
    assert!(
        tokens(&mut client, Some(10_000)) > 2_000,
        "there was more to tell"
    );
}

#[test]
fn n_098_who_is_not_named_is_the_default_agent() {
    let home = Home::new();
    let server = served(&home, &[("AGENT_ID", "ada")]);
    let mut client = guest(&server);
    work(&mut client, "s", "a.rs", "x");
    assert_eq!(client.observations("s")[0]["agentId"], "ada");
    let kept = json!({ "content": "the default agent keeps this" });
    let kept = client.post("/agentmemory/remember", &kept);
    assert_eq!(kept.body["memory"]["agentId"], "ada");
    let told = client.get("/agentmemory/memories?agentId=ada").ok();
    assert_eq!(told["total"], 1);
    let journal = client.get("/agentmemory/dolt/commits").ok();
    let commits = journal["commits"].as_array().unwrap();
    assert!(commits.len() >= 2, "{journal}");
    assert!(
        commits.iter().all(|commit| commit["agent"] == "ada"),
        "{journal}"
    );
}

/// What was made of observations goes with them in a copy, too, however that was made.
#[test]
fn a_copy_forgets_what_was_made_of_a_session() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    for session in ["one", "two"] {
        for n in 0..6 {
            let words = format!("warmer by {n} degrees");
            work(&mut client, session, "src/brindlecrux/heat.go", &words);
        }
    }
    client
        .post("/agentmemory/consolidate", &json!({ "minObservations": 3 }))
        .ok();
    let made = |client: &mut Client| client.get("/agentmemory/memories?latest=true").ok();
    assert_eq!(made(&mut client)["total"], 1);
    let lines = home.path().join("all.jsonl");
    let lines = lines.to_str().unwrap();
    home.run(&["export", "--events", "--lines", "-o", lines])
        .ok();
    let book = home.path().join("book.json");
    std::fs::write(&book, client.get("/agentmemory/export").text).unwrap();
    let ways: [&[&str]; 2] = [
        &["import", lines],
        &["notebook", "import", book.to_str().unwrap(), "--yes"],
    ];
    for way in ways {
        let copy = Home::new();
        let copied = served(&copy, &[]);
        copy.run(way).ok();
        let mut client = guest(&copied);
        assert_eq!(made(&mut client)["total"], 1, "{way:?}");
        copy.run(&["forget", "--session", "one", "--yes"]).ok();
        assert_eq!(made(&mut client)["total"], 0, "{way:?}");
        copied.stop();
        copy.run(&["verify"]).ok();
    }
}
