//! Nothing that was said stands readable on the disk.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::support::{Client, Home, Server, files, having};

/// In content only; lower case, as the index would keep it.
const MARKER: &str = "quetzalcoatlus";
/// A session's name, which stays readable: proof that the search sees.
const READABLE: &str = "session-of-readable-name";

fn fill(client: &mut Client) {
    let event = |n: usize| {
        let text = format!("The {MARKER} number {n} flew by. QUETZALCOATLUS/{n} it was.");
        json!({ "session": READABLE, "text": text })
    };
    let events: Vec<Value> = (0..1_500).map(event).collect();
    client.ingest(&json!(events));
    let id = client.store(&json!({
        "content": format!("{MARKER} {}", "and long words around it ".repeat(300)),
        "metadata": { "beast": MARKER },
    }));
    client.update(&id, &format!("A {MARKER} is large."));
}

#[test]
fn g_078_no_file_holds_a_plain_word_of_what_was_stored() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut client = server.room("sealed");
    fill(&mut client);
    let now = |when: &str| {
        assert_eq!(
            having(&home.data(), MARKER),
            Vec::<PathBuf>::new(),
            "{when}"
        );
        assert!(
            !having(&home.data(), READABLE).is_empty(),
            "{when}: the search is blind"
        );
    };
    now("in the log");
    server.settled();
    assert!(
        !client.ask(MARKER).is_empty(),
        "it was understood all the same"
    );
    assert!(
        files(&home.data().join("index")).len() > 3,
        "there are segments"
    );
    now("in the segments");
    // An open dictionary would hide words in its own coding, but not what it says of itself.
    let index = home.data().join("index");
    assert_eq!(having(&index, "segment"), Vec::<PathBuf>::new());
    assert_eq!(having(&index, "version"), Vec::<PathBuf>::new());
    assert!(!server.errors().to_lowercase().contains(MARKER));
    server.stop();
    now("at rest");
    home.run(&["rebuild"]).ok();
    now("rebuilt");
}
