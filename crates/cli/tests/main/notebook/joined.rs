//! What hangs together: commits, folders, what happened around something.

use super::*;

pub fn list(client: &mut Client, path: &str, name: &str) -> Vec<Value> {
    let told = client.get(&format!("/agentmemory{path}")).ok();
    told[name].as_array().unwrap().clone()
}

#[test]
fn n_029_a_commit_knows_its_sessions() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    for session in ["one", "two"] {
        client.observe(&told(session, "prompt_submit", json!({ "prompt": "work" })));
    }
    let sha = "0123456789abcdef0123456789abcdef01234567";
    let first = json!({ "sha": sha, "sessionId": "one", "branch": "main", "message": "Mend the gate", "files": ["a.rs"] });
    let linked = client.post("/agentmemory/session/commit", &first).ok();
    assert_eq!(linked["commit"]["shortSha"], "0123456");
    let second = json!({ "sha": sha, "sessionId": "two", "files": "b.rs" });
    let linked = client.post("/agentmemory/session/commit", &second).ok();
    assert_eq!(linked["commit"]["sessionIds"], json!(["one", "two"]));
    assert_eq!(linked["commit"]["files"], json!(["a.rs", "b.rs"]));
    assert_eq!(
        linked["commit"]["branch"], "main",
        "what is not said again stays"
    );
    let other = json!({ "sha": "ffff", "branch": "topic" });
    client.post("/agentmemory/session/commit", &other).ok();
    let found = client
        .get(&format!("/agentmemory/session/by-commit?sha={sha}"))
        .ok();
    let sessions = found["sessions"].as_array().unwrap();
    let ids: Vec<_> = sessions
        .iter()
        .map(|session| session["id"].clone())
        .collect();
    assert_eq!(ids, [json!("one"), json!("two")]);
    assert_eq!(sessions[0]["commitShas"], json!([sha]));
    client
        .get("/agentmemory/session/by-commit?sha=dead")
        .refused(404, "no_such_memory");
    client
        .get("/agentmemory/session/by-commit")
        .refused(400, "bad_request");
    client
        .post("/agentmemory/session/commit", &json!({ "branch": "x" }))
        .refused(400, "bad_request");
    let topic = list(&mut client, "/commits?branch=topic", "commits");
    assert_eq!((topic.len(), &topic[0]["sha"]), (1, &json!("ffff")));
    let all = list(&mut client, "/commits", "commits");
    assert_eq!(
        (all.len(), &all[0]["sha"]),
        (2, &json!("ffff")),
        "the latest first"
    );
}

#[test]
fn n_051_what_happened_around_something() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let mut ids = Vec::new();
    for n in 0..9 {
        let mut one = told(
            if n % 2 == 0 { "even" } else { "odd" },
            "prompt_submit",
            json!({ "prompt": format!("asked thing{n}") }),
        );
        one["timestamp"] = json!(format!("2026-01-30T10:0{n}:00Z"));
        ids.push(client.observe(&one));
    }
    let mut around = |asked: Value| {
        let told = client.post("/agentmemory/timeline", &asked).ok();
        assert_eq!(told["success"], true);
        let seen = told["observations"].as_array().unwrap().iter();
        let seen: Vec<String> = seen
            .map(|seen| seen["id"].as_str().unwrap().to_owned())
            .collect();
        (seen, told["anchorIndex"].as_u64().unwrap())
    };
    let time = json!({ "anchor": "2026-01-30T10:03:30Z", "before": 2, "after": 2 });
    assert_eq!(
        around(time),
        (ids[2..7].to_vec(), 2),
        "the first at or after"
    );
    let by_id = json!({ "anchor": ids[4], "before": 2, "after": 2 });
    assert_eq!(around(by_id), (ids[2..7].to_vec(), 2));
    let by_word = json!({ "anchor": "thing4", "before": 2, "after": 2 });
    assert_eq!(around(by_word), (ids[2..7].to_vec(), 2));
    let own: Vec<String> = [3, 5, 7].map(|n: usize| ids[n].clone()).to_vec();
    let session = json!({ "anchor": ids[5], "sessionId": "odd", "before": 1, "after": 1 });
    assert_eq!(around(session), (own, 1), "of one session");
    let project = json!({ "anchor": ids[0], "project": "/code/app", "after": 1 });
    assert_eq!(around(project), (ids[..2].to_vec(), 0));
    let nowhere = json!({ "anchor": ids[0], "project": "/code/none" });
    assert_eq!(around(nowhere), (Vec::new(), 0));
    let unknown = json!({ "anchor": "xyzzy", "before": 1, "after": 1 });
    assert_eq!(around(unknown), (ids[3..6].to_vec(), 1), "the middle");
    client
        .post("/agentmemory/timeline", &json!({}))
        .refused(400, "bad_request");
}

