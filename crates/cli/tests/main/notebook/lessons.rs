//! Lessons are found by what they say, the surest and freshest first.

use std::time::{SystemTime, UNIX_EPOCH};

use mneme_model::Moment;

use super::*;

const DAY_MS: i64 = 86_400_000;

/// A moment so many days ago.
pub fn ago(days: i64) -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    Moment::from_ms(since.as_millis() as i64 - days * DAY_MS).rfc3339()
}

pub fn taken(client: &mut Client, lessons: &Value) {
    let export = json!({ "memories": [], "lessons": lessons });
    let reply = client.post("/agentmemory/import", &json!({ "exportData": export }));
    assert_eq!(reply.status, 200, "{}", reply.text);
}

/// What is found, each with its score.
fn found(client: &mut Client, asked: &Value) -> Vec<(String, f64)> {
    let told = client.post("/agentmemory/lessons/search", asked).ok();
    let all = told["lessons"].as_array().unwrap().iter();
    all.map(|lesson| {
        let content = lesson["content"].as_str().unwrap().to_owned();
        (content, lesson["score"].as_f64().unwrap())
    })
    .collect()
}

#[test]
fn n_040_lessons_are_scored_by_words_confidence_and_age_and_faded_ones_hidden() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    // Faded just now: no sweep of this server changes what they say.
    let (now, old) = (ago(0), ago(100));
    taken(
        &mut client,
        &json!([
            { "content": "Rebase the harbour branch", "confidence": 0.8, "createdAt": now },
            { "content": "Rebase before lunch", "context": "harbour crew", "confidence": 0.9,
              "createdAt": old, "lastDecayedAt": now },
            { "content": "Rebase often", "confidence": 0.6, "tags": ["Harbour"], "project": "/p",
              "createdAt": old, "lastReinforcedAt": now, "lastDecayedAt": now },
            { "content": "Rebase never", "confidence": 0.5, "createdAt": now },
            { "content": "Rebase harbour perhaps", "confidence": 0.07, "createdAt": now },
            { "content": "Rebase the harbour of old", "confidence": 0.9, "createdAt": now, "deleted": true },
        ]),
    );
    let all = found(&mut client, &json!({ "query": "REBASE a arbou" }));
    // Confidence, times the share of words, halved after a hundred days.
    let expected = [
        ("Rebase the harbour branch", 0.8),
        ("Rebase often", 0.6),
        ("Rebase before lunch", 0.45),
        ("Rebase never", 0.25),
    ];
    let expected = expected.map(|(content, score)| (content.to_owned(), score));
    assert_eq!(all, expected);
    let asked = json!({ "query": "harbour", "minConfidence": 0.05, "limit": 9 });
    let fainter = found(&mut client, &asked);
    assert_eq!(fainter.len(), 4, "{fainter:?}");
    assert_eq!(fainter[3], ("Rebase harbour perhaps".to_owned(), 0.07));
    let one = found(&mut client, &json!({ "query": "harbour", "limit": 1 }));
    assert_eq!(one.len(), 1);
    let own = found(&mut client, &json!({ "query": "harbour", "project": "/p" }));
    assert_eq!(own, [("Rebase often".to_owned(), 0.6)]);
    assert_eq!(found(&mut client, &json!({ "query": "a b" })), []);
    client
        .post("/agentmemory/lessons/search", &json!({}))
        .refused(400, "bad_request");
}

#[test]
fn n_040_a_faded_lesson_is_hidden_from_every_question_and_can_be_learnt_anew() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let content = "Grease the winch before winter";
    client.post("/agentmemory/lessons", &json!({ "content": content }));
    taken(
        &mut client,
        &json!([{ "content": content, "deleted": true }]),
    );
    assert_eq!(found(&mut client, &json!({ "query": "winch" })), []);
    let listed = client.get("/agentmemory/lessons").ok();
    assert_eq!(listed["lessons"], json!([]));
    let hits = client.post("/agentmemory/search", &json!({ "query": "winch" }));
    assert_eq!(hits.ok(), json!([]), "hidden everywhere");
    let tool = json!({ "name": "memory_lesson_recall", "arguments": { "query": "winch" } });
    let told = client.post("/agentmemory/mcp/tools", &tool);
    assert!(!told.text.contains("Grease"), "{}", told.text);
    let anew = client.post("/agentmemory/lessons", &json!({ "content": content }));
    assert_eq!(
        (anew.status, &anew.body["action"]),
        (201, &json!("created"))
    );
    assert_eq!(anew.body["lesson"]["confidence"], 0.5);
    assert_eq!(found(&mut client, &json!({ "query": "winch" })).len(), 1);
}

/// What is listed, by how sure one is of it.
fn listed(client: &mut Client, asked: &[(&str, &str)]) -> Vec<Value> {
    let told = client.get(&query("/agentmemory/lessons", asked)).ok();
    told["lessons"].as_array().unwrap().clone()
}

#[test]
fn n_039_a_lesson_told_in_another_project_is_listed_in_both() {
    let (mut client, word) = (guest(timeline()), unique("grease"));
    let (first, second) = (format!("/code/{word}/a"), format!("/code/{word}/b"));
    let mut tell = |project: &str| {
        let lesson = json!({ "content": format!("Always {word} the winch"), "project": project });
        client.post("/agentmemory/lessons", &lesson)
    };
    assert_eq!(tell(&first).status, 201);
    let again = tell(&second);
    assert_eq!(
        (again.status, &again.body["action"]),
        (200, &json!("strengthened"))
    );
    assert_eq!(again.body["lesson"]["project"], json!(first));
    assert_eq!(again.body["lesson"]["alsoIn"], json!([second]));
    for project in [first.as_str(), second.as_str()] {
        let all = listed(&mut client, &[("project", project)]);
        assert_eq!(all.len(), 1, "{project}");
        assert_eq!(all[0]["confidence"], 0.55);
        let asked = json!({ "sessionId": "x", "project": project });
        let told = client.post("/agentmemory/context", &asked).ok();
        assert!(told["context"].as_str().unwrap().contains(&word), "{told}");
    }
    assert_eq!(
        listed(&mut client, &[("project", "/code/elsewhere")]),
        [] as [Value; 0]
    );
    let asked = json!({ "query": word, "project": second });
    assert_eq!(found(&mut client, &asked).len(), 1);
}
