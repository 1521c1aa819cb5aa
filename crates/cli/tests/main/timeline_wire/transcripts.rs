//! The published transcripts, replayed by somebody else's client: Python, which knows nothing of
//! our proto file and asks the server what it speaks.

mod cases;
mod python;

use std::net::SocketAddr;

use serde_json::{Value, json};

use super::said::{MORNING, Said, talk};
use super::wire::Wire;
use super::{home, serve};
use crate::support::Home;
use cases::{CASES, Case};

/// What Python was told: an answer as JSON, or the name of a code.
fn replay(home: &Home, address: SocketAddr, cases: &[Case]) -> Vec<Value> {
    let one = |case: &Case| json!([case.rpc, read(case.request)]).to_string();
    let lines: Vec<String> = cases.iter().map(one).collect();
    let told = python::run(home, address, &lines.join("\n"));
    told.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn read(json: &str) -> Value {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{error} in {json}"))
}

/// Fields that came after the transcripts were published.
const LATER: [&str; 2] = ["salienceScore", "memoryKind"];

/// Whether an answer is the published one. Defaults may be written out or left out.
fn assert_like(told: &Value, published: &Value, at: &str) {
    match (told, published) {
        // Whatever it is at the moment.
        (_, Value::String(any)) if any == "?" => {}
        (Value::Object(told), Value::Object(published)) => {
            for (name, value) in published {
                let at = format!("{at}.{name}");
                assert_like(told.get(name).unwrap_or(&Value::Null), value, &at);
            }
            let other = told.iter().filter(|(name, _)| {
                !published.contains_key(*name) && !LATER.contains(&name.as_str())
            });
            for (name, value) in other {
                assert!(is_default(value), "{at}.{name} is {value}");
            }
        }
        (Value::Array(told), Value::Array(published)) => {
            assert_eq!(told.len(), published.len(), "{at}: {told:?}");
            for (n, (told, published)) in told.iter().zip(published).enumerate() {
                assert_like(told, published, &format!("{at}[{n}]"));
            }
        }
        (Value::Null, published) => assert!(is_default(published), "{at} is missing"),
        // Published for illustration: only that there is something.
        (told, Value::String(any)) if any == "*" => assert!(!is_default(told), "{at}"),
        _ => assert_eq!(told, published, "{at}"),
    }
}

fn is_default(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(is) => !is,
        Value::Number(n) => n.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty() || text == "0",
        Value::Array(list) => list.is_empty(),
        Value::Object(fields) => fields.values().all(is_default),
    }
}

#[test]
fn the_published_transcripts_are_answered_as_published() {
    let home = home("");
    let server = serve(&home);
    let told = replay(&home, server.grpc(), CASES);
    assert_eq!(told.len(), CASES.len());
    for (case, told) in CASES.iter().zip(told) {
        let at = format!("{} {}", case.rpc, case.request);
        assert_like(&told, &read(case.answer), &at);
    }
}

#[test]
fn the_contents_are_answered_in_the_published_shape() {
    let home = home("");
    let server = serve(&home);
    let mut line = Wire::to(&server);
    line.tell_all(talk("session-001", MORNING, 6));
    line.tell(Said::new(
        "older",
        "session-000",
        MORNING - 366 * 86_400_000,
        "The accounting server moved to another city a year before.",
    ));
    line.settle();
    let grip = line
        .below("toc:day:2026-01-30")
        .remove(0)
        .bullets
        // One with something said before and after it.
        .remove(1)
        .grip_ids
        .remove(0);
    for (case, told) in cases::SHAPES
        .iter()
        .zip(replay(&home, server.grpc(), cases::SHAPES))
    {
        assert_like(&told, &read(case.answer), case.rpc);
    }
    let request = json!({ "grip_id": grip, "events_before": 2, "events_after": 2 }).to_string();
    let expand = Case {
        rpc: "ExpandGrip",
        request: &request,
        answer: "",
    };
    let told = replay(&home, server.grpc(), &[expand]).remove(0);
    let mut names: Vec<&String> = told["grip"].as_object().unwrap().keys().collect();
    names.retain(|name| !is_default(&told["grip"][name.as_str()]));
    names.retain(|name| !LATER.contains(&name.as_str()));
    assert_eq!(
        names,
        [
            "eventIdEnd",
            "eventIdStart",
            "excerpt",
            "gripId",
            "source",
            "timestampMs"
        ]
    );
    assert_eq!(told["grip"]["source"], "segment_summarizer");
    assert!(
        told["grip"]["timestampMs"].is_string(),
        "numbers of 64 bits are text"
    );
    for list in ["eventsBefore", "excerptEvents", "eventsAfter"] {
        assert!(told[list].is_array(), "{told}");
    }
}
