//! The bridge to what Claude Code keeps for itself: its pages become memories.

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use super::Notebook;
use super::enter::Known;
use super::files::{claude, on_disk};
use crate::rest::Refusal;

/// Who wrote the pages.
const AGENT: &str = "claude";

/// Told again it changes nothing; what hooks tell comes by itself.
pub async fn sync(State(notebook): State<Notebook>, known: Known) -> Result<Json<Value>, Refusal> {
    let places = notebook.settings.places.clone();
    let pages = on_disk(move || claude::pages(&places.transcripts(None)?)).await?;
    let files = pages.len();
    let engine = &known.desk.engine;
    let taken = engine
        .bring_pages(&known.caller, None, pages, AGENT)
        .await?;
    let message = match files {
        0 => String::from("Claude Code keeps no pages on this machine; hooks tell the rest"),
        _ => format!(
            "{} parts of {files} pages are new or changed",
            taken.memories
        ),
    };
    Ok(Json(json!({
        "success": true, "message": message, "files": files, "imported": taken.memories,
        "skipped": taken.known, "forgotten": taken.forgotten,
    })))
}
