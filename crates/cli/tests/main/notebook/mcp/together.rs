//! Several messages at once, as clients of revision 2025-03-26 may send them.

use super::lines::Lines;
use super::*;
use crate::support::{Raw, Reply, send_raw};

fn asked(id: u32, method: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method })
}

fn noted() -> Value {
    json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })
}

/// The answer to a request of a batch.
fn of(told: &Value, id: u32) -> &Value {
    let all = told.as_array().unwrap_or_else(|| panic!("{told}"));
    all.iter()
        .find(|answer| answer["id"] == id)
        .unwrap_or_else(|| panic!("{id}: {told}"))
}

/// Every kind of message, and what comes of each.
fn check(told: &Value) {
    assert_eq!(told.as_array().map(Vec::len), Some(5), "{told}");
    assert_eq!(of(told, 21)["result"], json!({}));
    let tools = of(told, 22)["result"]["tools"].as_array();
    assert_eq!(tools.map(Vec::len), Some(6), "{told}");
    assert_eq!(of(told, 23)["error"]["code"], -32601, "{told}");
    assert_eq!(of(told, 24)["error"]["code"], -32600, "alone: {told}");
    let unnamed = told.as_array().unwrap().iter();
    let unnamed: Vec<&Value> = unnamed.filter(|answer| answer["id"].is_null()).collect();
    assert_eq!(unnamed.len(), 1, "{told}");
    assert_eq!(unnamed[0]["error"]["code"], -32600, "{told}");
}

fn batch() -> Value {
    let greeting = json!({
        "jsonrpc": "2.0", "id": 24, "method": "initialize", "params": {
            "protocolVersion": "2025-03-26", "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" },
        },
    });
    json!([
        asked(21, "ping"),
        noted(),
        asked(22, "tools/list"),
        asked(23, "tools/calls"),
        greeting,
        7
    ])
}

#[test]
fn a_line_of_several_messages_has_one_line_of_answers() {
    let home = Home::new();
    for version in ["2024-11-05", "2025-03-26"] {
        let mut lines = Lines::starting(home.command(&["mcp"]));
        lines.greet(version);
        lines.say(&batch());
        check(&lines.hear());
        // Nobody waits for an answer to these; the next one is that of the ping.
        lines.say(&json!([noted(), noted()]));
        assert_eq!(lines.ask(30, "ping", json!({}))["result"], json!({}));
        lines.say(&json!([asked(31, "ping"), asked(31, "ping")]));
        let told = lines.hear();
        assert_eq!(told.as_array().map(Vec::len), Some(2), "{told}");
        lines.say(&json!([]));
        assert_eq!(lines.hear()["error"]["code"], -32600);
        let many: Vec<Value> = (0..101).map(|id| asked(id, "ping")).collect();
        lines.say(&json!(many));
        assert_eq!(lines.hear()["error"]["code"], -32600);
    }
    let mut lines = Lines::starting(home.command(&["mcp"]));
    lines.greet("2025-06-18");
    lines.say(&batch());
    let told = lines.hear();
    assert_eq!(
        (&told["error"]["code"], &told["id"]),
        (&json!(-32600), &Value::Null)
    );
    assert_eq!(lines.ask(2, "ping", json!({}))["result"], json!({}));
}

#[test]
fn who_leaves_after_a_line_of_several_still_reads_their_answers() {
    let home = Home::new();
    let mut lines = Lines::starting(home.command(&["mcp"]));
    lines.greet("2025-03-26");
    lines.say(&batch());
    let said = std::io::read_to_string(lines.leave()).unwrap();
    check(&serde_json::from_str(said.trim()).unwrap());
}

fn sent(server: &Server, headers: &[(&str, &str)], body: &Value) -> Reply {
    let usual = [("content-type", "application/json")];
    let body = body.to_string();
    let raw = Raw {
        line: "POST /mcp HTTP/1.1",
        headers: &[&usual[..], headers].concat(),
        body: body.as_bytes(),
    };
    send_raw(server.notebook(), &raw)
}

/// What an invalid request is told, in the shape of the protocol.
pub fn invalid(refused: &Reply) -> &str {
    assert_eq!(refused.status, 400, "{}", refused.text);
    let (told, error) = (&refused.body, &refused.body["error"]);
    assert_eq!(
        (&told["jsonrpc"], &told["id"]),
        (&json!("2.0"), &Value::Null)
    );
    assert_eq!(error["code"], -32600, "{told}");
    assert_eq!(error["data"]["code"], "bad_request", "{told}");
    error["message"].as_str().unwrap()
}

#[test]
fn over_http_a_batch_is_answered_as_one_where_its_revision_has_them() {
    let home = Home::new();
    let server = served(&home, &[]);
    let both = ("accept", "application/json, text/event-stream");
    let version = |name| ("mcp-protocol-version", name);
    check(&sent(&server, &[both], &batch()).ok());
    check(&sent(&server, &[both, version("2025-03-26")], &batch()).ok());
    let silent = sent(&server, &[both], &json!([noted()]));
    assert_eq!((silent.status, silent.text.as_str()), (202, ""));
    for later in ["2025-06-18", "2025-11-25"] {
        let refused = sent(&server, &[both, version(later)], &batch());
        assert!(invalid(&refused).contains(later), "{}", refused.text);
    }
    let many: Vec<Value> = (0..101).map(|id| asked(id, "ping")).collect();
    for (wrong, allowed) in [(json!([]), "one message"), (json!(many), "100 messages")] {
        let refused = sent(&server, &[both], &wrong);
        assert!(invalid(&refused).contains(allowed), "{}", refused.text);
    }
    sent(&server, &[("accept", "text/html")], &batch()).refused(406, "bad_request");
}

#[test]
fn who_takes_any_answer_gets_one() {
    let home = Home::new();
    let server = served(&home, &[]);
    for accept in ["*/*", "text/html, */*;q=0.8"] {
        let reply = sent(&server, &[("accept", accept)], &asked(1, "ping"));
        assert_eq!(reply.ok()["result"], json!({}), "{accept}");
    }
    assert_eq!(sent(&server, &[], &asked(1, "ping")).status, 200);
    let other = sent(&server, &[("accept", "text/*")], &asked(1, "ping"));
    other.refused(406, "bad_request");
}
