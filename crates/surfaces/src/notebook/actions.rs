//! Things to do: added, changed, listed.

use axum::Json;
use mneme_engine::notebook::{Action, ChangeAction, Status, frontier as open};
use mneme_model::Code;
use serde::Deserialize;
use serde_json::{Value, json};

use super::enter::Known;
use super::said::{Fields, Limit, Said, absent};
use crate::rest::Refusal;
use crate::rest::body::Id;

type Answer = Result<Json<Value>, Refusal>;

const LISTED: usize = 200;
const CHANGEABLE: &str = "name title, description, priority, status, tags or sessionId";

pub async fn add(known: Known, mut said: Said) -> Answer {
    let known = known.writing_for(&mut said)?;
    let action = Action {
        title: said.needed("title")?,
        description: said.text("description")?.unwrap_or_default(),
        priority: priority(&mut said)?.unwrap_or(0),
        status: status(&mut said)?.unwrap_or_default(),
        tags: said.list("tags")?,
        session_id: said.text("sessionId")?,
        ..Action::default()
    };
    let added = known.desk.engine.add_action(&known.caller, None, action);
    Ok(Json(json!({ "action": added.await?, "success": true })))
}

pub async fn change(known: Known, Id(id): Id, mut said: Said) -> Answer {
    let known = known.writing_for(&mut said)?;
    let tags = match said.0.contains_key("tags") {
        true => Some(said.list("tags")?),
        false => None,
    };
    let change = ChangeAction {
        title: said.text("title")?,
        description: said.text("description")?,
        priority: priority(&mut said)?,
        status: status(&mut said)?,
        tags,
        session_id: said.text("sessionId")?,
    };
    let engine = &known.desk.engine;
    let changed = engine.change_action(&known.caller, None, id, change).await;
    let changed = changed.map_err(|error| match error.code() {
        Code::NothingToUpdate => Refusal::from(error).hinting(CHANGEABLE),
        _ => absent(
            error,
            "`GET /agentmemory/actions` lists the actions there are",
        ),
    })?;
    Ok(Json(json!({ "action": changed, "success": true })))
}

#[derive(Deserialize)]
pub struct Wanted {
    status: Option<String>,
    limit: Option<Limit>,
}

pub async fn list(known: Known, Fields(wanted): Fields<Wanted>) -> Answer {
    let wanted_status = wanted.status.as_deref().map(named).transpose()?;
    let mut actions = known.desk.engine.actions(&known.caller, None).await?;
    actions.retain(|action| wanted_status.is_none_or(|status| action.status == status));
    let total = actions.len();
    actions.truncate(wanted.limit.map_or(LISTED, |limit| limit.0));
    Ok(Json(json!({ "actions": actions, "total": total })))
}

pub async fn frontier(known: Known) -> Answer {
    let actions = known.desk.engine.actions(&known.caller, None).await?;
    let (open, total) = open(actions);
    Ok(Json(json!({ "frontier": open, "total": total })))
}

fn priority(said: &mut Said) -> Result<Option<i64>, Refusal> {
    let number = match said.value("priority") {
        Value::Null => return Ok(None),
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    let number = number.filter(|number: &f64| number.fract() == 0.0 && number.abs() < 1e9);
    let why = "priority must be a whole number";
    let number = number.ok_or_else(|| Refusal::new(Code::BadRequest, why));
    Ok(Some(number? as i64))
}

fn status(said: &mut Said) -> Result<Option<Status>, Refusal> {
    let text = match said.value("status") {
        Value::Null => return Ok(None),
        Value::String(text) => text,
        other => other.to_string(),
    };
    named(&text).map(Some)
}

fn named(text: &str) -> Result<Status, Refusal> {
    serde_json::from_value(Value::from(text)).map_err(|_| {
        let message = format!("status '{text}' must be pending, active, completed or discarded");
        Refusal::new(Code::BadRequest, message)
    })
}
