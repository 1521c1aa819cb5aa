//! Transcripts of Claude Code, read from files of this machine.

use std::fs;

use super::*;

const TALK: &str = r#"{"type":"user","sessionId":"claude-1","cwd":"/w/app","timestamp":"2026-01-01T00:00:00Z","message":{"content":"Fix the build. Always run the linter before a commit."}}
{"type":"assistant","sessionId":"claude-1","timestamp":"2026-01-01T00:00:01Z","message":{"content":[{"type":"text","text":"Looking at it"},{"type":"tool_use","id":"t","name":"Bash","input":{"command":"make","file_path":"Makefile"}}]}}
{"type":"user","sessionId":"claude-1","timestamp":"2026-01-01T00:00:02Z","message":{"content":[{"type":"tool_result","tool_use_id":"t","is_error":true,"content":"no rule, password=SECRETSECRETSECRETSECRET"}]}}
"#;

fn import(client: &mut Client, path: &str) -> Value {
    let told = client.post("/agentmemory/replay/import-jsonl", &json!({ "path": path }));
    told.ok()
}

#[test]
fn n_085_a_transcript_is_taken_in_once() {
    let home = Home::new();
    let dir = home.path().join(".claude/projects/app");
    fs::create_dir_all(&dir).unwrap();
    fs::write(dir.join("one.jsonl"), TALK).unwrap();
    fs::write(dir.join("notes.txt"), TALK.replace("claude-1", "text")).unwrap();
    std::os::unix::fs::symlink(dir.join("one.jsonl"), dir.join("link.jsonl")).unwrap();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let told = client
        .post("/agentmemory/replay/import-jsonl", &json!({}))
        .ok();
    assert_eq!(
        (
            &told["imported"],
            &told["observations"],
            &told["discovered"]
        ),
        (&json!(1), &json!(4), &json!(1)),
        "{told}"
    );
    assert_eq!(told["sessionIds"], json!(["claude-1"]));
    assert_eq!(
        (
            &told["maxFiles"],
            &told["maxFilesUpperBound"],
            &told["truncated"]
        ),
        (&json!(200), &json!(1_000), &json!(false))
    );
    let session = client.noted_session("claude-1").unwrap();
    assert_eq!(
        (&session["tags"], &session["status"], &session["project"]),
        (
            &json!(["jsonl-import"]),
            &json!("completed"),
            &json!("/w/app")
        )
    );
    let hooks: Vec<_> = client
        .observations("claude-1")
        .iter()
        .map(|o| o["hookType"].clone())
        .collect();
    assert_eq!(
        hooks,
        ["prompt_submit", "stop", "pre_tool_use", "post_tool_failure"]
    );
    let lessons = client.get("/agentmemory/lessons").ok();
    let lesson = &lessons["lessons"][0];
    assert_eq!(
        (&lesson["content"], &lesson["confidence"], &lesson["tags"]),
        (
            &json!("Always run the linter before a commit"),
            &json!(0.4),
            &json!(["auto-import"])
        )
    );
    let crystals = client.get("/agentmemory/crystals").ok();
    assert_eq!(
        (&crystals["total"], &crystals["crystals"][0]["sessionId"]),
        (&json!(1), &json!("claude-1")),
        "{crystals}"
    );
    let before = client.get("/agentmemory/export").ok();
    assert!(!before.to_string().contains("SECRETSECRET"), "{before}");
    let again = import(&mut client, dir.to_str().unwrap());
    assert_eq!(
        (&again["observations"], &again["imported"]),
        (&json!(0), &json!(0)),
        "{again}"
    );
    assert_eq!(client.get("/agentmemory/crystals").ok(), crystals);
    let mut after = client.get("/agentmemory/export").ok();
    after["exportedAt"] = before["exportedAt"].clone();
    assert_eq!(after, before);
}

