//! Observations: taken in, and listed.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use mneme_engine::notebook::NewObservation;
use mneme_model::{Code, Moment};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Notebook;
use super::enter::Known;
use super::said::{Fields, Said};
use crate::rest::Refusal;

type Created = Result<(StatusCode, Json<Value>), Refusal>;

pub async fn observe(State(notebook): State<Notebook>, known: Known, mut said: Said) -> Created {
    let fields = (
        said.text("sessionId")?,
        said.text("hookType")?,
        said.text("timestamp")?,
    );
    let (Some(session), Some(hook), Some(timestamp)) = fields else {
        return Err(Refusal::new(
            Code::BadRequest,
            "Invalid payload: sessionId, hookType, and timestamp are required",
        ));
    };
    let new = NewObservation {
        session,
        hook,
        timestamp,
        project: said.text("project")?,
        cwd: said.text("cwd")?,
        agent: said.text("agentId")?,
        client: said.text("client")?,
        data: said.value("data"),
        ..NewObservation::default()
    };
    keep(&notebook, &known, new).await
}

/// The simple form: some words of a kind.
pub async fn agent_observe(
    State(notebook): State<Notebook>,
    known: Known,
    mut said: Said,
) -> Created {
    let (session, project) = (said.needed("sessionId")?, said.needed("project")?);
    let (text, content) = (said.text("text")?, said.text("content")?);
    let text = text.or(content);
    let image = said.text("imageData")?;
    if text.is_none() && image.is_none() {
        return Err(Refusal::new(
            Code::BadRequest,
            "text or content is required",
        ));
    }
    let kind = said.text("type")?.unwrap_or_else(|| String::from("other"));
    let title = said.text("title")?;
    let title = title.unwrap_or_else(|| format!("agent_{kind}"));
    let new = NewObservation {
        session,
        hook: String::from("post_tool_use"),
        timestamp: Moment::from_ms(known.desk.engine.store().now_ms()).rfc3339(),
        project: Some(project),
        cwd: said.text("cwd")?,
        agent: said.text("agentId")?,
        data: shown(&title, &kind, text, image),
        ..NewObservation::default()
    };
    keep(&notebook, &known, new).await
}

/// As a tool would tell it.
fn shown(title: &str, kind: &str, text: Option<String>, image: Option<String>) -> Value {
    let mut data = json!({ "tool_name": title, "tool_output": text, "type": kind });
    if let Some(image) = image {
        data["image_data"] = Value::from(image);
    }
    data
}

async fn keep(notebook: &Notebook, known: &Known, new: NewObservation) -> Created {
    let settings = &notebook.settings;
    let new = NewObservation {
        cap: settings.cap,
        ..new
    };
    let seen = known.desk.engine.observe(&known.caller, None, new).await?;
    Ok((
        StatusCode::CREATED,
        Json(json!({ "observationId": seen.id })),
    ))
}

#[derive(Deserialize)]
pub struct OfSession {
    #[serde(rename = "sessionId", alias = "session_id")]
    session: Option<String>,
}

pub async fn list(known: Known, Fields(of): Fields<OfSession>) -> Result<Json<Value>, Refusal> {
    let session = of.session.filter(|session| !session.is_empty());
    let session = session.ok_or_else(|| Refusal::new(Code::BadRequest, "sessionId is required"))?;
    let engine = &known.desk.engine;
    let observations = engine.observations(&known.caller, None, session).await?;
    Ok(Json(json!({ "observations": observations })))
}
