//! Beside a server: which one it is, and whether agents are kept apart there.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use super::*;
use crate::support::Ran;

const APART: [(&str, &str); 2] = [("AGENT_ID", "bob"), ("AGENTMEMORY_AGENT_SCOPE", "isolated")];

/// What is said on standard error before anybody asks anything.
fn introduced(mut command: Command) -> String {
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::null());
    let mut child = pipes.stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    let mut said = BufReader::new(child.stderr.take().unwrap());
    said.read_line(&mut line).unwrap();
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
    line
}

#[test]
fn an_address_that_is_none_is_refused_at_once() {
    let home = Home::new();
    for (address, variable) in [
        ("notaurl", false),
        ("127.0.0.1:3111", false),
        ("notaurl", true),
    ] {
        let mut command = match variable {
            true => home.command(&["notebook", "sync", "antigravity"]),
            false => home.command(&["mcp", "--url", address]),
        };
        command.env("AGENTMEMORY_URL", address);
        let ran = Ran::soon(command).refused(2, "[bad_setting]");
        let said = format!("'{address}' is no address of a notebook");
        assert!(ran.err.contains(&said), "{ran:?}");
        assert!(ran.err.contains("http://127.0.0.1:3111"), "{ran:?}");
    }
}

#[test]
fn it_is_said_through_which_server_tools_work_and_who_is_kept_apart() {
    let home = Home::new();
    let alone = introduced(home.command(&["mcp"]));
    assert!(alone.contains("no server runs"), "{alone}");
    let open = served(&home, &[]);
    let line = introduced(home.command(&["mcp"]));
    assert!(line.contains(&format!("process {}", open.pid())), "{line}");
    assert!(line.contains("not kept apart"), "{line}");
    let url = format!("http://{}", open.notebook());
    let line = introduced(home.command(&["mcp", "--url", &url]));
    assert!(line.contains(&url), "{line}");
    open.stop();
    let apart = served(&home, &APART);
    let line = introduced(home.command(&["mcp"]));
    assert!(line.contains("agents are kept apart there"), "{line}");
    assert!(line.contains("'bob'"), "{line}");
    apart.stop();
}

#[test]
fn who_wants_to_be_apart_does_not_work_through_a_server_that_keeps_all_together() {
    let home = Home::new();
    let isolated = |name: &str| {
        let mut command = home.command(&["mcp"]);
        command.envs(APART).env("AGENT_ID", name);
        command
    };
    // One that was there before the server came.
    let early = Agent::starting(isolated("bob"));
    early.call(
        "remember",
        &json!({ "content": "Bob hides the key under the mat" }),
    );
    let open = served(&home, &[]);
    let refused = Ran::soon(isolated("bob")).refused(2, "[bad_setting]");
    assert!(
        refused.err.contains(&format!("process {}", open.pid())),
        "{refused:?}"
    );
    assert!(
        refused.err.contains("AGENTMEMORY_AGENT_SCOPE=isolated"),
        "{refused:?}"
    );
    let told = early.refused("recall", &json!({ "query": "key" }));
    assert_eq!(told["code"], "bad_setting", "{told}");
    open.stop();
    let apart = served(&home, &APART);
    Ran::soon(isolated("eve")).refused(2, "[bad_setting]");
    let found = early.call("recall", &json!({ "query": "key under the mat" }));
    assert_eq!(found["results"].as_array().unwrap().len(), 1, "{found}");
    apart.stop();
}
