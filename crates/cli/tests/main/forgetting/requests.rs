//! What may be asked for, and by whom; a refusal changes nothing.

use serde_json::{Value, json};

use super::{assert_clean, quick};
use crate::support::{Client, Home, Server, shared, unique};

const PATHS: [&str; 2] = ["/v1/forget", "/v1/forget/certified"];

/// Refused, and nothing was written.
fn refused(home: &Home, client: &mut Client, wish: &Value, status: u16, code: &str) {
    let head = || home.json(&["status", "--json"])["head"].clone();
    let before = head();
    for path in PATHS {
        client.delete(path, wish).refused(status, code);
    }
    assert_eq!(head(), before, "{wish}");
}

fn inhabited() -> (Home, Server, Client) {
    let (home, server) = quick("");
    let mut client = server.admin("house");
    client.remember("The cellar is dry.");
    client.store(
        &json!({ "content": "The roof leaks.", "agent": "ann", "tags": ["roof"], "session": "s" }),
    );
    client.ingest(&json!([{ "id": "rain", "session": "s", "text": "It rains." }]));
    (home, server, client)
}

#[test]
fn a_wish_that_names_nothing_is_refused() {
    let (home, _server, mut client) = inhabited();
    for wish in [
        json!({}),
        json!({ "ids": [] }),
        json!({ "tags": [], "all": false }),
    ] {
        refused(&home, &mut client, &wish, 400, "nothing_to_forget");
    }
    // A misspelt condition would make more go than was meant.
    for wish in [
        json!({ "identity": "rain" }),
        json!({ "tags": ["roof"], "dryrun": true }),
        json!({ "kinds": ["memory"], "sesion": "s" }),
    ] {
        refused(&home, &mut client, &wish, 422, "bad_request");
    }
    for wish in [
        json!({ "before": "soon" }),
        json!({ "all": true, "before": "13" }),
    ] {
        refused(&home, &mut client, &wish, 400, "bad_time");
    }
    for wish in [json!({ "id": "" }), json!({ "ids": ["rain", ""] })] {
        refused(&home, &mut client, &wish, 400, "bad_id");
    }
    // What can be nobody's kind; a word of a caller's own may be one.
    for wish in [
        json!({ "kinds": ["No Kind"], "all": true }),
        json!({ "session": "s", "kinds": ["message", "Memory"] }),
    ] {
        refused(&home, &mut client, &wish, 400, "bad_kind");
    }
    assert_eq!(
        client.forget(&json!({ "kinds": ["bogus"], "all": true })),
        0
    );
    let told = [
        "forget",
        "--kind",
        "No Kind",
        "--namespace",
        "house",
        "--yes",
    ];
    home.run(&told).refused(2, "[bad_kind]");
    for wish in [json!([]), json!({ "ids": "rain" }), json!({ "all": "yes" })] {
        refused(&home, &mut client, &wish, 422, "bad_request");
    }
    assert_eq!(client.count(), (2, 1));
}

#[test]
fn g_089_a_deleted_id_is_never_returned() {
    let (home, server, mut client) = inhabited();
    let id = client.remember("The attic is haunted.");
    assert_eq!(client.ask("haunted attic"), ["The attic is haunted."]);
    assert_eq!(client.forget(&json!({ "id": id })), 1);
    assert_eq!(client.forget(&json!({ "id": id })), 0, "it is gone already");
    assert_eq!(client.ask("haunted attic"), Vec::<String>::new());
    client
        .get(&format!("/v1/inspect/{id}"))
        .refused(404, "no_such_memory");
    client
        .patch("/v1/update", &json!({ "id": id, "content": "x" }))
        .refused(404, "no_such_memory");
    assert_eq!(client.count(), (2, 1));
    assert_eq!(
        client.forget(&json!({ "ids": ["nobody", "rain", "rain"] })),
        1,
        "an event, once"
    );
    assert_eq!(client.count(), (2, 0));
    assert_clean(&home);
    server.assert_sound();
}

#[test]
fn everything_goes_only_when_it_is_said() {
    let (home, server, mut client) = inhabited();
    let mut other = server.admin("neighbour");
    other.remember("The fence is green.");
    let dry = client
        .delete("/v1/forget", &json!({ "all": true, "dry_run": true }))
        .ok();
    assert_eq!(
        (
            &dry["deleted"],
            dry["would_delete"].as_array().unwrap().len()
        ),
        (&json!(0), 3)
    );
    assert_eq!(client.count(), (2, 1));
    assert_eq!(client.forget(&json!({ "all": true })), 3);
    assert_eq!(client.count(), (0, 0));
    assert_eq!(client.forget(&json!({ "all": true })), 0);
    assert_eq!(other.ask("fence"), ["The fence is green."]);
    client.remember("The cellar is wet.");
    assert_eq!(client.ask("cellar"), ["The cellar is wet."]);
    assert_clean(&home);
}

#[test]
fn conditions_hold_together_and_ids_win() {
    let (_home, _server, mut client) = inhabited();
    for wish in [
        json!({ "agent": "ann", "session": "other" }),
        json!({ "tags": ["roof"], "agent": "bela" }),
        json!({ "session": "s", "kinds": ["message"], "agent": "ann" }),
        json!({ "all": true, "before": "2001-01-01" }),
        json!({ "ids": ["nobody"], "all": true }),
    ] {
        assert_eq!(client.forget(&wish), 0, "{wish}");
    }
    client
        .delete(PATHS[0], &json!({ "session": "" }))
        .refused(400, "bad_name");
    assert_eq!(
        client.forget(&json!({ "session": "s", "kinds": ["memory"] })),
        1
    );
    assert_eq!(client.count(), (1, 1));
    client
        .delete(PATHS[1], &json!({ "ids": ["nobody"] }))
        .refused(404, "no_such_memory");
}

