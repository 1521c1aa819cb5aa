//! What is asked wrongly, and what is answered to it.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};

use super::lines::Lines;
use super::*;
use crate::support::{Raw, send_raw};

/// Longer than the kit itself waits for calls once nobody asks any more.
const PATIENCE: Duration = Duration::from_secs(7);

#[test]
fn n_078_every_line_that_wants_an_answer_gets_the_right_one() {
    let home = Home::new();
    let mut lines = Lines::starting(home.command(&["mcp"]));
    // Before the greeting as well as after it.
    for greeted in [false, true] {
        if greeted {
            lines.greet("2025-06-18");
        }
        let mut told = |line: &str| {
            lines.say_text(line);
            let heard = lines.hear();
            (heard["error"]["code"].as_i64(), heard["id"].clone())
        };
        let null = Value::Null;
        assert_eq!(told("this is no JSON"), (Some(-32700), null.clone()));
        assert_eq!(told("[]"), (Some(-32600), null.clone()));
        assert_eq!(
            told("{\"jsonrpc\":\"2.0\",\"id\":7}"),
            (Some(-32600), json!(7))
        );
        assert_eq!(
            told("{\"id\":8,\"method\":\"ping\"}"),
            (Some(-32600), json!(8))
        );
        let mut asked = |id: u32, method: &str, params: Value| {
            let line = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
            told(&line.to_string()).0
        };
        assert_eq!(asked(9, "tools/calls", json!({})), Some(-32601));
        assert_eq!(asked(10, "tools/call", json!({})), Some(-32602));
        assert_eq!(
            asked(
                11,
                "tools/call",
                json!({ "name": "recall", "arguments": 7 })
            ),
            Some(-32602)
        );
        // Nobody answers these; the next answer is that of the ping.
        lines.say(&json!({ "jsonrpc": "2.0", "method": "notifications/unheard_of" }));
        lines.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        lines.say(&json!({ "jsonrpc": "2.0", "id": 99, "result": {} }));
        assert_eq!(lines.ask(13, "ping", json!({}))["result"], json!({}));
    }
}

#[test]
fn n_078_who_closes_its_end_still_reads_the_answers_under_way() {
    let home = Home::new();
    home.run(&["remember", "The kettle is on."]).ok();
    let lock = std::fs::File::open(home.data().join("lock")).unwrap();
    flock(&lock, FlockOperation::NonBlockingLockExclusive).unwrap();
    let mut lines = Lines::starting(home.command(&["mcp"]));
    lines.greet("2025-06-18");
    let call = json!({ "name": "recall", "arguments": { "query": "kettle" } });
    lines.say(&json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call }));
    let heard = lines.leave();
    let (tell, told) = channel();
    std::thread::spawn(move || tell.send(std::io::read_to_string(heard)));
    let early = told.recv_timeout(PATIENCE).err();
    assert_eq!(
        early,
        Some(RecvTimeoutError::Timeout),
        "it still waits for the store"
    );
    drop(lock);
    let said = told.recv().unwrap().unwrap();
    let answer: Value = serde_json::from_str(said.trim()).unwrap();
    assert_eq!(answer["id"], 2, "{answer}");
    assert!(said.contains("The kettle is on."), "{said}");
}

#[test]
fn over_http_what_is_not_understood_is_told_with_a_code() {
    let home = Home::new();
    let server = served(&home, &[]);
    let sent = |line: &str, kind: &str, accept: &str, body: &str| {
        let raw = Raw {
            line,
            headers: &[("content-type", kind), ("accept", accept)],
            body: body.as_bytes(),
        };
        send_raw(server.notebook(), &raw)
    };
    let (post, json, both) = (
        "POST /mcp HTTP/1.1",
        "application/json",
        "application/json, text/event-stream",
    );
    let ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    sent(post, "text/plain", both, ping).refused(415, "unsupported_media_type");
    // As JSON-RPC tells it, also of a batch.
    for (body, number, code) in [
        ("not JSON", -32700, "bad_json"),
        ("{\"jsonrpc\":\"2.0\",\"id\":1", -32700, "bad_json"),
        ("[{\"jsonrpc\":", -32700, "bad_json"),
        ("{\"jsonrpc\":\"2.0\"}", -32600, "bad_request"),
        ("7", -32600, "bad_request"),
    ] {
        let reply = sent(post, json, both, body);
        assert_eq!(reply.status, 400, "{body}: {}", reply.text);
        assert_eq!(reply.header("content-type"), Some("application/json"));
        let error = &reply.body["error"];
        assert_eq!(error["code"], number, "{body}: {}", reply.text);
        assert!(!error["message"].as_str().unwrap().is_empty(), "{body}");
        assert_eq!(error["data"]["code"], code, "{body}");
        assert_eq!(reply.body["jsonrpc"], "2.0");
        assert_eq!(reply.body.get("id"), Some(&Value::Null), "{}", reply.text);
    }
    sent(post, json, "text/html", ping).refused(406, "bad_request");
    let call = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{}}";
    assert_eq!(sent(post, json, both, call).body["error"]["code"], -32602);
    let unknown = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/calls\"}";
    assert_eq!(
        sent(post, json, both, unknown).body["error"]["code"],
        -32601
    );
    for method in ["GET", "DELETE"] {
        let reply = sent(&format!("{method} /mcp HTTP/1.1"), json, both, "");
        assert_eq!((reply.status, reply.header("allow")), (405, Some("POST")));
        assert_eq!(reply.body["error"]["code"], -32000, "{}", reply.text);
    }
    assert_eq!(sent(post, json, both, ping).status, 200);
    let cut = r#"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"memory_save","arguments":{"content":"The kite is red \ud83e"}}}"#;
    let reply = sent(post, json, both, cut);
    assert_eq!(reply.status, 200, "{}", reply.text);
    assert!(reply.text.contains("\"id\":5"), "{}", reply.text);
}

