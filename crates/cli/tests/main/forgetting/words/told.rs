//! Telling the words, through every way there is.

use serde_json::{Value, json};

use super::{BETWEEN, WORDS};
use crate::meaning::read;
use crate::support::{Client, Home, ScriptedEvents, Server, eventually, rows};

pub const SECRET: &str = "secret-talk";
pub const SECRETS: u64 = 3;
pub const IMPORTED: &str = "imported-talk";
pub const AGENT: &str = "herald";
pub const AFTER: &str = "The herald shouted later that all is well.";

/// What is needed to forget them and to look for them.
pub struct Told {
    /// Forgotten by id.
    pub ids: Vec<String>,
    /// Everything that will be forgotten.
    pub all: Vec<String>,
    pub between: String,
    /// When everything was still known.
    pub then: String,
    /// Forget what is older.
    pub moment: String,
    /// The sealed bodies, as they are on the disk before.
    pub sealed: Vec<Vec<u8>>,
}

pub fn tell(home: &Home, server: &Server, client: &mut Client, filler: usize) -> Told {
    client.ingest(&ScriptedEvents::new("filler").events(0, filler));
    talk(client);
    let mut ids = memories(client);
    ids.push(on_the_command_line(home));
    ids.push(imported(home, client));
    let moment = twice_told(client);
    ask(client);
    server.settled();
    read(home);
    let then = client.inspect("last")["created_at"]
        .as_str()
        .unwrap()
        .to_owned();
    let listed = client.get("/v1/export?events=true").ok();
    let all: Vec<String> = ["memories", "events"]
        .iter()
        .flat_map(|list| listed[list].as_array().unwrap())
        .filter(|record| has_a_word(record))
        .map(|record| record["id"].as_str().unwrap().to_owned())
        .collect();
    let sealed = sealed(home, &all);
    Told {
        ids,
        all,
        between: String::from("between"),
        then,
        moment,
        sealed,
    }
}

fn has_a_word(record: &Value) -> bool {
    let text = record.to_string().to_lowercase();
    WORDS
        .iter()
        .chain([&BETWEEN])
        .any(|word| text.contains(word))
}

fn memories(client: &mut Client) -> Vec<String> {
    let [stored, first, second, twice, tag, ..] = WORDS;
    let plain = client.remember(&format!("Where the {stored} hangs nobody knows."));
    let changed = client.store(
        &json!({ "content": format!("The safe opens with {first}."), "session": "mixed-talk" }),
    );
    client.update(&changed, &format!("The safe opens with {second} now."));
    client
        .patch("/v1/update", &json!({ "id": changed, "tags": ["safe"] }))
        .ok();
    let said = format!("Never mention the {twice} to guests.");
    let repeated = client.remember(&said);
    (0..2).for_each(|_| assert_eq!(client.remember(&said), repeated));
    for n in 0..2 {
        client.store(&json!({ "content": format!("Tagged note {n}."), "tags": [tag, "plain"] }));
    }
    vec![plain, changed, repeated]
}

/// Some of it in a session of its own, one in the middle of a talk that stays.
fn talk(client: &mut Client) {
    let [.., event, metadata, identifier, _, _, _] = WORDS;
    let said = client.ingest(&json!([
        { "session": SECRET, "speaker": "Ann", "text": format!("The {event} is hidden in the attic.") },
        { "session": SECRET, "speaker": "Bela", "role": "user", "text": "Where exactly?", "metadata": { "place": { "name": metadata } } },
        { "session": SECRET, "kind": "rumour", "text": format!("Behind crate {}.", identifier.to_uppercase()) },
        { "session": "mixed-talk", "speaker": "Ann", "text": "I fetched the lantern.", "occurred_at": "2025-05-01T10:00:00Z" },
        { "session": "mixed-talk", "speaker": "Bela", "text": "I fetched the umbrella.", "occurred_at": "2025-05-01T10:01:00Z" },
        { "id": "between", "session": "mixed-talk", "speaker": "Ann", "text": format!("Also the {BETWEEN} of my uncle."), "occurred_at": "2025-05-01T10:02:00Z" },
        { "session": "mixed-talk", "speaker": "Bela", "text": "I fetched the bicycle.", "occurred_at": "2025-05-01T10:03:00Z" },
        { "session": "mixed-talk", "speaker": "Ann", "text": "Then we went home.", "occurred_at": "2025-05-01T10:04:00Z" },
    ]));
    assert_eq!(said.as_array().unwrap().len(), 8);
}

