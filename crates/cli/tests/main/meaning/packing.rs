//! Packing with a model: never over budget, the best always first, the same through every door.

use serde_json::{Value, json};

use super::{everywhere, hits, read};
use crate::support::{Client, HASHED, Home, Server, ids};

const QUERY: &str = "what did Ann say about the observatory?";

/// Talks in which two turns of ten matter, and their lengths differ.
fn events() -> Value {
    let turn = |n: usize| {
        let text = match n % 10 {
            4 => format!(
                "The observatory opens at {} and {}",
                n % 24,
                "the dome turns slowly ".repeat(n % 7)
            ),
            7 => format!("Observatory visit {n} was lovely."),
            _ => format!("Small talk {n} about rain and trains."),
        };
        let at = format!("2025-07-{:02}T20:{:02}:00Z", 1 + n / 10, n % 10);
        let (id, session) = (format!("e{n}"), format!("talk-{}", n / 10));
        let speaker = ["Ann", "Bela", "Chidi"][n % 3];
        json!({ "id": id, "session": session, "speaker": speaker, "text": text, "occurred_at": at })
    };
    (0..200).map(turn).collect()
}

fn fill(client: &mut Client) {
    client.ingest(&events());
}

fn evidence(context: &Value) -> Vec<&Value> {
    let lines = context["lines"].as_array().unwrap().iter();
    lines.filter(|line| line["role"] == "evidence").collect()
}

/// `[2025-07-01 20:04] Ann: … (e4)`, or cut before its end.
fn assert_line(line: &Value) {
    let (id, text) = (line["id"].as_str().unwrap(), line["text"].as_str().unwrap());
    let n: usize = id.strip_prefix('e').unwrap().parse().unwrap();
    let speaker = ["Ann", "Bela", "Chidi"][n % 3];
    let start = format!("[2025-07-{:02} 20:{:02}] {speaker}: ", 1 + n / 10, n % 10);
    let whole = text.starts_with(&start) && text.ends_with(&format!("({id})"));
    assert!(whole || text.ends_with('…'), "{line}");
}

#[test]
fn no_budget_is_ever_exceeded_and_the_best_comes_first() {
    everywhere("pack-any-budget", fill, |client, ()| {
        let best = ids(&client.recall(&json!({ "query": QUERY })))[0].clone();
        for budget in 1..=400 {
            let answer = client.recall(&json!({ "query": QUERY, "budget": budget }));
            let context = &answer["context"];
            let lines = context["lines"].as_array().unwrap();
            let tokens: u64 = lines
                .iter()
                .map(|line| line["tokens"].as_u64().unwrap())
                .sum();
            assert!(tokens <= budget, "{budget}: {context}");
            assert_eq!(context["tokens"], tokens, "{budget}");
            match evidence(context).first() {
                Some(first) => assert_eq!(first["id"], best.as_str(), "{budget}: {context}"),
                None => assert!(budget < 10 && lines.is_empty(), "{budget}: {context}"),
            }
            let cut = lines
                .iter()
                .filter(|line| line["text"].as_str().unwrap().ends_with('…'));
            assert!(cut.count() <= 1, "only the first is ever cut: {context}");
            lines.iter().for_each(assert_line);
        }
    });
}

#[test]
fn more_room_never_shows_less() {
    everywhere("pack-grows", fill, |client, ()| {
        let mut last = 0;
        for budget in (50..2_000).step_by(150) {
            let answer = client.recall(&json!({ "query": QUERY, "budget": budget }));
            let tokens = answer["context"]["tokens"].as_u64().unwrap();
            assert!(tokens + 40 >= last, "{budget}: {tokens} after {last}");
            last = tokens;
        }
    });
}

#[test]
fn without_a_limit_as_much_evidence_is_packed_as_fits() {
    everywhere("pack-many", fill, |client, ()| {
        let answer = client.recall(&json!({ "query": "observatory visit", "budget": 20_000 }));
        assert_eq!(hits(&answer).len(), 10, "the list keeps its usual length");
        let shown = evidence(&answer["context"]);
        assert!(shown.len() > 10, "{} lines of evidence", shown.len());
        let listed: Vec<String> = shown[..10]
            .iter()
            .map(|l| l["id"].as_str().unwrap().into())
            .collect();
        assert_eq!(listed, ids(&answer), "in the order of the list");
    });
}

#[test]
fn a_limit_bounds_the_evidence_and_leaves_room_for_context() {
    everywhere("pack-two", fill, |client, ()| {
        for budget in [20, 60, 200, 5_000] {
            let answer = client.recall(&json!({ "query": QUERY, "budget": budget, "limit": 2 }));
            assert!(
                evidence(&answer["context"]).len() <= 2,
                "{budget}: {answer}"
            );
        }
        let answer = client.recall(&json!({ "query": QUERY, "budget": 5_000, "limit": 2 }));
        let lines = answer["context"]["lines"].as_array().unwrap();
        assert_eq!(evidence(&answer["context"]).len(), 2);
        assert!(lines.len() > 2, "and what stood around them");
    });
}

#[test]
fn what_only_meaning_finds_is_packed_too() {
    let fill = |client: &mut Client| client.remember(super::NEAR);
    everywhere("pack-near", fill, |client, id| {
        let answer = client.recall(&json!({ "query": super::QUESTION, "budget": 100 }));
        let shown = evidence(&answer["context"]);
        assert_eq!(shown.len(), 1, "{answer}");
        assert_eq!(shown[0]["id"], id.as_str());
    });
}

#[test]
fn the_command_and_the_rest_door_pack_the_same_text() {
    let home = Home::with_settings(HASHED);
    let server = Server::start(&home);
    server.owner().ingest(&events());
    read(&home);
    for budget in [15, 40, 100, 333, 1_000, 10_000] {
        let question = json!({ "query": QUERY, "budget": budget });
        let context = server.owner().recall(&question)["context"].take();
        let asked = budget.to_string();
        let shown = home.run(&["recall", QUERY, "--budget", &asked]).ok();
        let last = format!("{} of {budget} tokens", context["tokens"]);
        let text = context["text"].as_str().unwrap();
        assert_eq!(shown, format!("{text}\n{last}\n"));
    }
}
