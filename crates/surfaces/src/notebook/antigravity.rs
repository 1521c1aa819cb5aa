//! Talks of Antigravity on this machine, taken in.

use axum::Json;
use axum::extract::State;
use mneme_model::Code;
use mneme_wire::Fault;
use serde_json::{Value, json};

use super::Notebook;
use super::enter::Known;
use super::files::antigravity::{Wish, talks};
use super::files::on_disk;
use super::said::Said;
use crate::rest::Refusal;

type Answer = Result<Json<Value>, Refusal>;

pub async fn sync(State(notebook): State<Notebook>, known: Known, mut said: Said) -> Answer {
    let mode = said.needed("mode")?;
    let conversation = said.text("currentConversationId")?;
    let wish = Wish::named(&mode, conversation, said.text("currentFolder")?);
    let wish = wish.map_err(|why| Refusal::new(Code::BadRequest, why))?;
    let all = said.flag("syncAll")?.unwrap_or(false);
    let places = notebook.settings.places.clone();
    let found = on_disk(move || talks(&places.antigravity()?, &wish)).await;
    let mut found = match found {
        Ok(found) => found,
        Err(refusal) => return Ok(Json(unread(&refusal.0))),
    };
    let (mut synced, mut added) = (Vec::new(), 0);
    for talk in std::mem::take(&mut found.talks) {
        let id = talk.session_id.clone();
        let taken = known.desk.engine.bring_talk(&known.caller, None, talk);
        added += taken.await?.observations;
        synced.push(id);
    }
    let mut told = json!({ "success": true, "syncedSessions": synced, "observationsAdded": added });
    found.tell(&mut told);
    if all {
        let (mut crystals, mut reflections) = (Vec::new(), Vec::new());
        for session in &synced {
            crystals.push(summed_up(&known, session).await);
            reflections.push(reflected(&known, session).await);
        }
        told["crystallizations"] = Value::from(crystals);
        told["reflections"] = Value::from(reflections);
    }
    Ok(Json(told))
}

/// Talks that cannot be read are an answer, as published.
pub fn unread(fault: &Fault) -> Value {
    let mut told = json!(fault);
    told["success"] = json!(false);
    told
}

/// What came of it, or why nothing did: the next session is looked at all the same.
async fn summed_up(known: &Known, session: &str) -> Value {
    let engine = &known.desk.engine;
    match engine
        .summarise(&known.caller, None, session.to_owned())
        .await
    {
        Ok(summary) => json!({ "sessionId": session, "success": true, "summary": summary }),
        Err(error) => failed(session, &error),
    }
}

async fn reflected(known: &Known, session: &str) -> Value {
    let engine = &known.desk.engine;
    let looked = engine.reflect(&known.caller, None, session.to_owned(), LOOKED_AT);
    match looked.await {
        Ok(reflected) => json!({
            "sessionId": session, "success": true, "applied": reflected.applied,
            "observationsReviewed": reflected.reviewed,
        }),
        Err(error) => failed(session, &error),
    }
}

fn failed(session: &str, error: &mneme_engine::Error) -> Value {
    json!({ "sessionId": session, "success": false, "error": error.to_string() })
}

/// Observations of a session that are reflected on.
const LOOKED_AT: usize = 50;
