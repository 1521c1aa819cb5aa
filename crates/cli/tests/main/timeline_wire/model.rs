//! A model that tells what it was about, and what happens when it does not.

use std::io::{Read, Write};
use std::net::TcpListener;

use mneme_wire::proto::{GetSchedulerStatusRequest, TocNode};
use serde_json::json;

use super::said::{MORNING, talk};
use super::wire::Wire;
use super::{home, serve};
use crate::support::eventually;

const DAY: &str = "toc:day:2026-01-30";

/// A provider on this machine that always answers the same; what it was asked is handed out.
fn provider(status: u16, answer: String) -> (String, std::sync::mpsc::Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}/v1", listener.local_addr().unwrap());
    let (heard, asked) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let (mut request, mut part) = (Vec::new(), [0; 65_536]);
            while !whole(&request) {
                match stream.read(&mut part) {
                    Ok(n) if n > 0 => request.extend(&part[..n]),
                    _ => break,
                }
            }
            // Whoever listened may have gone.
            let _ = heard.send(String::from_utf8_lossy(&request).into_owned());
            let head = format!(
                "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{answer}",
                answer.len()
            );
            let _ = stream.write_all(head.as_bytes());
        }
    });
    (base, asked)
}

/// Whether a request has come with all of its body.
fn whole(request: &[u8]) -> bool {
    let text = String::from_utf8_lossy(request);
    let Some((head, body)) = text.split_once("\r\n\r\n") else {
        return false;
    };
    let head = head.to_lowercase();
    let length = head.split("content-length: ").nth(1);
    let length = length.and_then(|rest| rest.lines().next()?.trim().parse::<usize>().ok());
    body.len() >= length.unwrap_or(0)
}

fn settings(base: &str) -> String {
    format!(
        "[summarizer]\nprovider = \"openai\"\nmodel = \"m-1\"\napi_key = \"hush-hush\"\napi_base_url = \"{base}\"\nbudget_secs = 1\n"
    )
}

fn answer() -> String {
    let digest = json!({
        "title": "What the model said about it",
        "summary": "A model wrote this.",
        "bullets": ["The migration locks the invoices table and the deployment fails."],
        "keywords": ["invoices"],
    });
    let content = format!("Sure:\n```json\n{digest}\n```");
    json!({ "choices": [{ "message": { "content": content } }] }).to_string()
}

/// Periods are told once an hour where a model tells them; segments are told at once.
fn first_segment(line: &mut Wire) -> TocNode {
    eventually("a segment", || line.below(DAY).into_iter().next())
}

#[test]
fn t_071_a_model_tells_what_it_was_about() {
    let (base, asked) = provider(200, answer());
    let home = home(&settings(&base));
    let server = serve(&home);
    let mut line = Wire::to(&server);
    line.tell_all(talk("session-001", MORNING, 6));
    // The first message alone makes one too, and says too little to hold anything.
    let segment = eventually("a segment that is held by what says most of it", || {
        let segment = line.below(DAY).into_iter().next()?;
        (!segment.bullets[0].grip_ids.is_empty()).then_some(segment)
    });
    assert_eq!(segment.title, "What the model said about it");
    assert_eq!(segment.summary.as_deref(), Some("A model wrote this."));
    assert_eq!(segment.keywords, ["invoices"]);
    let request = asked.recv().unwrap();
    let head = request.to_lowercase();
    assert!(head.starts_with("post /v1/chat/completions"), "{request}");
    assert!(
        head.contains("authorization: bearer hush-hush"),
        "{request}"
    );
    assert!(request.contains("\"m-1\"") && request.contains("json_object"));
    assert!(!server.errors().contains("hush"), "a key is never logged");
}

#[test]
fn t_071_a_model_that_fails_is_done_without() {
    let (base, _asked) = provider(500, String::from("{}"));
    let home = home(&settings(&base));
    let server = serve(&home);
    let mut line = Wire::to(&server);
    line.tell_all(talk("session-001", MORNING, 6));
    let segment = first_segment(&mut line);
    assert!(!segment.title.contains("model"), "{segment:?}");
    assert!(!segment.bullets.is_empty() && !segment.keywords.is_empty());
    let warning = eventually("the run to say so", || {
        let status = line
            .get_scheduler_status(GetSchedulerStatusRequest {})
            .unwrap();
        let mut jobs = status.jobs.into_iter();
        let job = jobs.find(|job| job.job_name == "segment-summarizer")?;
        job.last_run_metadata.get("warning").cloned()
    });
    let notes = warning;
    assert!(notes.contains("made locally"), "{notes}");
}
