//! The protocol itself, line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use super::*;

pub struct Lines {
    child: Child,
    said: Option<ChildStdin>,
    heard: Option<BufReader<ChildStdout>>,
}

// === impl Lines ===

impl Lines {
    pub fn starting(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        let said = child.stdin.take();
        let heard = child.stdout.take().map(BufReader::new);
        Self { child, said, heard }
    }

    pub fn say(&mut self, message: &Value) {
        self.say_text(&message.to_string());
    }

    pub fn say_text(&mut self, line: &str) {
        writeln!(self.said.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Says nothing more; what it still hears.
    pub fn leave(&mut self) -> BufReader<ChildStdout> {
        self.said = None;
        self.heard.take().unwrap()
    }

    pub fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.heard.as_mut().unwrap().read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error} in '{line}'"))
    }

    pub fn ask(&mut self, id: u32, method: &str, params: Value) -> Value {
        self.say(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        let heard = self.hear();
        assert_eq!(heard["id"], id, "{heard}");
        heard
    }

    /// What a client of this version is greeted with.
    pub fn greet(&mut self, version: &str) -> Value {
        let client = json!({ "name": "test", "version": "1" });
        let asked = json!({
            "protocolVersion": version, "capabilities": {}, "clientInfo": client,
        });
        let greeted = self.ask(1, "initialize", asked);
        self.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        greeted["result"].clone()
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        // It may have ended already; then there is nothing to do.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn n_078_old_and_new_clients_are_greeted_in_their_version() {
    let home = Home::new();
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut lines = Lines::starting(home.command(&["mcp", "--tools", "notebook"]));
        let greeted = lines.greet(version);
        assert_eq!(greeted["protocolVersion"], version);
        assert_eq!(greeted["serverInfo"]["name"], "agentmemory");
        assert!(greeted["capabilities"]["tools"].is_object());
        // As older clients say it; nobody answers.
        lines.say(&json!({ "jsonrpc": "2.0", "method": "initialized" }));
        assert_eq!(lines.ask(2, "ping", json!({}))["result"], json!({}));
        let tools = lines.ask(3, "tools/list", json!({}));
        assert_eq!(tools["result"]["tools"].as_array().unwrap().len(), 31);
        let call = json!({ "name": "memory_slot_list", "arguments": {} });
        let told = lines.ask(4, "tools/call", call);
        assert_eq!(told["result"]["isError"], false, "{told}");
        let unknown = lines.ask(5, "tools/unheard_of", json!({}));
        assert_eq!(unknown["error"]["code"], -32601, "{unknown}");
    }
    let mut lines = Lines::starting(home.command(&["mcp"]));
    assert_eq!(lines.greet("2099-01-01")["protocolVersion"], "2025-11-25");
}

#[test]
fn n_078_who_greets_briefly_or_not_at_all_is_served() {
    let home = Home::new();
    let tools = |lines: &mut Lines| {
        let told = lines.ask(2, "tools/list", json!({}));
        told["result"]["tools"].as_array().map_or(0, Vec::len)
    };
    for brief in [
        json!({}),
        json!({ "protocolVersion": "2024-11-05", "capabilities": {} }),
        json!({ "clientInfo": { "name": "brief" } }),
    ] {
        let mut lines = Lines::starting(home.command(&["mcp", "--tools", "notebook"]));
        let greeted = lines.ask(1, "initialize", brief.clone());
        assert_eq!(
            greeted["result"]["protocolVersion"], "2024-11-05",
            "{brief}: {greeted}"
        );
        assert_eq!(tools(&mut lines), 31, "{brief}");
    }
    let mut lines = Lines::starting(home.command(&["mcp", "--tools", "notebook"]));
    assert_eq!(lines.ask(1, "ping", json!({}))["result"], json!({}));
    assert_eq!(tools(&mut lines), 31, "without a greeting");
    let call = json!({ "name": "memory_slot_list", "arguments": {} });
    let told = lines.ask(3, "tools/call", call);
    assert_eq!(told["result"]["isError"], false, "{told}");
    // Late is better than never.
    assert_eq!(
        lines.greet("2025-06-18")["serverInfo"]["name"],
        "agentmemory"
    );
    assert_eq!(tools(&mut lines), 31);
}

#[test]
fn n_078_nobody_there_is_an_error_of_its_own() {
    let home = Home::new();
    let server = served(&home, &[]);
    let url = format!("http://{}", server.notebook());
    let mut lines = Lines::starting(home.command(&["mcp", "--tools", "notebook", "--url", &url]));
    lines.greet("2024-11-05");
    let call = json!({ "name": "memory_frontier", "arguments": {} });
    assert_eq!(
        lines.ask(2, "tools/call", call.clone())["result"]["isError"],
        false
    );
    server.stop();
    let told = lines.ask(3, "tools/call", call);
    assert_eq!(told["error"]["code"], -32000, "{told}");
    assert_eq!(
        lines.ask(4, "tools/list", json!({}))["result"]["tools"]
            .as_array()
            .unwrap()
            .len(),
        31
    );
}
