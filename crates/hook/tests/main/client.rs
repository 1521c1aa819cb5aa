//! Hooks of agents, told to a real notebook.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::Command;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use mneme_surfaces::notebook::{self, Notebook};
use mneme_surfaces::rest::serve_rest;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::watch;

use crate::house;
use crate::support::{Home, feed};

/// Longer than the longest wait of a hook, five seconds before an agent's memory is cut, and short
/// enough for an agent.
const SOON: Duration = Duration::from_secs(8);
/// Where somebody answers, a busy machine may need longer.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Served {
    _runtime: Runtime,
    _stop: watch::Sender<bool>,
    pub address: SocketAddr,
}

impl Served {
    /// The notebook's door and the control socket, announced as a server does it.
    pub fn start(home: &Home) -> Self {
        let runtime = Runtime::new().unwrap();
        let (address, stop) = runtime.block_on(async {
            let notebook = Notebook {
                door: house::door(home).await,
                settings: Arc::new(notebook::Settings::default()),
                own: true,
            };
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            let (stop, stopping) = watch::channel(false);
            tokio::spawn(serve_rest(listener, notebook, Default::default(), stopping));
            (address, stop)
        });
        let doors = json!({ "doors": { "notebook": format!("http://{address}") } });
        std::fs::write(home.data_dir().join("run.json"), doors.to_string()).unwrap();
        Self {
            _runtime: runtime,
            _stop: stop,
            address,
        }
    }

