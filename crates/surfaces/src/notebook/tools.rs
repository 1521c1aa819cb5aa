//! Tools over plain HTTP, as the notebook's clients ask for them: listed, and used.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use mneme_model::Code;
use mneme_wire::tools::{Set, Tool};
use serde_json::{Value, json};

use super::Notebook;
use super::enter::Known;
use super::said::Said;
use crate::mcp::run::{User, run};
use crate::rest::Refusal;

pub async fn list(_known: Known) -> Json<Value> {
    let tools: Vec<Value> = Set::Notebook.tools().map(shown).collect();
    Json(json!({ "tools": tools }))
}

fn shown(tool: &Tool) -> Value {
    json!({
        "name": tool.name,
        "title": tool.title,
        "description": tool.about,
        "inputSchema": tool.schema(),
        "annotations": {
            "readOnlyHint": tool.effect.reads_only(),
            "destructiveHint": tool.effect.is_destructive(),
            "idempotentHint": tool.effect.is_idempotent(),
        },
    })
}

pub async fn call(
    State(notebook): State<Notebook>,
    known: Known,
    mut said: Said,
) -> Result<Response, Refusal> {
    let name = said.needed("name")?;
    // The list is the published one; `mneme mcp --url` offers others as well.
    let tool = Set::All.find(&name);
    let tool = tool.ok_or_else(|| wrong(format!("unknown tool: {name}")))?;
    let given = match said.value("arguments") {
        Value::Null => Default::default(),
        Value::Object(given) => given,
        _ => return Err(wrong(String::from("arguments must be an object"))),
    };
    let user = User {
        notebook: &notebook,
        caller: &known.caller,
    };
    Ok(match run(&user, tool, given).await {
        Ok(told) => {
            let content = json!([{ "type": "text", "text": told.to_string() }]);
            Json(json!({ "content": content })).into_response()
        }
        Err(refused) => (refused.status, Json(refused.body)).into_response(),
    })
}

fn wrong(error: String) -> Refusal {
    Refusal::new(Code::BadRequest, error)
}
