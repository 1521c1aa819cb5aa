//! The second brain: notes in markdown beside the notebook.

use std::path::PathBuf;

use axum::Json;
use axum::extract::State;
use mneme_access::Need;
use mneme_engine::notebook::redact;
use mneme_model::Code;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Notebook;
use super::enter::Known;
use super::files::{brain, on_disk};
use super::said::{Fields, Said};
use crate::rest::Refusal;

type Answer = Result<Json<Value>, Refusal>;

#[derive(Deserialize)]
pub struct Wanted {
    file: Option<String>,
}

pub async fn read(
    State(notebook): State<Notebook>,
    known: Known,
    Fields(wanted): Fields<Wanted>,
) -> Answer {
    let dir = dir(&notebook, &known, Need::Read)?;
    if let Some(file) = wanted.file.filter(|file| !file.is_empty()) {
        let note = on_disk(move || brain::read(&dir, &file)).await?;
        return Ok(Json(json!({ "file": note.name, "content": note.content })));
    }
    let path = dir.display().to_string();
    let notes = on_disk(move || brain::list(&dir)).await?;
    let files: Vec<Value> = notes
        .into_iter()
        .map(|note| json!({ "name": note.name, "size": note.size, "content": note.content }))
        .collect();
    Ok(Json(
        json!({ "success": true, "path": path, "files": files }),
    ))
}

pub async fn write(State(notebook): State<Notebook>, known: Known, mut said: Said) -> Answer {
    let known = known.writing_for(&mut said)?;
    let dir = dir(&notebook, &known, Need::Write)?;
    let file = said.needed("file")?;
    let content = said.words("content")?;
    let content = content.ok_or_else(|| Refusal::new(Code::BadRequest, "content is required"))?;
    let content = redact::text(&content);
    let (file, size) = on_disk(move || brain::write(&dir, &file, &content)).await?;
    known.desk.engine.note_page(&known.caller, &file).await?;
    Ok(Json(json!({ "success": true, "file": file, "size": size })))
}

/// Where agents are kept apart, each has a directory of its own in it. Who may is asked as if the
/// notes were in the store.
fn dir(notebook: &Notebook, known: &Known, need: Need) -> Result<PathBuf, Refusal> {
    known.desk.engine.scope(&known.caller, need, None)?;
    let dir = notebook.settings.places.second_brain.clone();
    let dir = dir.ok_or_else(|| {
        Refusal::new(
            Code::BadSetting,
            "there is no second brain here; set SECOND_BRAIN_DIR",
        )
    })?;
    Ok(match known.caller.only.as_deref() {
        Some(agent) => dir.join("agents").join(brain::folder(agent)),
        None => dir,
    })
}
