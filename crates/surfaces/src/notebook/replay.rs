//! Sessions played back, and transcripts of others read in.

use axum::Json;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use mneme_engine::notebook::Sessions;
use mneme_model::{Code, percent};
use mneme_wire::Fault;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Notebook;
use super::enter::Known;
use super::files::walk::{self, MOST, USUAL};
use super::said::{Fields, Said};
use super::sessions::shown;
use crate::rest::Refusal;

type Answer = Result<Json<Value>, Refusal>;

pub async fn sessions(known: Known) -> Answer {
    let engine = &known.desk.engine;
    let all = engine.sessions(&known.caller, None, Sessions::default());
    let sessions: Vec<Value> = all.await?.iter().map(shown).collect();
    Ok(Json(json!({ "success": true, "sessions": sessions })))
}

#[derive(Deserialize)]
pub struct OfSession {
    #[serde(rename = "sessionId", alias = "session_id")]
    session: Option<String>,
}

pub async fn load(known: Known, Fields(of): Fields<OfSession>) -> Answer {
    let session = of.session.filter(|session| !session.is_empty());
    let session = session.ok_or_else(|| Refusal::new(Code::BadRequest, "sessionId is required"))?;
    let engine = &known.desk.engine;
    let about = engine.session(&known.caller, None, session.clone()).await?;
    let timeline = engine.replay(&known.caller, None, session, address).await?;
    Ok(Json(
        json!({ "success": true, "session": shown(&about), "timeline": timeline }),
    ))
}

fn address(session: &str, step: u64, moment: &str) -> String {
    let session = percent::encode(session, "");
    format!("/agentmemory/replay/frame?sessionId={session}&step={step}&at={moment}")
}

#[derive(Deserialize)]
pub struct OfStep {
    #[serde(rename = "sessionId")]
    session: String,
    step: u64,
    at: String,
}

/// The picture itself.
pub async fn frame(known: Known, Fields(of): Fields<OfStep>) -> Result<Response, Refusal> {
    let engine = &known.desk.engine;
    let frame = engine.frame(&known.caller, None, of.session, of.step, of.at);
    let frame = frame.await?;
    let media = match frame.media.as_str() {
        known @ ("image/png" | "image/jpeg" | "image/webp") => known.to_owned(),
        _ => String::from("application/octet-stream"),
    };
    let headers = [
        (CONTENT_TYPE, media),
        (CACHE_CONTROL, String::from("private, no-store")),
    ];
    Ok((headers, frame.bytes).into_response())
}

/// Reads transcripts of Claude Code on this machine.
pub async fn import_jsonl(
    State(notebook): State<Notebook>,
    known: Known,
    mut said: Said,
) -> Answer {
    let most = said.number("maxFiles")?.unwrap_or(USUAL).clamp(1, MOST);
    let path = said.text("path")?;
    let places = notebook.settings.places.clone();
    let found = super::files::on_disk(move || {
        let root = places.transcripts(path.as_deref())?;
        walk::transcripts(&root, most)
    });
    let found = found.await?;
    let (mut sessions, mut observations, mut imported) = (Vec::new(), 0, 0);
    let mut left_out = Vec::new();
    for file in &found.files {
        let path = file.clone();
        let text = super::files::on_disk(move || walk::read(&path));
        let brought = match text.await {
            Ok(text) => known
                .desk
                .engine
                .bring_transcript(&known.caller, None, text),
            Err(refusal) => {
                left_out
                    .push(json!({ "file": file.display().to_string(), "error": refusal.0.error }));
                continue;
            }
        };
        match brought.await {
            Ok(brought) => {
                imported += usize::from(brought.new);
                observations += brought.observations;
                sessions.extend(brought.sessions);
            }
            Err(error) if found.alone => {
                let refusal = Refusal::from(error);
                let why = format!("{}: {}", file.display(), refusal.0.error);
                return Err(Refusal(Fault {
                    error: why,
                    ..refusal.0
                }));
            }
            Err(error) => {
                left_out.push(
                    json!({ "file": file.display().to_string(), "error": error.to_string() }),
                );
            }
        }
    }
    sessions.sort();
    sessions.dedup();
    Ok(Json(json!({
        "success": true, "imported": imported, "sessionIds": sessions,
        "observations": observations, "discovered": found.discovered,
        "truncated": found.truncated, "traversalCapped": found.capped,
        "maxFiles": most, "maxFilesUpperBound": MOST, "leftOut": left_out,
    })))
}
