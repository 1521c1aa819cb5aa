//! A receipt that somebody is in the way of: what is gone is gone, and no error says otherwise.

use serde_json::{Value, json};

use super::quick;
use crate::support::{Holding, Home, Ran, Server, eventually};

/// A server that waits only a moment, with one memory.
fn impatient() -> (Home, Server, Value) {
    let home = Home::with_settings("[storage]\npurge_ms = 600000\npurge_wait_ms = 300\n");
    let server = Server::start(&home);
    let id = server.owner().remember("The heir is Quibok.");
    server.owner().remember("The vault has a door.");
    (home, server, json!({ "ids": [id] }))
}

fn verified(home: &Home, receipt: &Value) -> Ran {
    std::fs::write(home.path().join("receipt.json"), receipt.to_string()).unwrap();
    home.run(&["receipt", "verify", "receipt.json"])
}

#[test]
fn a_receipt_that_has_to_wait_says_so_and_comes_when_it_is_asked_for_again() {
    let (home, server, wish) = impatient();
    let mut client = server.owner();
    let holding = Holding::the_log(&home);
    for _ in 0..2 {
        let reply = client.delete("/v1/forget/certified", &wish);
        assert_eq!(reply.header("retry-after"), Some("1"));
        let told = reply.refused(503, "purge_pending");
        assert!(told["hint"].as_str().unwrap().contains("again"), "{told}");
        assert_eq!(
            client.ask("heir Quibok"),
            Vec::<String>::new(),
            "it is gone"
        );
    }
    drop(holding);
    let receipt = eventually("the receipt", || {
        let reply = client.delete("/v1/forget/certified", &wish);
        if reply.status == 200 {
            return Some(reply.body);
        }
        reply.refused(503, "purge_pending");
        None
    });
    assert_eq!(receipt["certificate"]["deleted_ids"], wish["ids"]);
    assert!(
        verified(&home, &receipt)
            .ok()
            .starts_with("valid: 1 record")
    );
    let audit = home.json(&["audit", "--json"]);
    let forgets = audit["entries"].as_array().unwrap().iter();
    assert_eq!(
        forgets.filter(|e| e["action"] == "forget").count(),
        1,
        "once"
    );
    client
        .delete("/v1/forget/certified", &wish)
        .refused(404, "no_such_memory");
}

#[test]
fn the_command_says_that_old_files_follow() {
    let (home, server, wish) = impatient();
    let holding = Holding::the_log(&home);
    let id = wish["ids"][0].as_str().unwrap();
    let ran = home.run(&["forget", id, "--yes"]);
    assert!(ran.err.contains("old files still hold it"), "{ran:?}");
    assert!(ran.ok().contains("forgot 1 record"));
    assert_eq!(server.owner().ask("heir Quibok"), Vec::<String>::new());
    drop(holding);
}

#[test]
fn somebody_in_the_way_for_a_moment_only_delays_the_receipt() {
    let (home, server) = quick("");
    let id = server.owner().remember("The heir is Quibok.");
    let holding = Holding::the_log(&home);
    let letting_go = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_secs(1));
        drop(holding);
    });
    let args = ["forget", &id, "--yes", "--receipt", "gone.json"];
    home.run(&args).ok();
    letting_go.join().unwrap();
    home.run(&["receipt", "verify", "gone.json"]).ok();
}