#[test]
fn n_085_secret_places_links_and_other_files_are_refused() {
    let home = Home::new();
    // By their whole names, and by a word in them, in whatever letters.
    let secret = [
        ".ssh",
        ".aws",
        ".GnuPG",
        "plain/keys",
        "plain/my-Secrets",
        "db_credentials",
        "old passwords/2026",
    ];
    for dir in secret.into_iter().chain(["plain"]) {
        fs::create_dir_all(home.path().join(dir)).unwrap();
        fs::write(home.path().join(dir).join("t.jsonl"), TALK).unwrap();
    }
    fs::write(home.path().join("plain/id_rsa"), TALK).unwrap();
    fs::write(home.path().join("plain/t.txt"), TALK).unwrap();
    std::os::unix::fs::symlink(home.path().join("plain"), home.path().join("link")).unwrap();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let mut refused = |bad: &str| {
        let path = home.path().join(bad);
        let body = json!({ "path": path.to_str().unwrap() });
        let reply = client.post("/agentmemory/replay/import-jsonl", &body);
        let fault = reply.refused(400, "bad_path");
        fault["error"].as_str().unwrap().to_owned()
    };
    for dir in secret {
        for path in [dir.to_owned(), format!("{dir}/t.jsonl")] {
            let said = refused(&path);
            assert!(said.contains("as if it held secrets"), "{path}: {said}");
        }
    }
    for bad in [
        "link",
        "plain/t.txt",
        "plain/id_rsa",
        "nowhere",
        "plain/../.ssh",
    ] {
        refused(bad);
    }
    client
        .post(
            "/agentmemory/replay/import-jsonl",
            &json!({ "path": "plain" }),
        )
        .refused(400, "bad_path");
    assert_eq!(client.noted_session("claude-1"), None);
    fs::write(
        home.path().join("plain/u.jsonl"),
        TALK.replace("claude-1", "claude-2"),
    )
    .unwrap();
    let body = json!({ "path": "~/plain", "maxFiles": 1 });
    let told = client.post("/agentmemory/replay/import-jsonl", &body).ok();
    assert_eq!(
        (&told["discovered"], &told["truncated"], &told["imported"]),
        (&json!(2), &json!(true), &json!(1)),
        "secret places below it are passed over: {told}"
    );
}

#[test]
fn n_085_a_transcript_with_a_broken_line_is_left_out_whole_and_the_line_named() {
    let home = Home::new();
    let dir = home.path().join("talks");
    fs::create_dir(&dir).unwrap();
    let lines: Vec<&str> = TALK.lines().collect();
    let broken = format!("{}\n{}\n{}\n", lines[0], &lines[1][..40], lines[2]);
    fs::write(dir.join("a.jsonl"), broken.replace("claude-1", "claude-3")).unwrap();
    // Somebody still writes the last line of this one.
    let half = format!("{}\n{}\n{}", lines[0], lines[1], &lines[2][..40]);
    fs::write(dir.join("b.jsonl"), half).unwrap();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let path = dir.join("a.jsonl");
    let asked = json!({ "path": path.to_str().unwrap() });
    let refused = client.post("/agentmemory/replay/import-jsonl", &asked);
    let fault = refused.refused(400, "bad_json");
    let said = fault["error"].as_str().unwrap();
    assert!(said.contains("a.jsonl: line 2 is not JSON"), "{said}");
    let told = import(&mut client, dir.to_str().unwrap());
    assert_eq!(
        (
            &told["imported"],
            &told["observations"],
            &told["sessionIds"]
        ),
        (&json!(1), &json!(3), &json!(["claude-1"])),
        "{told}"
    );
    let left = told["leftOut"].as_array().unwrap();
    assert_eq!(left.len(), 1, "{told}");
    assert!(left[0]["file"].as_str().unwrap().ends_with("a.jsonl"));
    assert!(
        left[0]["error"].as_str().unwrap().contains("line 2"),
        "{told}"
    );
    assert_eq!(client.noted_session("claude-3"), None, "nothing of it");
}

/// As programs of Windows begin a file, and those in JavaScript write a text they cut.
#[test]
fn n_085_a_mark_of_byte_order_and_half_a_character_break_no_transcript() {
    let home = Home::new();
    let file = home.path().join("marked.jsonl");
    let cut = TALK.replace("Looking at it", "Looking at it \\ud83d");
    fs::write(&file, format!("\u{feff}{cut}")).unwrap();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let told = import(&mut client, file.to_str().unwrap());
    assert_eq!(told["observations"], 4, "{told}");
    let seen = client.observations("claude-1");
    assert_eq!(seen[1]["narrative"], "Looking at it \u{fffd}");
}
