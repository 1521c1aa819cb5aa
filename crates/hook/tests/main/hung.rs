//! A server that hangs: asked once, and for nothing more.

use std::io::ErrorKind;
use std::net::TcpListener;
use std::os::unix::net::UnixListener;

use mneme_wire::control::socket_path;
use serde_json::{Value, json};

use crate::client::{event, told_soon};
use crate::support::Home;

fn stop() -> Value {
    event("Stop", json!({ "last_assistant_message": "It is mended." }))
}

/// How often somebody came, as far as nobody was let in yet.
fn came<T>(mut accept: impl FnMut() -> std::io::Result<T>) -> usize {
    let mut waiting = Vec::new();
    loop {
        match accept() {
            Ok(stream) => waiting.push(stream),
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::WouldBlock);
                return waiting.len();
            }
        }
    }
}

#[test]
fn n_090_a_server_that_hangs_is_tried_once_and_asked_for_nothing() {
    let home = Home::new();
    std::fs::create_dir_all(home.data_dir()).unwrap();
    let control = UnixListener::bind(socket_path(&home.data_dir())).unwrap();
    let door = TcpListener::bind("127.0.0.1:0").unwrap();
    control.set_nonblocking(true).unwrap();
    door.set_nonblocking(true).unwrap();
    let address = format!("http://{}", door.local_addr().unwrap());
    let doors = json!({ "doors": { "notebook": address } });
    std::fs::write(home.data_dir().join("run.json"), doors.to_string()).unwrap();
    for client in ["claude-code", "codex"] {
        let mut hook = home.command();
        told_soon(hook.arg(client), &stop());
        assert_eq!(came(|| control.accept()), 1, "{client}");
        assert_eq!(came(|| door.accept()), 0, "nobody waits for a summary");
    }
    let hooks: Vec<Value> = home
        .spooled("control.jsonl")
        .iter()
        .map(|waiting| waiting["observed"]["hook"].clone())
        .collect();
    assert_eq!(hooks, ["stop", "session_end", "stop", "session_end"]);
}

#[test]
fn n_090_a_notebook_elsewhere_that_hangs_is_tried_once() {
    let home = Home::new();
    let door = TcpListener::bind("127.0.0.1:0").unwrap();
    door.set_nonblocking(true).unwrap();
    let address = door.local_addr().unwrap().to_string();
    let mut hook = home.command();
    hook.arg("claude-code");
    hook.env("AGENTMEMORY_URL", format!("http://{address}"));
    told_soon(&mut hook, &stop());
    assert_eq!(came(|| door.accept()), 1);
    let waiting = home.spooled(&format!("notebook-{}.jsonl", address.replace(':', "_")));
    assert_eq!(waiting.len(), 2, "both in their order");
    assert_eq!(waiting[0]["call"], "observe");
    assert_eq!(waiting[1]["body"]["summarize"], true, "it is owed");
}
