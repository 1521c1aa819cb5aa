//! The scenario: words told through every way there is, forgotten in every way there is, looked
//! for everywhere.

mod look;
mod told;

use serde_json::{Value, json};

use self::look::{assert_nowhere_on_disk, assert_unanswered, sealed_on_disk};
use self::told::{Told, tell};
use super::{assert_clean, assert_purged, dump, lines};
use crate::support::{Client, HASHED, Home, Server};

/// No word here has an ending that the index would cut off.
const WORDS: [&str; 12] = [
    "xylograf",      // stored over REST
    "brontolux",     // the first version of a memory
    "velvorak",      // its second version
    "duplivox",      // told three times
    "taglioruk",     // a tag
    "herbstux",      // before a moment
    "marrowfux",     // an event
    "metadorf",      // metadata of an event
    "zx-4711-quarn", // an identifier
    "oublivuk",      // imported, an event
    "imporvax",      // imported, a memory
    "clinamok",      // remembered on the command line
];
/// In the middle of a talk that stays.
const BETWEEN: &str = "glimmerok";

fn everything() -> Vec<&'static str> {
    WORDS.iter().copied().chain([BETWEEN]).collect()
}

/// Without this the rest would prove nothing.
fn assert_seen_before(home: &Home, told: &Told) {
    assert_eq!(sealed_on_disk(home, told).len(), told.sealed.len());
    let dump = dump(home);
    for word in everything() {
        assert!(
            !lines(&dump, "event", word).is_empty(),
            "{word} in the journal"
        );
        let indexed = word != "metadorf";
        assert_eq!(
            !lines(&dump, "term", word).is_empty(),
            indexed,
            "{word} in the index"
        );
    }
    assert!(!lines(&dump, "question", WORDS[0]).is_empty(), "a question");
}

/// Each in another way.
fn forget(client: &mut Client, told: &Told) {
    let wish = json!({ "ids": [told.between] });
    let receipt = client.delete("/v1/forget/certified", &wish).ok();
    assert_eq!(receipt["deleted"], 1);
    assert_eq!(
        client.forget(&json!({ "ids": told.ids })),
        told.ids.len() as u64
    );
    assert_eq!(
        client.forget(&json!({ "session": told::SECRET })),
        told::SECRETS
    );
    assert_eq!(client.forget(&json!({ "tags": [WORDS[4], "unknown"] })), 2);
    assert_eq!(
        client.forget(&json!({ "agent": told::AGENT, "before": told.moment })),
        1
    );
    assert_eq!(client.forget(&json!({ "session": told::IMPORTED })), 2);
}

/// The talk around the gap is whole, and none of it is found by what stood in the gap.
fn assert_neighbours_stay(client: &mut Client) {
    for own in ["lantern", "umbrella", "bicycle"] {
        let found = client.ask(&format!("fetched the {own}"));
        assert!(
            found.iter().any(|text| text.contains(own)),
            "{own}: {found:?}"
        );
    }
    for word in everything() {
        // Without the words, only likeness in spelling is left.
        let question = json!({ "query": word, "ranking": "memoryoss", "limit": 100 });
        for hit in client.recall(&question)["memories"].as_array().unwrap() {
            let by = hit["provenance"].to_string();
            assert!(
                !by.contains("fts") && !by.contains("exact"),
                "{word}: {hit}"
            );
        }
    }
    let kept = client.ask("what did the herald shout?");
    assert!(kept.iter().any(|text| text == told::AFTER), "{kept:?}");
}

fn assert_forgotten_everywhere(settings: &str, filler: usize) {
    let settings = format!("[storage]\npurge_ms = 20\n[logging]\nlevel = \"trace\"\n{settings}");
    let home = Home::with_settings(&settings);
    let server = Server::start(&home);
    let mut client = server.owner();
    let told = tell(&home, &server, &mut client, filler);
    assert_seen_before(&home, &told);
    forget(&mut client, &told);
    assert_purged(&home, &everything());
    assert_nowhere_on_disk(&home, &told);
    assert_unanswered(&mut client, &told);
    assert_neighbours_stay(&mut client);
    assert_clean(&home);
    server.stop();

    let server = Server::start(&home);
    assert_purged(&home, &everything());
    assert_unanswered(&mut server.owner(), &told);
    home.run(&["rebuild"]).ok();
    assert_unanswered(&mut server.owner(), &told);
    assert_neighbours_stay(&mut server.owner());
    server.stop();
    assert_purged(&home, &everything());
    assert_clean(&home);
    assert_nowhere_on_disk(&home, &told);
    let log = std::fs::read_to_string(home.path().join("stderr")).unwrap();
    assert!(log.contains("stopping"), "the log was looked at too: {log}");
}

#[test]
fn g_089_forgotten_words_are_nowhere_in_a_small_namespace() {
    assert_forgotten_everywhere(HASHED, 30);
}

#[test]
fn forgotten_words_are_nowhere_in_a_namespace_with_segments() {
    assert_forgotten_everywhere(
        &format!("[index]\nfollow_ms = 5\nbatch_events = 400\n{HASHED}"),
        1_300,
    );
}

/// Whatever an answer says beside the question it echoes.
fn answered(answer: &Value) -> String {
    json!([answer["memories"], answer["context"]])
        .to_string()
        .to_lowercase()
}