/// As much as there is room for, and every tag that begins ends, with nothing but whole lines between.
fn assert_cut_between_lines(told: &str) {
    let length = told.chars().count();
    assert!((3_000..=4_000).contains(&length), "{length}: {told}");
    assert!(
        told.starts_with("<agentmemory-file-context>\n## src/gate0.rs\n- "),
        "{told}"
    );
    let mut open = None;
    for line in told.lines() {
        let tag = line.strip_prefix('<').and_then(|tag| tag.strip_suffix('>'));
        match tag.map(|tag| tag.strip_prefix('/').ok_or(tag)) {
            Some(Err(begun)) => assert_eq!(open.replace(begun), None, "{told}"),
            Some(Ok(ended)) => assert_eq!(open.take(), Some(ended), "{told}"),
            None => {
                assert!(open.is_some() && !line.contains(['<', '>']), "{line}");
                assert!(line.starts_with("## ") || line.starts_with("- "), "{line}");
            }
        }
    }
    assert_eq!(open, None, "{told}");
}

#[test]
fn n_057_a_file_brings_its_past() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let edit = |session: &str, text: &str| {
        let data = json!({ "tool_name": "Edit", "tool_input": { "file_path": "src/gate.rs" }, "tool_output": text });
        told(session, "post_tool_use", data)
    };
    client.observe(&edit("old", "hinges <b>oiled</b> & latched"));
    client.observe(&edit("now", "of this session"));
    let bug =
        json!({ "content": "The gate jams in frost", "type": "bug", "files": ["src/gate.rs"] });
    client.post("/agentmemory/remember", &bug);
    let other = json!({ "content": "The roof leaks in spring storms", "type": "bug", "files": ["src/roof.rs"] });
    client.post("/agentmemory/remember", &other);
    let asked = json!({ "sessionId": "now", "files": ["src/gate.rs"], "terms": ["hinges"], "toolName": "Edit" });
    let told = client.post("/agentmemory/enrich", &asked).ok();
    let text = told["context"].as_str().unwrap();
    let block = |tag: &str| {
        let (_, rest) = text
            .split_once(&format!("<{tag}>"))
            .unwrap_or_else(|| panic!("no {tag} in {text}"));
        rest.split_once(&format!("</{tag}>")).unwrap().0
    };
    let files = block("agentmemory-file-context");
    assert!(
        files.contains("src/gate.rs")
            && files.contains("hinges &lt;b&gt;oiled&lt;/b&gt; &amp; latched")
    );
    assert!(!files.contains("of this session"));
    assert!(block("agentmemory-relevant-context").contains("hinges"));
    let errors = block("agentmemory-past-errors");
    assert!(errors.contains("jams in frost") && !errors.contains("roof"));
    // More of several files than there is room for.
    let files: Vec<String> = (0..6).map(|n| format!("src/gate{n}.rs")).collect();
    for (n, file) in files.iter().cycle().take(36).enumerate() {
        let mut seen = edit("old", &format!("{n} <i> & {}", "long words ".repeat(40)));
        seen["data"]["tool_input"]["file_path"] = json!(file);
        client.observe(&seen);
    }
    let asked =
        json!({ "sessionId": "now", "files": files, "terms": ["hinges"], "toolName": "Edit" });
    let long = client.post("/agentmemory/enrich", &asked).ok();
    assert_cut_between_lines(long["context"].as_str().unwrap());
    let nothing = json!({ "sessionId": "now", "files": ["quagga"] });
    assert_eq!(
        client.post("/agentmemory/enrich", &nothing).ok()["context"],
        ""
    );
    client
        .post("/agentmemory/enrich", &json!({}))
        .refused(400, "bad_request");
}

#[test]
fn n_057_fifteen_other_sessions_are_looked_at() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    for n in 0..16 {
        let input = json!({ "file_path": format!("src/gate{n:02}.rs") });
        let data = json!({ "tool_name": "Edit", "tool_input": input });
        let mut seen = told(&format!("s{n:02}"), "post_tool_use", data);
        seen["timestamp"] = json!(format!("2026-01-30T10:{n:02}:00Z"));
        client.observe(&seen);
    }
    for (asking, file, known) in [
        ("nobody-yet", "src/gate00.rs", false),
        ("nobody-yet", "src/gate01.rs", true),
        ("s15", "src/gate00.rs", true),
    ] {
        let asked = json!({ "sessionId": asking, "files": [file] });
        let told = client.post("/agentmemory/enrich", &asked).ok();
        let text = told["context"].as_str().unwrap();
        let has = text.contains("<agentmemory-file-context>");
        assert_eq!(has, known, "{asking} asks for {file}: {text}");
    }
}

#[test]
fn folders_are_joined_by_what_they_share() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let remember = |client: &mut Client, project: &str, content: &str| {
        let new = json!({ "content": content, "project": project, "concepts": ["auth"] });
        assert_eq!(client.post("/agentmemory/remember", &new).status, 201);
    };
    remember(&mut client, "/code/api", "Tokens are checked at the gate");
    remember(
        &mut client,
        "/srv/web",
        "Cookies hold nothing of worth here",
    );
    let start = json!({ "sessionId": "d", "project": "/code/docs", "cwd": "/" });
    client.post("/agentmemory/session/start", &start).ok();
    let graph = client.get("/agentmemory/graph").ok();
    assert_eq!(graph["nodes"].as_array().unwrap().len(), 3);
    let edges = graph["edges"].as_array().unwrap();
    let joins = |a: &str, b: &str| {
        edges
            .iter()
            .any(|edge| edge["source"] == a && edge["target"] == b)
    };
    assert!(
        joins("/code/api", "/srv/web") && joins("/code/api", "/code/docs"),
        "{edges:?}"
    );
    assert_eq!(edges.len(), 2, "and nothing else is");
}