#[test]
fn only_an_administrator_of_the_namespace_forgets() {
    let (home, server, mut client) = inhabited();
    let wish = json!({ "all": true });
    for role in ["reader", "writer"] {
        let mut lesser = Client::new(server.http(), Some(&server.key("house", role)));
        refused(&home, &mut lesser, &wish, 403, "role_too_low");
    }
    let foreign = json!({ "all": true, "namespace": "house" });
    refused(
        &home,
        &mut server.admin("elsewhere"),
        &foreign,
        403,
        "foreign_namespace",
    );
    for path in PATHS {
        server
            .stranger()
            .delete(path, &wish)
            .refused(401, "no_credential");
    }
    assert_eq!(client.count(), (2, 1));
}

#[test]
fn a_filter_that_means_too_much_is_refused() {
    let (home, _server, mut client) = inhabited();
    let session = unique("flood");
    for _ in 0..10 {
        let events: Vec<Value> = (0..1_000)
            .map(|n| json!({ "session": session, "text": format!("Drop {n}.") }))
            .collect();
        client.ingest(&json!(events));
    }
    assert_eq!(
        client
            .delete(PATHS[0], &json!({ "session": session, "dry_run": true }))
            .ok()["would_delete"]
            .as_array()
            .unwrap()
            .len(),
        10_000
    );
    client.ingest(&json!([{ "session": session, "text": "One drop too many." }]));
    refused(
        &home,
        &mut client,
        &json!({ "session": session }),
        400,
        "bad_batch",
    );
    let ids: Vec<String> = (0..10_001).map(|n| n.to_string()).collect();
    refused(&home, &mut client, &json!({ "ids": ids }), 400, "bad_batch");
    assert_eq!(
        client.forget(&json!({ "kinds": ["memory"] })),
        2,
        "the rest can be named"
    );
}

#[test]
fn an_id_that_names_nothing_stops_the_command_and_is_named() {
    let home = Home::new();
    let id = home.json(&["remember", "The well is deep.", "--json"])["id"].take();
    let id = id.as_str().unwrap();
    let ran = home.run(&["forget", id, "bogus-id", "--yes"]);
    assert!(ran.err.contains("bogus-id"), "{ran:?}");
    ran.refused(3, "no_such_memory");
    assert_eq!(
        home.json(&["list", "--json"])["count"],
        1,
        "nothing was forgotten"
    );
    home.run(&["forget", "--all", "--tag", "t", "--yes"])
        .refused(2, "--all");
}

#[test]
fn a_receipt_is_never_written_over_another() {
    let home = Home::new();
    home.run(&["remember", "The well is deep."]).ok();
    let file = home.path().join("gone.json");
    std::fs::write(&file, "an earlier one").unwrap();
    let file = file.to_str().unwrap();
    home.run(&["forget", "--all", "--yes", "--receipt", file])
        .refused(1, "file_exists");
    assert_eq!(
        home.json(&["list", "--json"])["count"],
        1,
        "nothing was forgotten"
    );
    std::fs::remove_file(file).unwrap();
    home.run(&["forget", "--all", "--yes", "--receipt", file])
        .ok();
    let key = home.run(&["receipt", "key"]).ok();
    home.run(&["receipt", "verify", file, "--key", key.trim()])
        .ok();
    let other = home.run(&["receipt", "verify", file, "--key", &"00".repeat(32)]);
    assert_eq!(other.code, 1, "{other:?}");
}

#[test]
fn an_event_under_a_forgotten_id_says_that_it_was_forgotten() {
    let server = shared();
    let mut client = server.admin("forgotten-id");
    client.ingest(&json!([{ "id": "e1", "session": "s", "text": "The well is deep." }]));
    client.forget(&json!({ "ids": ["e1"] }));
    let again = client.ingest(&json!([{ "id": "e1", "session": "s", "text": "Something else." }]));
    assert_eq!(
        (&again[0]["created"], &again[0]["forgotten"]),
        (&false.into(), &true.into())
    );
}

#[test]
fn what_a_question_would_forget_is_shown_best_first_with_scores() {
    let (home, server) = quick("");
    let mut client = server.owner();
    client.remember("The gate is painted green.");
    let best = client.remember("The gate code is tangerine.");
    client.remember("Lunch is at noon.");
    let shown = home
        .run(&["forget", "--query", "gate code tangerine", "--dry-run"])
        .ok();
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines.len(), 2, "{shown}");
    assert!(lines[0].contains("The gate code is tangerine.") && lines[0].contains(&best));
    let score = |line: &str| line.split(' ').next().unwrap().parse::<f64>().unwrap();
    assert!(score(lines[0]) > score(lines[1]), "{shown}");
    let by_id = home.run(&["forget", &best, "--dry-run"]).ok();
    assert!(by_id.starts_with("20"), "a day, and no score: {by_id}");
}

#[test]
fn a_dry_run_is_never_overlooked() {
    let (home, _server, mut client) = inhabited();
    let wish = json!({ "ids": ["rain"], "dry_run": true });
    client
        .delete("/v1/forget/certified", &wish)
        .refused(422, "bad_request");
    for path in PATHS {
        let path = format!("{path}?dry_run=true");
        let wish = json!({ "ids": ["rain"] });
        client.delete(&path, &wish).refused(422, "bad_request");
    }
    assert!(
        home.run(&["events", "--namespace", "house"])
            .ok()
            .contains("It rains.")
    );
}
