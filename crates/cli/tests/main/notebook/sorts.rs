//! A text is a text, in every call and every field: what is something else is refused by the
//! field's name, and nothing is done.

use std::collections::BTreeSet;
use std::path::Path;

use super::*;
use crate::support::Reply;

/// Every call that takes a body, and the texts it takes.
const TAKES: [(&str, &str); 36] = [
    (
        "POST /session/start",
        "sessionId project cwd title agentId client",
    ),
    ("POST /session/end", "sessionId"),
    (
        "POST /observe",
        "sessionId hookType timestamp project cwd agentId client",
    ),
    (
        "POST /agent/observe",
        "sessionId project text content imageData type title cwd agentId",
    ),
    ("POST /remember", "content type project agentId"),
    ("POST /agent/remember", "content type project agentId"),
    (
        "POST /evolve",
        "memoryId newTitle newContent type project agentId",
    ),
    ("POST /forget", "memoryId sessionId"),
    ("POST /lessons", "agentId content context project source"),
    ("POST /lessons/search", "query project"),
    ("POST /lessons/strengthen", "agentId lessonId"),
    (
        "POST /slot",
        "agentId scope project label content description",
    ),
    ("POST /slot/append", "text agentId label project"),
    (
        "POST /slot/replace",
        "content ifContent agentId label project",
    ),
    ("POST /actions", "agentId title description sessionId"),
    (
        "PATCH /actions/nobody",
        "agentId title description sessionId",
    ),
    ("POST /context", "sessionId project"),
    ("POST /search", "query"),
    ("POST /smart-search", "query"),
    ("POST /relations", "agentId sourceId targetId type"),
    (
        "POST /review",
        "review_key action supersede_with_review_key",
    ),
    (
        "POST /session/commit",
        "agentId authoredAt sha branch repo message author sessionId",
    ),
    ("POST /timeline", "anchor project sessionId"),
    ("POST /enrich", "sessionId project toolName"),
    ("POST /mcp/tools", "name"),
    ("POST /summarize", "sessionId"),
    ("POST /crystals/auto", ""),
    ("POST /slot/reflect", "sessionId"),
    ("POST /consolidate", "project"),
    ("POST /consolidate-pipeline", "project"),
    ("POST /auto-forget", ""),
    ("POST /import", "strategy"),
    ("POST /replay/import-jsonl", "path"),
    (
        "POST /antigravity/sync",
        "mode currentConversationId currentFolder",
    ),
    ("POST /claude-bridge/sync", ""),
    ("POST /second-brain", "file content agentId"),
];

/// What a field may say; most may say anything.
fn usual(field: &str) -> Value {
    json!(match field {
        "timestamp" | "authoredAt" => "2026-01-30T10:00:00Z",
        "scope" => "project",
        "mode" => "all",
        "strategy" => "merge",
        "action" => "confirm",
        "label" => "self_notes",
        "file" => "notes.md",
        "hookType" => "stop",
        other => other,
    })
}

/// A body with which the call would be carried out, as far as its texts go.
fn body(fields: &[&str]) -> Value {
    let mut body = json!({ "exportData": { "memories": [] } });
    for field in fields.iter().filter(|field| **field != "imageData") {
        body[*field] = usual(field);
    }
    body
}

/// The names of all texts that handlers read, from where they are read.
fn read_anywhere() -> BTreeSet<String> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../surfaces/src/notebook");
    let mut names = BTreeSet::new();
    for file in std::fs::read_dir(dir).unwrap() {
        let path = file.unwrap().path();
        let Ok(source) = std::fs::read_to_string(&path) else {
            continue;
        };
        for call in ["said.text(\"", "said.words(\"", "said.needed(\""] {
            let found = source.split(call).skip(1);
            names.extend(found.map(|rest| rest.split('"').next().unwrap().to_owned()));
        }
    }
    names
}

/// A server with all it may be asked for.
fn willing(home: &Home) -> Server {
    let brain = home.path().join("brain");
    std::fs::create_dir_all(&brain).unwrap();
    std::fs::create_dir_all(home.path().join(".claude/projects")).unwrap();
    served(home, &[("SECOND_BRAIN_DIR", brain.to_str().unwrap())])
}

fn sent(client: &mut Client, call: &str, body: &Value) -> Reply {
    let (method, path) = call.split_once(' ').unwrap();
    let path = format!("/agentmemory{path}");
    client.send(method, &path, body.to_string().as_bytes())
}

#[test]
fn what_is_no_text_is_refused_by_its_name_in_every_call() {
    let home = Home::new();
    let server = willing(&home);
    let mut client = guest(&server);
    let mut asked = 0;
    for (call, fields) in TAKES {
        let fields: Vec<&str> = fields.split_whitespace().collect();
        for field in &fields {
            for wrong in [json!(5), json!(true), json!([]), json!({})] {
                let mut body = body(&fields);
                body[*field] = wrong.clone();
                let reply = sent(&mut client, call, &body);
                let fault = reply.refused(400, "bad_request");
                let said = format!("{field} must be a text");
                assert_eq!(fault["error"], said, "{call} {body}");
                asked += 1;
            }
        }
    }
    assert!(asked > 300, "{asked}");
    let export = client.get("/agentmemory/export").ok();
    assert_eq!(
        (&export["sessions"], &export["memories"]),
        (&json!([]), &json!([])),
        "nothing was done"
    );
}

#[test]
fn the_list_of_texts_is_whole() {
    let calls: BTreeSet<&str> = TAKES.iter().map(|(call, _)| *call).collect();
    for (method, path) in
        routes::listed().filter(|(method, _)| method == "POST" || method == "PATCH")
    {
        let call = format!("{method} {path}");
        assert!(calls.contains(call.as_str()), "{call} is not in the list");
    }
    let names = read_anywhere();
    assert!(names.len() > 30, "{names:?}");
    let home = Home::new();
    let server = willing(&home);
    let mut client = guest(&server);
    for (call, fields) in TAKES {
        let own: Vec<&str> = fields.split_whitespace().collect();
        let mut body = body(&own);
        for name in names.iter().filter(|name| !own.contains(&name.as_str())) {
            body[name.as_str()] = json!([]);
        }
        let reply = sent(&mut client, call, &body);
        assert!(
            !reply.text.contains("must be a text"),
            "{call} reads a text that is not in the list: {}",
            reply.text
        );
    }
}

#[test]
fn a_slot_is_not_emptied_by_what_is_no_text() {
    let (mut client, project) = (guest(timeline()), unique("/code/kept"));
    let slot =
        |content: Value| json!({ "label": "kept_words", "content": content, "project": project });
    assert_eq!(
        client
            .post("/agentmemory/slot", &slot(json!("kept")))
            .status,
        201
    );
    for path in ["slot", "slot/replace"] {
        let reply = client.post(&format!("/agentmemory/{path}"), &slot(json!({})));
        let fault = reply.refused(400, "bad_request");
        assert_eq!(fault["error"], "content must be a text", "{path}");
    }
    let asked = query(
        "/agentmemory/slot",
        &[("label", "kept_words"), ("project", &project)],
    );
    assert_eq!(client.get(&asked).ok()["slot"]["content"], "kept");
}
