//! Asking the notebook: searches, and what a new session is told.

use std::time::{Duration, Instant};

use mneme_wire::Fault;
use mneme_wire::client::http::HttpClient;
use serde_json::{Value, json};

use super::super::corpus::Corpus;
use super::super::load::trouble;
use super::super::report::{Report, percentiles};
use super::super::server::{Server, post};
use super::NotebookArgs;

const WORDS: usize = 6;

pub fn measure(
    server: &Server,
    corpus: &Corpus,
    held: usize,
    args: &NotebookArgs,
    report: &mut Report,
) -> Result<(), Fault> {
    let mut client = server.client()?;
    let mut searched = || {
        let each = (0..args.calls).map(|n| search(&mut client, corpus, n));
        Ok::<_, Fault>(percentiles(each.collect::<Result<_, Fault>>()?))
    };
    let searches = searched()?;
    // What the model has read once it need not read again: this is the search without it.
    let again = searched()?;
    let contexts = (0..args.calls).map(|n| context(&mut client, n));
    let contexts = percentiles(contexts.collect::<Result<_, _>>()?);
    for (name, (p50, p99)) in [
        ("search p99", searches),
        ("search p99, question known", again),
        ("context p99", contexts),
    ] {
        report.add(name, p99, "ms", format!("p50 {p50:.2} ms; of {held}"));
    }
    Ok(())
}

/// The first question after a start.
pub fn once(server: &Server, corpus: &Corpus) -> Result<(), Fault> {
    search(&mut server.client()?, corpus, 0).map(drop)
}

pub fn search(client: &mut HttpClient, corpus: &Corpus, n: usize) -> Result<Duration, Fault> {
    let text = corpus.text(n as u64 * 131);
    let query = text.split(' ').take(WORDS).collect::<Vec<_>>().join(" ");
    asked(
        client,
        "/agentmemory/search",
        &json!({"query": query, "limit": 10}),
    )
}

fn context(client: &mut HttpClient, n: usize) -> Result<Duration, Fault> {
    let body =
        json!({"sessionId": format!("new-{n}"), "project": format!("/code/project-{}", n % 20)});
    asked(client, "/agentmemory/context", &body)
}

pub fn asked(client: &mut HttpClient, path: &str, body: &Value) -> Result<Duration, Fault> {
    let body = serde_json::to_vec(body).map_err(trouble)?;
    let began = Instant::now();
    post(client, path, &body)?;
    Ok(began.elapsed())
}
