//! Vectors that whoever stores or asks brings along, instead of what the model would make.

use serde_json::{Value, json};

use super::read;
use crate::support::{Client, HASHED, Home, Server, texts};

const LENGTH: usize = 384;

/// Points along one axis.
fn axis(n: usize) -> Vec<f64> {
    (0..LENGTH).map(|at| f64::from(u8::from(at == n))).collect()
}

/// Two memories whose vectors have nothing to do with their words.
fn filled() -> (Home, Server, Client) {
    let home = Home::with_settings(HASHED);
    let server = Server::start(&home);
    let mut client = server.room("brought");
    for (content, n) in [("qzx vbn mkl", 1), ("plo wer tyu", 2)] {
        let sealed = json!({ "content": content, "embedding": axis(n), "zero_knowledge": true });
        client.store(&sealed);
    }
    read(&home);
    (home, server, client)
}

fn nearest(client: &mut Client, n: usize) -> Vec<String> {
    let asked = json!({ "query": "nothing of that", "query_embedding": axis(n), "limit": 1 });
    texts(&client.recall(&asked))
}

#[test]
fn a_vector_that_is_brought_is_what_a_memory_means() {
    let (home, server, mut client) = filled();
    assert_eq!(nearest(&mut client, 1), ["qzx vbn mkl"]);
    assert_eq!(nearest(&mut client, 2), ["plo wer tyu"]);
    // Words are looked for all the same.
    assert_eq!(client.ask("wer"), ["plo wer tyu"]);
    server.stop();
    let server = Server::start(&home);
    let mut client = server.room("brought");
    assert_eq!(nearest(&mut client, 1), ["qzx vbn mkl"], "after a restart");
    home.run(&["migrate-embeddings", "--force"]).ok();
    assert_eq!(nearest(&mut client, 2), ["plo wer tyu"], "made again");
}

/// The published ranking has weak matches rather than none, and never before what was found.
#[test]
fn weak_matches_come_where_the_published_ranking_is_asked_for() {
    let (_home, _server, mut client) = filled();
    let mut found = |n: usize, ranking: &str| {
        let asked = json!({ "query": "nothing", "query_embedding": axis(n), "ranking": ranking });
        client.recall(&asked)
    };
    let weak = found(3, "memoryoss");
    assert_eq!(texts(&weak).len(), 2, "{weak}");
    for hit in weak["memories"].as_array().unwrap() {
        assert!(hit["score"].as_f64().unwrap() < 0.3, "{hit}");
    }
    assert_eq!(texts(&found(3, "mneme")), Vec::<String>::new());
    let one = found(2, "memoryoss");
    assert_eq!(texts(&one), ["plo wer tyu", "qzx vbn mkl"]);
}

/// A hash of words that only their owner can read would let others guess them.
#[test]
fn sealed_words_have_no_hash() {
    let (_home, _server, mut client) = filled();
    client.store(&json!({ "content": "an open word", "embedding": axis(3) }));
    let listed = client.get("/v1/memories").ok();
    let exported = client.get("/v1/export").ok();
    for memory in [&listed, &exported].map(|told| told["memories"].as_array().unwrap()) {
        assert_eq!(memory.len(), 3);
        for one in memory {
            let open = one["content"] == "an open word";
            assert_eq!(one.get("content_hash").is_some(), open, "{one}");
        }
    }
}

#[test]
fn other_words_mean_something_else() {
    let (home, _server, mut client) = filled();
    let listed = client.get("/v1/memories").ok();
    let first = listed["memories"].as_array().unwrap().iter();
    let id = first
        .filter(|memory| memory["content"] == "qzx vbn mkl")
        .find_map(|memory| memory["id"].as_str())
        .unwrap()
        .to_owned();
    let tagged = json!({ "id": id, "tags": ["kept"] });
    client.patch("/v1/update", &tagged).ok();
    read(&home);
    assert_eq!(
        nearest(&mut client, 1),
        ["qzx vbn mkl"],
        "the words are the same"
    );
    client.update(&id, "antidisestablishmentarianism");
    read(&home);
    let near = json!({ "query": "nothing", "query_embedding": axis(1), "explain": true });
    let told = client.recall(&near).to_string();
    assert!(
        !told.contains("\"vector\""),
        "nothing is there any more: {told}"
    );
}

#[test]
fn a_vector_that_does_not_fit_is_refused_and_nothing_is_kept() {
    let server = Server::start(&Home::with_settings(HASHED));
    let mut client = server.room("unfit");
    let short: Vec<f64> = vec![1.0; LENGTH - 1];
    let huge: Vec<f64> = vec![1e300; LENGTH];
    for unfit in [
        json!([]),
        json!(short),
        json!(vec![0.0; LENGTH]),
        json!(huge),
    ] {
        let fact = json!({ "content": "x", "embedding": unfit });
        client
            .post("/v1/store", &fact)
            .refused(400, "bad_embedding");
        let batch = json!({ "memories": [{ "content": "y" }, fact] });
        client
            .post("/v1/store/batch", &batch)
            .refused(400, "bad_embedding");
        let asked = json!({ "query": "x", "query_embedding": unfit });
        client
            .post("/v1/recall", &asked)
            .refused(400, "bad_embedding");
    }
    let blind = json!({ "content": "x", "zero_knowledge": true });
    let told = client
        .post("/v1/store", &blind)
        .refused(400, "bad_embedding");
    assert!(
        told["error"].as_str().unwrap().contains("zero_knowledge"),
        "{told}"
    );
    assert_eq!(client.count(), (0, 0));
    let fact: Value = json!({ "content": "x", "embedding": axis(0) });
    let off = Server::start(&Home::with_settings("[embeddings]\nmodel = \"off\"\n"));
    off.room("off")
        .post("/v1/store", &fact)
        .refused(400, "bad_embedding");
}

#[test]
fn nearly_the_same_is_told_by_the_vector_that_is_brought() {
    let habits = "compat = \"memoryoss\"\n[tls]\nenabled = false\n";
    let server = Server::start(&Home::with_settings(&format!("{habits}{HASHED}")));
    let mut client = server.room("habits");
    client.store(&json!({ "content": "qzx vbn mkl", "embedding": axis(3) }));
    let again = json!({ "content": "altogether other words", "embedding": axis(3) });
    let told = client.post("/v1/store", &again).refused(400, "duplicate");
    assert!(
        told["error"]
            .as_str()
            .unwrap()
            .starts_with("semantic duplicate"),
        "{told}"
    );
    client.store(&json!({ "content": "altogether other words", "embedding": axis(4) }));
}
