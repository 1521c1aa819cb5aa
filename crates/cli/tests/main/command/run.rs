//! `mneme serve`: starting, being found, ending.

use serde_json::{Value, json};

use crate::support::{Client, Home, Ran, Server};

#[test]
fn a_server_says_where_it_is_and_takes_its_traces_away() {
    let home = Home::new();
    let server = Server::start_with(
        &home,
        &["--metrics", "127.0.0.1:0", "--notebook", "127.0.0.1:0"],
    );
    let facts = &server.facts;
    assert_eq!(
        (&facts["status"], &facts["version"]),
        (&json!("ok"), &json!(env!("CARGO_PKG_VERSION")))
    );
    let doors: Vec<&String> = facts["doors"].as_object().unwrap().keys().collect();
    assert_eq!(doors, ["control", "http", "metrics", "notebook"]);
    let run: Value =
        serde_json::from_slice(&std::fs::read(home.data().join("run.json")).unwrap()).unwrap();
    assert_eq!(&run, facts);
    let notebook = facts["doors"]["notebook"]
        .as_str()
        .unwrap()
        .strip_prefix("http://")
        .unwrap();
    let key = server.key("notebook", "writer");
    let mut client = Client::new(notebook.parse().unwrap(), Some(&key));
    client.remember("Written at one door.");
    let mut other = Client::new(server.http(), Some(&key));
    assert_eq!(
        other.ask("door"),
        ["Written at one door."],
        "and read at the other"
    );
    server.stop();
    assert!(!home.data().join("run.json").exists());
    assert!(!home.data().join("control.sock").exists());
}

#[test]
fn doors_that_are_not_named_stay_closed() {
    let server = Server::start(&Home::new());
    let doors: Vec<&String> = server.facts["doors"].as_object().unwrap().keys().collect();
    assert_eq!(doors, ["control", "http"]);
}

#[test]
fn a_server_ends_in_good_order_while_clients_stay_connected() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut idle: Vec<Client> = (0..5).map(|_| server.owner()).collect();
    idle.iter_mut()
        .for_each(|client| assert_eq!(client.get("/health").status, 200));
    idle[0].remember("Last words.");
    server.stop();
    assert_eq!(
        home.json(&["list", "--json"])["memories"][0]["content"],
        "Last words."
    );
}

#[test]
fn a_server_may_be_ended_the_moment_it_is_ready() {
    let home = Home::new();
    for _ in 0..20 {
        Server::start(&home).stop();
        assert!(!home.data().join("run.json").exists());
    }
}

#[test]
fn the_key_is_shown_only_when_asked_for() {
    let home = Home::new();
    let key = home.run(&["key"]).ok();
    let server = Server::start(&home);
    assert!(!server.errors().contains(key.trim()));
    server.stop();
    let server = Server::start_with(&home, &["--show-key"]);
    assert!(server.errors().contains(key.trim()));
    assert!(server.errors().contains("curl -s http://127.0.0.1:"));
}

#[test]
fn commands_at_the_same_time_wait_for_each_other() {
    let home = Home::new();
    std::thread::scope(|scope| {
        for n in 0..6 {
            let home = &home;
            scope.spawn(move || home.run(&["remember", &format!("Command {n}.")]).ok());
        }
    });
    assert_eq!(home.json(&["list", "--json"])["count"], 6);
}

#[test]
fn a_store_in_a_deep_directory_is_reached_all_the_same() {
    let home = Home::new();
    let deep = home.path().join("d".repeat(60)).join("e".repeat(60));
    let deep = deep.to_str().unwrap();
    let there = |args: &[&str]| {
        let mut command = home.program(&home.line(&[])[0]);
        command.args(["--data-dir", deep]).args(args);
        command
    };
    let server = Server::launch(there(&["serve", "--http", "127.0.0.1:0"]), &home);
    let status = Ran::from(there(&["status", "--json"]).output().unwrap()).json();
    assert_eq!(status["pid"], server.pid(), "the socket was found");
    server.stop();
}

#[test]
fn a_socket_that_cannot_be_is_refused_by_its_path() {
    let home = Home::new();
    std::fs::write(home.path().join("file"), "").unwrap();
    let path = home.path().join("file").join("ma.sock");
    let path = path.to_str().unwrap();
    let refused = home.run_soon(&["serve", "--http", "127.0.0.1:0", "--ipc", path]);
    assert!(refused.refused(5, "[port_taken]").err.contains("ma.sock"));
}