fn on_the_command_line(home: &Home) -> String {
    let said = format!("Burn the {} after reading.", WORDS[11]);
    home.json(&["remember", &said, "--json"])["id"]
        .as_str()
        .unwrap()
        .to_owned()
}

/// Gives the id of the imported memory.
fn imported(home: &Home, client: &mut Client) -> String {
    let file = home.path().join("told.jsonl");
    let lines = [
        json!({ "session": IMPORTED, "text": format!("An old letter names the {}.", WORDS[9]) }),
        json!({ "session": IMPORTED, "text": format!("The {} again, in another hand.", WORDS[9]) }),
        json!({ "content": format!("The {} was paid.", WORDS[10]) }),
    ];
    std::fs::write(&file, lines.map(|line| line.to_string()).join("\n")).unwrap();
    home.run(&["import", file.to_str().unwrap()]).ok();
    std::fs::remove_file(&file).unwrap();
    let listed = client.get("/v1/memories").ok();
    let mut memories = listed["memories"].as_array().unwrap().iter();
    let of = |memory: &&Value| memory["content"].as_str().unwrap().contains(WORDS[10]);
    memories.find(of).unwrap()["id"]
        .as_str()
        .unwrap()
        .to_owned()
}

/// Two memories of one agent, a moment apart; gives the moment.
fn twice_told(client: &mut Client) -> String {
    let mut say = |text: &str| client.store(&json!({ "content": text, "agent": AGENT }));
    let first = say(&format!("The herald shouted {}.", WORDS[5]));
    let before = client.inspect(&first)["created_at"].clone();
    eventually("the clock to move on", || {
        let event =
            json!([{ "id": crate::support::unique("tick"), "session": "ticks", "text": "tick" }]);
        let id = client.ingest(&event)[0]["id"].as_str().unwrap().to_owned();
        (client.inspect(&id)["created_at"].as_str() > before.as_str()).then_some(())
    });
    let second = client.store(&json!({ "content": AFTER, "agent": AGENT }));
    client.ingest(&json!([{ "id": "last", "session": "ticks", "text": "tock" }]));
    client.inspect(&second)["created_at"]
        .as_str()
        .unwrap()
        .to_owned()
}

/// Questions are remembered too, with what they mean.
fn ask(client: &mut Client) {
    for word in WORDS {
        client.recall(&json!({ "query": format!("who knows the {word}?"), "explain": true }));
    }
}

/// The bodies, with those of later versions, and every block of vectors that has one of them.
fn sealed(home: &Home, ids: &[String]) -> Vec<Vec<u8>> {
    let list: Vec<String> = ids.iter().map(|id| format!("'{id}'")).collect();
    let seqs = format!(
        "SELECT seq FROM journal WHERE ext_id IN ({}) UNION SELECT child_seq FROM lineage",
        list.join(",")
    );
    let bodies = rows(
        home,
        &format!("SELECT hex(body) FROM journal WHERE seq IN ({seqs})"),
    );
    assert!(bodies.len() > ids.len(), "{bodies:?}");
    let blocks = "SELECT DISTINCT hex(data) FROM vectors JOIN";
    let blocks = rows(
        home,
        &format!("{blocks} ({seqs}) ON seq BETWEEN first_seq AND last_seq"),
    );
    assert!(!blocks.is_empty());
    bodies
        .iter()
        .chain(&blocks)
        .map(|text| bytes(text))
        .collect()
}

fn bytes(text: &str) -> Vec<u8> {
    let digits = text.as_bytes().chunks(2);
    // The first hundred bytes are as good as all, and faster to look for.
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.map(byte).take(100).collect()
}
