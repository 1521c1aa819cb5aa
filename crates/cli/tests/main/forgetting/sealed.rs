//! Not even the sealed bytes of what was forgotten stay in the database file or its log: a
//! search for words cannot see those.

use serde_json::{Value, json};

use crate::support::{Home, Server, rows};

/// Sealed bodies of the events of one session, as they lie in the journal.
fn bodies(home: &Home, session: &str) -> Vec<Vec<u8>> {
    let question = format!(
        "SELECT hex(body) FROM journal JOIN names ON names.id = journal.session
         WHERE names.name = '{session}' AND length(body) > 0"
    );
    let bytes = |row: &String| mneme_model::hex::decode(row).unwrap();
    rows(home, &question).iter().map(bytes).collect()
}

/// How many of these stand anywhere in the database or its log, whole or by their middle.
fn standing(home: &Home, bodies: &[Vec<u8>]) -> usize {
    let mut bytes = std::fs::read(home.database()).unwrap();
    bytes.extend(std::fs::read(home.database().with_extension("db-wal")).unwrap_or_default());
    let found = |body: &&Vec<u8>| {
        let middle = &body[20..body.len().min(52)];
        bytes.windows(middle.len()).any(|window| window == middle)
    };
    bodies.iter().filter(found).count()
}

#[test]
fn not_even_sealed_bytes_of_what_was_forgotten_stay() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut owner = server.owner();
    // Sizes and order that make pages fill, split and move.
    for round in 0..6 {
        let event = |n: usize| {
            let session = if n.is_multiple_of(7) { "gone" } else { "stays" };
            let text = format!(
                "Turn {n} of {round}. {}",
                "Long words follow. ".repeat(n % 40)
            );
            json!({ "id": format!("{}-{round}", n * 7919 % 1_000), "session": session, "text": text })
        };
        let events: Vec<Value> = (0..500).map(event).collect();
        owner.ingest(&json!(events));
        let id = owner.remember(&format!("A memory of round {round}."));
        owner.update(&id, &format!("A memory of round {round}, told better."));
    }
    let (gone, stays) = (bodies(&home, "gone"), bodies(&home, "stays"));
    assert!(gone.len() > 300, "{}", gone.len());
    assert_eq!(standing(&home, &gone), gone.len(), "the search is blind");
    let forgot = home.json(&["forget", "--session", "gone", "--yes", "--json"]);
    assert_eq!(forgot["deleted"], gone.len(), "{forgot}");
    assert_eq!(standing(&home, &gone), 0);
    assert_eq!(standing(&home, &stays[..50]), 50, "the rest is there");
    server.stop();
    assert_eq!(standing(&home, &gone), 0);
    home.run(&["verify"]).ok();
}
