//! Finding what is known.

use std::time::Instant;

use mneme_wire::Fault;
use mneme_wire::proto::{RetrievalLayer, RetrievalResult, RouteQueryRequest};
use serde_json::{Value, json};

use super::envelope::{Envelope, Meta, Told};
use crate::output::one_line;
use crate::timeline::{Client, refused};

const WIDTH: usize = 200;
const SUMMED: usize = 3;

pub async fn search(client: &mut Client, query: String, top: i32) -> Result<Told, Fault> {
    let begun = Instant::now();
    let found = ask(client, &query, top).await?;
    let meta = measured(begun, &found);
    let results = found.iter().map(item).collect();
    Ok(Told {
        envelope: Envelope::ok(Some(query), results, meta),
        text: lines(&found),
    })
}

pub async fn context(client: &mut Client, query: String) -> Result<Told, Fault> {
    let begun = Instant::now();
    let found = ask(client, &query, 10).await?;
    let meta = measured(begun, &found);
    let texts = || found.iter().map(|result| result.text_preview.trim());
    let summary = texts().take(SUMMED).collect::<Vec<_>>().join(" ");
    let entity = |result: &RetrievalResult| json!({"id": result.doc_id, "type": result.doc_type});
    let context = json!({
        "summary": summary,
        "relevant_events": found.iter().map(item).collect::<Vec<_>>(),
        "key_entities": found.iter().map(entity).collect::<Vec<_>>(),
        "open_questions": texts().filter(|text| text.ends_with('?')).collect::<Vec<_>>(),
        "retrieval_ms": meta.retrieval_ms,
        "tokens_estimated": meta.tokens_estimated,
        "confidence": meta.confidence,
    });
    let envelope = Envelope {
        status: "ok",
        query: Some(query),
        context: Some(context),
        meta: Some(meta),
        ..Envelope::default()
    };
    let text = lines(&found);
    Ok(Told { envelope, text })
}

async fn ask(client: &mut Client, query: &str, top: i32) -> Result<Vec<RetrievalResult>, Fault> {
    let asked = RouteQueryRequest {
        query: query.to_owned(),
        limit: top,
        ..RouteQueryRequest::default()
    };
    let reply = client.route_query(asked).await.map_err(refused)?;
    Ok(reply.into_inner().results)
}

fn measured(begun: Instant, found: &[RetrievalResult]) -> Meta {
    let best = found.iter().map(|result| result.score).fold(0.0, f32::max);
    let texts = found.iter().map(|result| result.text_preview.as_str());
    Meta::of(begun, texts, best.clamp(0.0, 1.0))
}

fn item(result: &RetrievalResult) -> Value {
    let mut item = json!({
        "doc_id": result.doc_id,
        "doc_type": result.doc_type,
        "score": result.score,
        "text_preview": result.text_preview,
        "source_layer": layer(result.source_layer),
        "metadata": result.metadata,
    });
    if let (Some(agent), Some(item)) = (&result.agent, item.as_object_mut()) {
        item.insert("agent".into(), agent.as_str().into());
    }
    item
}

fn layer(number: i32) -> &'static str {
    match RetrievalLayer::try_from(number) {
        Ok(RetrievalLayer::Topics) => "topics",
        Ok(RetrievalLayer::Hybrid) => "hybrid",
        Ok(RetrievalLayer::Vector) => "vector",
        Ok(RetrievalLayer::Bm25) => "bm25",
        _ => "agentic",
    }
}

fn lines(found: &[RetrievalResult]) -> String {
    if found.is_empty() {
        return String::from("nothing found");
    }
    let line = |result: &RetrievalResult| {
        let text = one_line(&result.text_preview, WIDTH);
        format!("{:.2}  {}  {text}\n", result.score, result.doc_id)
    };
    found.iter().map(line).collect()
}
