//! Odd questions get an answer like any other.

use serde_json::json;

use crate::support::{Client, Home, Server, chatter, segmented, shared};

/// What nobody would ask, and somebody will.
pub fn questions() -> Vec<String> {
    let plain = [
        "?",
        "!!!",
        ".",
        "\u{0}",
        "\u{feff}",
        "\u{202e}",
        "'\"`;--",
        "AND OR NOT",
        "(",
        "*",
        "a*",
        "\"unclosed",
        "field:value",
        "+must -not",
        "[1 TO 5]",
        "~",
        "^2",
        "/regex/",
        "\\",
        "NULL",
        "0",
        "42",
        "1234567890123456789012345678901234567890",
        "3.14159",
        "1e999",
        "2025-01-01",
        "👋",
        "🏳️‍🌈 👩‍👩‍👧‍👦",
        "日本語",
        "中文怎么样",
        "한국어",
        "ไทย",
        "ערב טוב",
        "مرحبا",
        "हिन्दी",
        "Ελληνικά",
        "naïve café",
        "e\u{301}",
        "ﬁ",
        "ſ",
        "ß",
        "İstanbul",
        "ǅ",
        "the a of and",
        "x",
        "crates/store/src/lib.rs:42",
        "https://example.org/?a=b#c",
        "a@b.c",
        "::",
        "=",
        "KEY=value",
    ];
    let mut all: Vec<String> = plain.into_iter().map(str::to_owned).collect();
    all.push("word ".repeat(20_000));
    all.push("q".repeat(100_000));
    all.push("字".repeat(33_000));
    all.push((0..14_000).map(|n| format!("w{n} ")).collect());
    all.push("a/".repeat(50_000));
    all.push("🌊".repeat(25_000));
    all
}

/// The same without those of which nothing is seen: no memory is made of these.
pub fn texts() -> Vec<String> {
    let hidden =
        |c: char| c.is_whitespace() || c.is_control() || matches!(c, '\u{feff}' | '\u{202e}');
    let mut all = questions();
    all.retain(|text| !text.chars().all(hidden));
    all
}

fn check_answers(server: &Server, client: &mut Client) {
    let events: Vec<_> = (0..40)
        .map(|n| json!({ "session": "s", "text": chatter(n) }))
        .collect();
    client.ingest(&json!(events));
    client.remember("日本語 and 42 and 👋 and naïve café.");
    for question in questions() {
        let asked = json!({ "query": question, "limit": 5, "budget": 500, "explain": true });
        let reply = client.post("/v1/recall", &asked);
        let shown: String = question.chars().take(30).collect();
        assert_eq!(reply.status, 200, "{shown}: {}", reply.text);
        assert!(reply.body["memories"].is_array(), "{shown}");
    }
    for (question, answers) in [
        ("日本語", 1),
        ("42", 1),
        ("cafe", 1),
        ("NAÏVE", 1),
        ("1234567", 0),
    ] {
        let found = client.ask(question);
        let found = found.iter().filter(|text| text.contains("日本語")).count();
        assert_eq!(found, answers, "{question}");
    }
    server.assert_sound();
}

#[test]
fn odd_questions_are_answered_and_nothing_panics() {
    check_answers(shared(), &mut shared().room("odd"));
    let mut client = segmented().room("odd");
    check_answers(segmented(), &mut client);
    segmented().settled();
    check_answers(segmented(), &mut client);
}

#[test]
fn odd_words_are_stored_found_and_nothing_panics() {
    let server = Server::start(&Home::with_settings(
        "[index]\nsmall_namespace = 0\nfollow_ms = 5\n",
    ));
    let mut client = server.room("odd-words");
    let odd = texts();
    let memories: Vec<_> = odd.iter().map(|text| json!({ "content": text })).collect();
    client
        .post("/v1/store/batch", &json!({ "memories": memories }))
        .ok();
    let events: Vec<_> = odd
        .iter()
        .map(|text| json!({ "session": "s", "text": text }))
        .collect();
    client.ingest(&json!(events));
    assert!(client.ask("İstanbul").contains(&"İstanbul".to_owned()));
    server.settled();
    assert!(client.ask("ไทย").contains(&"ไทย".to_owned()));
    assert!(client.ask("w13999").iter().any(|text| text.len() > 80_000));
    assert_eq!(client.count(), (odd.len(), odd.len()));
    server.assert_sound();
}