/// Beside the server, at its address, and without a program between.
fn three_ways(home: &Home, server: &Server) -> [Agent; 3] {
    let local = Agent::starting(home.command(&["mcp", "--tools", "all"]));
    let url = format!("http://{}", server.notebook());
    let elsewhere = Agent::starting(home.command(&["mcp", "--tools", "all", "--url", &url]));
    let http = Agent::at(&format!("{url}/mcp?tools=all"), None).unwrap();
    [local, elsewhere, http]
}

#[test]
fn what_a_tool_cannot_do_is_an_error_to_an_agent() {
    let home = Home::new();
    let server = served(&home, &[]);
    let before = server.owner().get("/v1/events").text;
    for agent in three_ways(&home, &server) {
        for tool in ["memory_forget", "forget"] {
            let told = agent.refused(tool, &json!({ "observationIds": ["x"] }));
            assert_eq!(told["code"], "bad_request", "{told}");
            assert!(told["hint"].as_str().unwrap().contains("memoryId"));
            assert_eq!(agent.call(tool, &json!({}))["deleted"], 0);
        }
        for tool in ["memory_antigravity_sync", "memory_antigravity_sync_all"] {
            let told = agent.refused(tool, &json!({ "mode": "all" }));
            assert_eq!(told["success"], false, "{told}");
            assert_eq!(told["code"], "bad_path", "{told}");
            assert!(told["error"].as_str().unwrap().contains("Antigravity"));
            assert!(told["hint"].as_str().unwrap().contains("home"), "{told}");
        }
    }
    assert_eq!(server.owner().get("/v1/events").text, before);
}

#[test]
fn a_slip_in_the_name_of_an_argument_is_told_and_nothing_is_done() {
    let home = Home::new();
    let server = served(&home, &[]);
    for agent in three_ways(&home, &server) {
        for tool in agent.tools() {
            assert_eq!(
                tool.input_schema["additionalProperties"], false,
                "{}",
                tool.name
            );
        }
        let slip = json!({ "content": "Kept by mistake", "projekt": "/code/app" });
        let told = agent.refused("memory_save", &slip);
        assert_eq!(told["code"], "bad_request", "{told}");
        let said = told["error"].as_str().unwrap();
        assert!(said.contains("'projekt'"), "{said}");
        assert!(
            said.contains("content*, type, concepts, files, project"),
            "{said}"
        );
        agent.refused("memory_frontier", &json!({ "limit": 1 }));
        agent.refused("memoryoss_recall", &json!({ "query": "x", "queries": [] }));
        // What a client and its kit have between them is no argument.
        agent.call(
            "memory_frontier",
            &json!({ "_meta": { "progressToken": 1 } }),
        );
    }
    let kept = guest(&server).get("/agentmemory/memories").ok();
    assert_eq!(kept["total"], 0, "{kept}");
}

#[test]
fn n_112_a_slot_that_is_not_there_is_an_error_to_an_agent() {
    let home = Home::new();
    let server = served(&home, &[]);
    let asked = json!({ "label": "nowhere" });
    for agent in three_ways(&home, &server) {
        let told = agent.refused("memory_slot_get", &asked);
        assert_eq!(told["success"], false);
        assert_eq!(told["error"], "slot not found");
        assert_eq!(told["code"], "no_such_slot");
        assert!(told["hint"].as_str().unwrap().contains("memory_slot_list"));
        agent.call("memory_slot_get", &json!({ "label": "persona" }));
    }
    let there = guest(&server).tool("memory_slot_get", asked);
    assert_eq!(there["success"], false, "an answer to REST, as published");
}
