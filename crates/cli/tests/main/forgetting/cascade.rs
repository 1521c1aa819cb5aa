//! A memory goes as a whole: every version, every repetition.

use serde_json::{Value, json};

use super::{assert_clean, assert_purged, dump, lines, quick};
use crate::support::{Client, eventually, texts};

const SEGMENTED: &str = "[index]\nsmall_namespace = 0\nfollow_ms = 5\nbatch_events = 50\n";
const WORDS: [&str; 4] = ["alphorak", "betorak", "gammorak", "deltorak"];

fn said(word: &str) -> String {
    format!("The gate code is {word}.")
}

/// A memory of four versions; gives its id and when each was believed.
fn versions(client: &mut Client) -> (String, Vec<String>) {
    let id = client.store(&json!({ "content": said(WORDS[0]), "session": "gate" }));
    let at = |record: &Value, field: &str| record[field].as_str().unwrap().to_owned();
    let mut moments = vec![at(&client.inspect(&id), "created_at")];
    for word in &WORDS[1..] {
        let before = moments.last().cloned();
        let now = eventually("the clock to move on", || {
            client.remember(&said(word));
            let updated = client.update(&id, &said(word));
            let now = at(&updated, "updated_at");
            (Some(&now) > before.as_ref()).then_some(now)
        });
        moments.push(now);
    }
    (id, moments)
}

#[test]
fn all_versions_go_and_the_past_does_not_bring_them_back() {
    for settings in ["", SEGMENTED] {
        let (home, server) = quick(settings);
        let mut client = server.admin("gate");
        let (id, moments) = versions(&mut client);
        let past = |client: &mut Client, moment: &String| {
            let question = json!({ "query": "gate code", "as_of": moment, "limit": 50 });
            texts(&client.recall(&question))
        };
        server.settled();
        for (word, moment) in WORDS.iter().zip(&moments) {
            assert!(past(&mut client, moment).contains(&said(word)), "{word}");
            assert!(!lines(&dump(&home), "event", word).is_empty(), "{word}");
        }
        client.forget(&json!({ "id": id }));
        // What repeated its later words was stored as memories of their own.
        client.forget(&json!({ "kinds": ["memory"] }));
        for moment in &moments {
            assert_eq!(past(&mut client, moment), Vec::<String>::new());
        }
        assert_purged(&home, &WORDS);
        assert_eq!(client.count(), (0, 0));
        assert_clean(&home);
        home.run(&["rebuild"]).ok();
        assert_eq!(client.ask("gate code"), Vec::<String>::new());
        assert_clean(&home);
    }
}

#[test]
fn evidence_goes_with_its_memory_and_starts_again() {
    let (home, server) = quick("");
    let mut client = server.admin("evidence");
    let id = client.remember(&said("epsilok"));
    (0..4).for_each(|_| assert_eq!(client.remember(&said("epsilok")), id));
    assert_eq!(client.inspect(&id)["evidence_count"], 5);
    assert_eq!(client.forget(&json!({ "ids": [id] })), 1);
    assert_purged(&home, &["epsilok"]);
    let again = client.remember(&said("epsilok"));
    assert_ne!(again, id);
    assert_eq!(client.inspect(&again)["evidence_count"], 1);
    assert_clean(&home);
}
