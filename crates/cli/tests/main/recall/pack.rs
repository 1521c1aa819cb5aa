//! Evidence packed into a token budget.

use serde_json::{Value, json};

use super::{at_rest, everywhere};
use crate::support::{Client, ids};

fn fill(client: &mut Client) {
    let mut events = Vec::new();
    for talk in 0..4 {
        for turn in 0..9 {
            let text = match turn {
                4 => {
                    format!("The password of the observatory, talk {talk}, hangs by the telescope.")
                }
                _ => format!("Small talk {turn} of evening {talk}, about rain and trains."),
            };
            let at = format!("2025-07-0{}T20:0{turn}:00Z", talk + 1);
            let (id, session) = (format!("t{talk}-{turn}"), format!("evening-{talk}"));
            let speaker = ["Ann", "Bela"][turn % 2];
            events.push(json!({ "id": id, "session": session, "speaker": speaker, "text": text, "occurred_at": at }));
        }
    }
    client.ingest(&json!(events));
}

fn packed(client: &mut Client, budget: usize) -> (Value, Value) {
    let question =
        json!({ "query": "observatory password telescope", "limit": 4, "budget": budget });
    let mut answer = client.recall(&question);
    let context = answer["context"].take();
    (answer, context)
}

fn lines<'a>(context: &'a Value, role: &str) -> Vec<&'a Value> {
    let lines = context["lines"].as_array().unwrap();
    lines.iter().filter(|line| line["role"] == role).collect()
}

fn tokens(lines: &[&Value]) -> usize {
    let sum: u64 = lines
        .iter()
        .map(|line| line["tokens"].as_u64().unwrap())
        .sum();
    usize::try_from(sum).unwrap()
}

#[test]
fn a_context_never_exceeds_its_budget() {
    everywhere("pack-budget", fill, |client, ()| {
        for budget in [1, 7, 8, 12, 20, 40, 60, 100, 200, 400, 1_000, 200_000] {
            let (_, context) = packed(client, budget);
            let all: Vec<&Value> = context["lines"].as_array().unwrap().iter().collect();
            assert_eq!(context["budget"], budget);
            assert_eq!(context["tokens"], tokens(&all), "{context}");
            assert!(tokens(&all) <= budget, "{context}");
            // Not by its own word alone: counted again.
            let counted = mneme_recall::tokens::count(context["text"].as_str().unwrap());
            assert!(counted <= budget, "{counted} in {context}");
            let text: Vec<&str> = all
                .iter()
                .map(|line| line["text"].as_str().unwrap())
                .collect();
            assert_eq!(context["text"], text.join("\n"));
        }
    });
}

#[test]
fn evidence_is_packed_before_context() {
    at_rest("pack-order", fill, |client, ()| {
        let (answer, roomy) = packed(client, 5_000);
        let evidence = lines(&roomy, "evidence");
        let shown: Vec<String> = evidence
            .iter()
            .map(|l| l["id"].as_str().unwrap().into())
            .collect();
        assert_eq!(shown, ids(&answer), "all evidence, in rank order");
        assert_eq!(shown.len(), 4);
        assert!(
            !lines(&roomy, "context").is_empty(),
            "and what stood around it"
        );
        let (_, exact) = packed(client, tokens(&evidence));
        assert_eq!(lines(&exact, "evidence"), evidence);
        assert!(
            lines(&exact, "context").is_empty(),
            "no room for context: {exact}"
        );
        let (_, tight) = packed(client, tokens(&evidence) - 1);
        assert_eq!(lines(&tight, "evidence").len(), 3);
    });
}

#[test]
fn a_line_says_when_who_and_where_from() {
    everywhere("pack-line", fill, |client, ()| {
        let (_, context) = packed(client, 5_000);
        let line = lines(&context, "evidence")
            .into_iter()
            .find(|line| line["id"] == "t2-4")
            .unwrap();
        let text = "[2025-07-03 20:04] Ann: The password of the observatory, talk 2, hangs by the telescope. (t2-4)";
        assert_eq!(line["text"], text);
        let beside: Vec<&str> = context["lines"]
            .as_array()
            .unwrap()
            .iter()
            .map(|line| line["id"].as_str().unwrap())
            .filter(|id| id.starts_with("t2"))
            .collect();
        assert_eq!(
            beside,
            ["t2-2", "t2-3", "t2-4", "t2-5", "t2-6"],
            "in the order it was said"
        );
    });
}

#[test]
fn a_first_line_that_is_too_long_is_cut_not_left_out() {
    let long = |client: &mut Client| {
        client.remember(&format!(
            "Encyclopaedia: {}",
            "many more words ".repeat(2_000)
        ))
    };
    everywhere("pack-cut", long, |client, id| {
        let answer = client.recall(&json!({ "query": "encyclopaedia", "budget": 50 }));
        let context = &answer["context"];
        assert_eq!(context["lines"][0]["id"], id.as_str());
        let text = context["text"].as_str().unwrap();
        assert!(
            text.contains("Encyclopaedia: many more") && text.ends_with('…'),
            "{text}"
        );
        assert!(context["tokens"].as_u64().unwrap() <= 50);
    });
}
