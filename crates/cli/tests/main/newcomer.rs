//! What a newcomer stumbled over, kept mended.

use std::io::{BufRead, Read};
use std::os::unix::process::CommandExt;
use std::process::Stdio;

use serde_json::json;

use crate::support::{Home, Ran, Server, shared};

#[test]
fn an_update_keeps_when_it_was_so() {
    let mut client = shared().room("update-occurred");
    let id =
        client.store(&json!({ "content": "Old fact.", "occurred_at": "2020-01-01T00:00:00Z" }));
    client
        .patch("/v1/update", &json!({ "id": id, "tags": ["b"] }))
        .ok();
    assert_eq!(client.inspect(&id)["occurred_at"], "2020-01-01T00:00:00Z");
    let question = json!({ "query": "old fact", "from": "2019-12-31", "to": "2020-01-01" });
    assert_eq!(
        client.recall(&question)["memories"][0]["memory"]["id"],
        id.as_str()
    );
}

#[test]
fn a_bare_date_includes_its_day() {
    let mut client = shared().room("whole-day");
    client.ingest(
        &json!([{ "session": "s", "text": "Noon.", "occurred_at": "2023-05-08T12:00:00Z" }]),
    );
    let question = json!({ "query": "noon", "from": "2023-05-08", "to": "2023-05-08" });
    assert_eq!(
        client.recall(&question)["memories"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    let listed = client.get("/v1/events?from=2023-05-08&to=2023-05-08").ok();
    assert_eq!(listed["events"].as_array().unwrap().len(), 1);
}

#[test]
fn a_list_is_no_request() {
    let mut client = shared().room("positional");
    let list = json!([
        "positional",
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null
    ]);
    client.post("/v1/store", &list).refused(422, "bad_request");
    assert_eq!(client.count(), (0, 0));
}

#[test]
fn importing_memories_again_counts_nothing() {
    let home = Home::new();
    let line = b"{\"content\": \"Told once.\"}\n";
    for _ in 0..3 {
        home.run_with(&["import", "-"], line).ok();
    }
    assert_eq!(
        home.json(&["list", "--json"])["memories"][0]["evidence_count"],
        1
    );
    assert_eq!(
        home.json(&["status", "--json"])["head"],
        1,
        "nothing was journalled again"
    );
}

#[test]
fn an_imported_event_is_known_wherever_its_line_stands() {
    let home = Home::new();
    let (a, b) = (
        r#"{"session":"s","text":"my pin is 1234"}"#,
        r#"{"session":"s","text":"other"}"#,
    );
    home.run_with(&["import", "-"], format!("{a}\n{a}\n").as_bytes())
        .ok();
    let again = home
        .run_with(
            &["import", "-", "--json"],
            format!("{b}\n{a}\n{a}\n").as_bytes(),
        )
        .json();
    assert_eq!(
        (&again["events"], &again["known_already"]),
        (&json!(1), &json!(2))
    );
    let ids = |home: &Home| home.json(&["events", "--json"])["events"][0]["id"].clone();
    let other = Home::new();
    other.run_with(&["import", "-"], a.as_bytes()).ok();
    assert_ne!(
        ids(&home),
        ids(&other),
        "the id is made under the store's own key"
    );
}

#[test]
fn a_reader_that_stops_reading_is_no_panic() {
    let home = Home::new();
    let line = |n: usize| {
        format!(
            "{{\"session\":\"s\",\"text\":\"{n} {}\"}}",
            "long ".repeat(60)
        )
    };
    let lines: Vec<String> = (0..400).map(line).collect();
    home.run_with(&["import", "-"], lines.join("\n").as_bytes())
        .ok();
    let mut command = home.command(&["events", "-n", "400"]);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let ended = child.wait_with_output().unwrap();
    assert!(ended.status.success(), "{ended:?}");
    assert!(!String::from_utf8_lossy(&ended.stderr).contains("panicked"));
}

#[test]
fn what_others_wrote_cannot_move_the_cursor() {
    let home = Home::new();
    home.run(&["remember", "red \u{1b}[31malert\u{7}"]).ok();
    for args in [
        &["list"][..],
        &["recall", "red alert"],
        &["recall", "red alert", "--budget", "100"],
    ] {
        let shown = home.run(args).ok();
        assert!(
            shown.contains("alert") && !shown.contains('\u{1b}') && !shown.contains('\u{7}'),
            "{shown:?}"
        );
    }
}

#[test]
fn a_store_that_is_not_there_is_told_not_made() {
    let home = Home::new();
    for args in [
        &["status"][..],
        &["recall", "x"],
        &["list"],
        &["events"],
        &["verify"],
        &["rebuild"],
    ] {
        home.run(args).refused(3, "[no_store]");
    }
    assert!(home.run(&["doctor"]).ok().contains("does not exist yet"));
    assert!(!home.data().exists());
}

#[test]
fn an_index_that_vanishes_under_the_server_comes_back() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut client = server.owner();
    let events = |from: usize| {
        let event = |n: usize| json!({ "session": "s", "text": format!("mark{n} again") });
        json!((from..from + 1_500).map(event).collect::<Vec<_>>())
    };
    client.ingest(&events(0));
    server.settled();
    std::fs::remove_dir_all(home.data().join("index")).unwrap();
    client.ingest(&events(1_500));
    server.settled();
    for n in [7, 1_499, 2_999] {
        assert_eq!(client.ask(&format!("mark{n}"))[0], format!("mark{n} again"));
    }
}

/// Somebody else's process waits where our socket would be.
const TRAP: &str = "import os, socket, sys
s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); os.chmod(sys.argv[1], 0o777); s.listen(1)
print('up', flush=True)
c, _ = s.accept(); print('heard', c.recv(4096), flush=True)";

#[test]
fn a_socket_of_another_user_is_not_trusted() {
    // Only root can start a process as somebody else.
    if !rustix::process::getuid().is_root() {
        return;
    }
    let home = Home::new();
    let long = home.path().join("x".repeat(120));
    std::fs::create_dir(&long).unwrap();
    let socket = mneme_wire::control::socket_path(&long);
    let mut trap = std::process::Command::new("/usr/bin/python3");
    trap.args(["-c", TRAP])
        .arg(&socket)
        .uid(65_534)
        .stdout(Stdio::piped());
    let mut trap = trap.spawn().unwrap();
    let mut heard = std::io::BufReader::new(trap.stdout.take().unwrap()).lines();
    assert_eq!(heard.next().unwrap().unwrap(), "up");
    let run = |args: &[&str]| {
        let mut command = home.program(&home.line(&[])[0]);
        Ran::from(
            command
                .arg("--data-dir")
                .arg(&long)
                .args(args)
                .output()
                .unwrap(),
        )
        .ok()
    };
    run(&["remember", "A secret for nobody."]);
    assert_eq!(heard.next().unwrap().unwrap(), "heard b''");
    trap.wait().unwrap();
    std::fs::remove_file(&socket).unwrap();
    assert!(run(&["list"]).contains("A secret for nobody."));
}
