//! Talks of Antigravity on this machine, taken in.

use axum::Json;
use axum::extract::State;
use mneme_model::Code;
use serde_json::{Value, json};

use super::Notebook;
use super::enter::Known;
use super::files::antigravity::{Mode, Wish, talks};
use super::files::on_disk;
use super::said::Said;
use crate::rest::Refusal;

type Answer = Result<Json<Value>, Refusal>;

pub async fn sync(State(notebook): State<Notebook>, known: Known, mut said: Said) -> Answer {
    let mode = said.needed("mode")?;
    let mode = Mode::named(&mode).map_err(|why| Refusal::new(Code::BadRequest, why))?;
    let wish = Wish {
        mode,
        conversation: said.text("currentConversationId"),
        folder: said.text("currentFolder").unwrap_or_default(),
    };
    let places = notebook.settings.places.clone();
    let found = on_disk(move || talks(&places.antigravity()?, &wish)).await;
    let found = match found {
        Ok(found) => found,
        Err(refusal) => {
            return Ok(Json(json!({ "success": false, "error": refusal.0.error })));
        }
    };
    let (mut synced, mut added) = (Vec::new(), 0);
    for talk in found {
        let id = talk.session_id.clone();
        let taken = known.desk.engine.bring_talk(&known.caller, None, talk);
        added += taken.await?.observations;
        synced.push(id);
    }
    Ok(Json(json!({
        "success": true, "syncedSessions": synced, "observationsAdded": added,
    })))
}