    pub fn ask(&self, line: &str, body: &str) -> Value {
        let mut stream = TcpStream::connect(self.address).unwrap();
        let request = format!(
            "{line} HTTP/1.0\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        let (_, body) = reply.split_once("\r\n\r\n").unwrap();
        serde_json::from_str(body).unwrap()
    }

    pub fn observations(&self, session: &str) -> Vec<Value> {
        let path = format!("GET /agentmemory/observations?sessionId={session}");
        let told = self.ask(&path, "");
        told["observations"].as_array().unwrap().clone()
    }

    pub fn session(&self, id: &str) -> Option<Value> {
        let told = self.ask("GET /agentmemory/sessions", "");
        let all = told["sessions"].as_array().unwrap();
        all.iter().find(|session| session["id"] == id).cloned()
    }
}

/// As patient as a busy machine may need.
pub fn hook(home: &Home, client: &[&str]) -> Command {
    let mut command = home.command();
    command.args(client).env("MNEME_HOOK_WAIT_MS", "60000");
    command
}

/// What it prints; it never fails.
pub fn told(command: &mut Command, event: &Value) -> String {
    told_within(PATIENCE, command, event)
}

/// The same where nobody answers: it gives up by itself, before its agent does.
pub fn told_soon(command: &mut Command, event: &Value) -> String {
    told_within(SOON, command, event)
}

fn told_within(limit: Duration, command: &mut Command, event: &Value) -> String {
    let child = feed(command, event.to_string().as_bytes());
    let (tell, ended) = mpsc::channel();
    thread::spawn(move || {
        // Nobody waits any more when it took too long.
        let _ = tell.send(child.wait_with_output());
    });
    let output = ended.recv_timeout(limit);
    assert!(output.is_ok(), "its agent still waits for {event}");
    let output = output.unwrap().unwrap();
    let trouble = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{trouble}");
    String::from_utf8(output.stdout).unwrap()
}

pub fn event(name: &str, more: Value) -> Value {
    let mut event = json!({ "hook_event_name": name, "session_id": "s1", "cwd": "/srv/shop" });
    for (name, value) in more.as_object().unwrap() {
        event[name] = value.clone();
    }
    event
}

/// The twelve of Claude Code, and what becomes of each.
fn twelve() -> Vec<(Value, Option<&'static str>)> {
    vec![
        (event("SessionStart", json!({ "source": "startup" })), None),
        (
            event("UserPromptSubmit", json!({ "prompt": "mend the fence" })),
            Some("prompt_submit"),
        ),
        (
            event(
                "PreToolUse",
                json!({ "tool_name": "Read", "tool_input": { "file_path": "a.rs" } }),
            ),
            None,
        ),
        (
            event(
                "PostToolUse",
                json!({ "tool_name": "Bash", "tool_input": { "command": "ls" }, "tool_response": { "stdout": "fence.rs" } }),
            ),
            Some("post_tool_use"),
        ),
        (
            event(
                "PostToolUseFailure",
                json!({ "tool_name": "Bash", "error": "no nails" }),
            ),
            Some("post_tool_failure"),
        ),
        (event("PreCompact", json!({ "trigger": "auto" })), None),
        (
            event("SubagentStart", json!({ "agent_type": "helper" })),
            Some("subagent_start"),
        ),
        (
            event(
                "SubagentStop",
                json!({ "agent_type": "helper", "last_assistant_message": "done" }),
            ),
            Some("subagent_stop"),
        ),
        (
            event(
                "Notification",
                json!({ "notification_type": "permission_prompt", "message": "may I?" }),
            ),
            Some("notification"),
        ),
        (
            event(
                "TaskCompleted",
                json!({ "task_id": "1", "task_subject": "fence" }),
            ),
            Some("task_completed"),
        ),
        (event("Stop", json!({})), None),
        (event("SessionEnd", json!({ "reason": "exit" })), None),
    ]
}

#[test]
fn n_090_twelve_hooks_reach_the_server() {
    let home = Home::new();
    let served = Served::start(&home);
    for (event, _) in twelve() {
        let printed = told(&mut hook(&home, &["claude-code"]), &event);
        let compact = event["hook_event_name"] == "PreCompact";
        let context = printed.starts_with("<agentmemory-context ");
        assert!(
            printed.is_empty() || compact && context,
            "{event}: {printed}"
        );
    }
    let seen = served.observations("s1");
    let hooks: Vec<&str> = seen
        .iter()
        .map(|o| o["hookType"].as_str().unwrap())
        .collect();
    let expected: Vec<&str> = twelve().into_iter().filter_map(|(_, hook)| hook).collect();
    assert_eq!(hooks, expected);
    assert_eq!(seen[1]["toolName"], "Bash");
    assert_eq!(seen[1]["toolInput"], json!({ "command": "ls" }));
    let output = seen[1]["toolOutput"].to_string();
    assert!(output.contains("fence.rs"), "{output}");
    let session = served.session("s1").unwrap();
    assert_eq!(
        (&session["project"], &session["status"]),
        (&json!("shop"), &json!("completed"))
    );
    assert!(
        !home.data_dir().join("spool").exists(),
        "nothing had to wait"
    );
}

#[test]
fn n_090_nobody_there_is_no_trouble_for_the_agent() {
    let home = Home::new();
    std::fs::create_dir_all(home.data_dir()).unwrap();
    // An address nobody listens at, and one that never answers.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let silent = format!("http://{}", silent.local_addr().unwrap());
    for url in ["http://127.0.0.1:1", &silent, "https://example.invalid"] {
        for (event, _) in twelve() {
            let mut command = home.command();
            command.arg("claude-code").env("AGENTMEMORY_URL", url);
            command.env("AGENTMEMORY_INJECT_CONTEXT", "true");
            assert_eq!(told_soon(&mut command, &event), "", "{event}");
        }
    }
    let names =
        ["http://127.0.0.1:1", &silent].map(|url| url.replace("http://", "").replace(':', "_"));
    for name in names {
        let waiting = home.spooled(&format!("notebook-{name}.jsonl"));
        assert_eq!(waiting.len(), 10, "what is worth keeping waits for {name}");
    }
    let waiting = home.spooled("control.jsonl");
    assert_eq!(
        waiting.len(),
        10,
        "and for whoever is here, where nobody can be told"
    );
    assert_eq!(waiting[1]["observed"]["hook"], "prompt_submit");
    let ids: std::collections::BTreeSet<&str> =
        waiting.iter().map(|e| e["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), waiting.len());
}

#[test]
fn n_090_agents_that_a_program_drives_are_left_out_and_projects_are_named() {
    let home = Home::new();
    let served = Served::start(&home);
    let prompt = event("UserPromptSubmit", json!({ "prompt": "hello" }));
    let mut child = hook(&home, &["claude-code"]);
    told(child.env("AGENTMEMORY_SDK_CHILD", "1"), &prompt);
    let mut driven = hook(&home, &["claude-code"]);
    told(driven.env("CLAUDE_CODE_ENTRYPOINT", "sdk-ts"), &prompt);
    assert!(served.observations("s1").is_empty());
    let mut named = hook(&home, &["codex"]);
    let printed = told(named.env("AGENTMEMORY_PROJECT_NAME", "fences"), &prompt);
    assert_eq!(printed, "{}\n");
    assert_eq!(served.session("s1").unwrap()["project"], "fences");
    let copilot = json!({ "sessionId": "s2", "cwd": "/srv/shop", "toolName": "bash", "toolArgs": "{\"command\":\"ls\"}", "toolResult": { "resultType": "success", "textResultForLlm": "fence.rs" } });
    told(&mut hook(&home, &["copilot", "postToolUse"]), &copilot);
    let seen = served.observations("s2");
    assert_eq!(
        (seen.len(), &seen[0]["toolOutput"]),
        (1, &json!("fence.rs"))
    );
}

#[test]
fn the_last_words_of_an_agent_are_kept() {
    let home = Home::new();
    let served = Served::start(&home);
    let secret = format!("ghp_{}", "Wq8".repeat(12));
    let said = format!("The fence stands, with {secret}");
    let stop = event("Stop", json!({ "last_assistant_message": said }));
    assert_eq!(told(&mut hook(&home, &["codex"]), &stop), "{}\n");
    let seen = served.observations("s1");
    assert_eq!((seen.len(), &seen[0]["hookType"]), (1, &json!("stop")));
    assert!(seen[0].to_string().contains("The fence stands"), "{seen:?}");
    assert!(!seen[0].to_string().contains(&secret), "{seen:?}");
    assert_eq!(served.session("s1").unwrap()["status"], "completed");
    for (name, hook_type) in [
        ("SubagentStart", "subagent_start"),
        ("SubagentStop", "subagent_stop"),
    ] {
        let mut of = event(
            name,
            json!({ "agent_id": "7", "last_assistant_message": "nails found" }),
        );
        of["session_id"] = json!("s3");
        told(&mut hook(&home, &["codex"]), &of);
        let seen = served.observations("s3");
        assert_eq!(seen.last().unwrap()["hookType"], hook_type);
        assert!(seen.last().unwrap().to_string().contains("nails found"));
    }
}

#[test]
fn n_028_another_program_does_not_end_a_session() {
    let home = Home::new();
    let served = Served::start(&home);
    let starts = [
        ("claude-code", "c1"),
        ("codex", "x1"),
        ("claude-code", "c2"),
    ];
    let status = |session: &str| served.session(session).unwrap()["status"].clone();
    for (client, session) in starts {
        let start = event("SessionStart", json!({ "session_id": session }));
        told(&mut hook(&home, &[client]), &start);
        if session == "x1" {
            assert_eq!(status("c1"), "active", "another program came");
        }
    }
    assert_eq!(status("c1"), "completed", "the same program went on");
    assert_eq!(status("x1"), "active");
    let agent = served.session("c2").unwrap().get("agentId").cloned();
    assert_eq!(agent, None, "a program is no agent that is kept apart");
}

#[test]
fn a_wrong_secret_is_told_and_what_happened_waits() {
    let home = Home::new();
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = closed.local_addr().unwrap();
    let answering = thread::spawn(move || {
        let (mut stream, _) = closed.accept().unwrap();
        let mut asked = [0; 4096];
        let read = stream.read(&mut asked).unwrap();
        stream
            .write_all(b"HTTP/1.0 401 Unauthorized\r\n\r\n{\"error\":\"no\"}")
            .unwrap();
        String::from_utf8_lossy(&asked[..read]).into_owned()
    });
    let mut command = hook(&home, &["claude-code"]);
    command
        .env("AGENTMEMORY_URL", format!("http://{address}"))
        .env("AGENTMEMORY_SECRET", "not-this-one");
    let prompt = event("UserPromptSubmit", json!({ "prompt": "hello" }));
    let output = feed(&mut command, prompt.to_string().as_bytes())
        .wait_with_output()
        .unwrap();
    assert!(answering.join().unwrap().contains("not-this-one"));
    let trouble = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{trouble}");
    assert!(trouble.contains("AGENTMEMORY_SECRET"), "{trouble}");
    assert!(!trouble.contains("not-this-one"), "{trouble}");
    let spool = format!("notebook-{}.jsonl", address.to_string().replace(':', "_"));
    assert_eq!(home.spooled(&spool).len(), 1);
}

#[test]
fn copilot_need_not_name_its_session() {
    let home = Home::new();
    let served = Served::start(&home);
    let hooks = [
        (
            "sessionStart",
            json!({ "timestamp": 1, "cwd": "/srv/shop", "source": "new" }),
        ),
        (
            "userPromptSubmitted",
            json!({ "timestamp": 2, "cwd": "/srv/shop", "prompt": "mend the fence" }),
        ),
        (
            "postToolUse",
            json!({ "timestamp": 3, "cwd": "/srv/shop", "toolName": "bash", "toolArgs": "{\"command\":\"ls\"}",
                "toolResult": { "resultType": "success", "textResultForLlm": "fence.rs" } }),
        ),
    ];
    for (name, event) in &hooks {
        told(&mut hook(&home, &["copilot", name]), event);
    }
    let all = served.ask("GET /agentmemory/sessions", "");
    let sessions = all["sessions"].as_array().unwrap();
    let seen: u64 = sessions
        .iter()
        .map(|session| session["observationCount"].as_u64().unwrap())
        .sum();
    assert_eq!(seen, 2, "{all}");
    // Midnight may lie between two of them.
    assert!((1..=2).contains(&sessions.len()), "{all}");
    for session in sessions {
        assert!(
            session["id"].as_str().unwrap().starts_with("copilot-shop-"),
            "{session}"
        );
        assert_eq!(session["project"], "shop");
    }
}

#[test]
fn a_notebook_elsewhere_is_told_and_what_it_missed_is_brought_along() {
    let (there, here) = (Home::new(), Home::new());
    let elsewhere = |address: &str| {
        let mut command = hook(&here, &["claude-code"]);
        command.env("AGENTMEMORY_URL", format!("http://{address}"));
        command
    };
    let prompt = |text: &str| event("UserPromptSubmit", json!({ "prompt": text }));
    let served = Served::start(&there);
    let address = served.address.to_string();
    told(&mut elsewhere(&address), &prompt("mend the fence"));
    assert_eq!(served.observations("s1").len(), 1);
    // Nobody listens there: the line waits under the name of that notebook.
    let nobody = TcpListener::bind("127.0.0.1:0");
    let nobody = Runtime::new().unwrap().block_on(nobody).unwrap();
    let gone = nobody.local_addr().unwrap().to_string();
    drop(nobody);
    told(&mut elsewhere(&gone), &prompt("paint the gate"));
    let spool = here.data_dir().join("spool");
    let waits = |address: &str| spool.join(format!("notebook-{}.jsonl", address.replace(':', "_")));
    std::fs::rename(waits(&gone), waits(&address)).unwrap();
    told(&mut elsewhere(&address), &prompt("oil the hinge"));
    let prompts: Vec<Value> = served
        .observations("s1")
        .iter()
        .map(|seen| seen["userPrompt"].clone())
        .collect();
    assert_eq!(prompts.len(), 3, "{prompts:?}");
    assert!(prompts.contains(&json!("paint the gate")), "{prompts:?}");
    assert_eq!(
        std::fs::read_dir(&spool).unwrap().count(),
        0,
        "nothing waits any more"
    );
}
