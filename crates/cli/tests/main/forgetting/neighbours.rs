//! What stood around the forgotten stays, without its words.

use serde_json::{Value, json};

use super::{assert_clean, assert_purged, quick};
use crate::support::{Client, ids};

const SEGMENTED: &str = "[index]\nsmall_namespace = 0\nfollow_ms = 5\nbatch_events = 50\n";
const THINGS: [&str; 9] = [
    "anchor", "barrel", "candle", "dagger", "emerald", "feather", "goblet", "hammer", "idol",
];

fn talk(client: &mut Client) {
    let event = |(n, thing): (usize, &&str)| {
        json!({
            "id": thing, "session": "talk", "text": format!("Here is one {thing}."),
            "occurred_at": format!("2025-01-01T10:0{n}:00Z"),
        })
    };
    let events: Vec<Value> = THINGS.iter().enumerate().map(event).collect();
    client.ingest(&json!(events));
}

fn found(client: &mut Client, word: &str) -> Vec<String> {
    ids(&client.recall(&json!({ "query": word, "limit": 50 })))
}

fn answers(client: &mut Client) -> Vec<Vec<String>> {
    let all = |word: &&str| found(client, word);
    THINGS.iter().map(all).collect()
}

#[test]
fn a_forgotten_word_finds_nothing_and_its_neighbours_close_the_gap() {
    for settings in ["", SEGMENTED] {
        let (home, server) = quick(settings);
        let mut client = server.admin("talk");
        talk(&mut client);
        server.settled();
        assert_eq!(
            found(&mut client, "emerald").len(),
            5,
            "by its neighbours too"
        );
        assert_eq!(client.forget(&json!({ "ids": ["emerald", "feather"] })), 2);
        assert_purged(&home, &["emerald is", "one emerald", "term talk emerald"]);
        for gone in ["emerald", "feather"] {
            assert_eq!(found(&mut client, gone), Vec::<String>::new(), "{settings}");
        }
        let now = answers(&mut client);
        assert_eq!(now[3][0], "dagger");
        assert!(
            now[3].contains(&"hammer".to_owned()),
            "two steps away now: {now:?}"
        );
        home.run(&["rebuild"]).ok();
        assert_eq!(answers(&mut client), now, "as if it had never been there");
        assert_clean(&home);
    }
}
