//! Carrying a tool call out, in this process.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use mneme_access::{Caller, RateLimit};
use mneme_model::{Code, Moment};
use mneme_wire::Fault;
use mneme_wire::operations::Answer;
use mneme_wire::tools::{Call, Tool};
use serde_json::{Map, Value, json};
use tower::ServiceExt;

use super::{session, shape};
use crate::desk::Desk;
use crate::notebook::{self, Notebook};
use crate::rest::Door;

/// The largest answer of a call that is read: an export is the largest there is.
pub(super) const ANSWER_BYTES: usize = 256 * 1024 * 1024;

pub type Fields = Map<String, Value>;

/// What the notebook answered instead.
#[derive(Clone, Debug)]
pub struct Refused {
    pub status: StatusCode,
    pub body: Value,
}

/// Somebody known who uses tools here.
pub struct User<'a> {
    pub notebook: &'a Notebook,
    pub caller: &'a Caller,
}

pub async fn run(user: &User<'_>, tool: &'static Tool, given: Fields) -> Result<Value, Refused> {
    let arguments = tool.read(given);
    let mut fields = arguments.map_err(|wrong| Refused::bad(wrong.0))?;
    match tool.call {
        Call::Rest(method, path) => user.ask(method, path, fields).await,
        Call::Save => save(user, fields).await,
        Call::SlotGet => match user.ask("GET", "/slot", fields).await {
            Err(gone) if gone.status == StatusCode::NOT_FOUND => Ok(json!({
                "success": false, "error": gone.body["error"],
                "code": gone.body["code"], "hint": gone.body["hint"],
            })),
            other => other,
        },
        Call::SyncAll => sync_all(user, fields).await,
        Call::Session => session::run(user, &mut fields).await,
        Call::Operation(name) => {
            let packed = fields.contains_key("budget");
            let desk = user.notebook.door.desk.as_ref();
            let desk = desk.map_err(|fault| Refused::from(fault.clone()))?;
            let told = operation(desk, user.caller, name, Value::Object(fields)).await?;
            Ok(shape::of(tool.name, packed, told))
        }
    }
}

/// With a type of its own: the desk carries tools out as well, and a future cannot hold itself.
fn operation<'a>(desk: &'a Desk, caller: &'a Caller, name: &'a str, args: Value) -> Answer<'a> {
    Box::pin(async move { desk.call(caller, name, args, Arc::new(|_, _| ())).await })
}

/// A memory; where a session is named, it has seen the memory being made.
async fn save(user: &User<'_>, mut fields: Fields) -> Result<Value, Refused> {
    let session = fields.remove("sessionId");
    let (content, project) = (
        fields.get("content").cloned(),
        fields.get("project").cloned(),
    );
    let saved = user.ask("POST", "/remember", fields).await?;
    if let Some(session) = session {
        let data = json!({
            "tool_name": "memory_save",
            "tool_input": { "memoryId": saved["memory"]["id"] },
            "tool_output": content,
        });
        let mut seen = Fields::new();
        seen.insert("sessionId".into(), session);
        seen.insert("hookType".into(), json!("post_tool_use"));
        seen.insert("timestamp".into(), json!(user.now()?));
        seen.insert("project".into(), project.unwrap_or_default());
        seen.insert("data".into(), data);
        // A session that takes no more keeps nobody from remembering.
        let linked = user.ask("POST", "/observe", seen).await;
        if let Err(refused) = linked.as_ref().map_err(|refused| &refused.body) {
            tracing::debug!(code = %refused["code"], "a memory was not linked to its session");
        }
    }
    Ok(saved)
}

/// Each session that came in, summarised and reflected on.
async fn sync_all(user: &User<'_>, fields: Fields) -> Result<Value, Refused> {
    let mut synced = user.ask("POST", "/antigravity/sync", fields).await?;
    let sessions = synced["syncedSessions"].as_array().cloned();
    let (mut crystals, mut reflections) = (Vec::new(), Vec::new());
    for session in sessions.unwrap_or_default() {
        let id = session.as_str().map(Value::from);
        let id = id.unwrap_or_else(|| session["sessionId"].clone());
        let of = || Fields::from_iter([(String::from("sessionId"), id.clone())]);
        crystals.push(with(&id, user.ask("POST", "/summarize", of()).await));
        reflections.push(with(&id, user.ask("POST", "/slot/reflect", of()).await));
    }
    synced["crystallizations"] = Value::from(crystals);
    synced["reflections"] = Value::from(reflections);
    Ok(synced)
}

/// One that fails does not keep the others from being done.
fn with(session: &Value, done: Result<Value, Refused>) -> Value {
    let mut told =
        done.unwrap_or_else(|refused| json!({ "success": false, "error": refused.body["error"] }));
    if told.is_object() {
        told["sessionId"] = session.clone();
    }
    told
}

// === impl User ===

impl User<'_> {
    fn now(&self) -> Result<String, Refused> {
        let desk = self.notebook.door.desk.as_ref();
        let desk = desk.map_err(|fault| Refused::from(fault.clone()))?;
        Ok(Moment::from_ms(desk.engine.store().now_ms()).rfc3339())
    }

    /// Asks a route of the notebook as if its door had let the caller in.
    pub async fn ask(&self, method: &str, path: &str, fields: Fields) -> Result<Value, Refused> {
        let request = request(method, path, fields);
        let mut request = request.map_err(|error| Refused::internal(error.to_string()))?;
        request.extensions_mut().insert(self.caller.clone());
        let routes = notebook::inside(self.notebook.clone());
        let answer = match routes.oneshot(request).await {
            Ok(answer) => answer,
            Err(never) => match never {},
        };
        let status = answer.status();
        let bytes = to_bytes(answer.into_body(), ANSWER_BYTES).await;
        let bytes = bytes.map_err(|error| Refused::internal(error.to_string()))?;
        let body = serde_json::from_slice(&bytes);
        let body = body.map_err(|error| Refused::internal(error.to_string()))?;
        match status.is_success() {
            true => Ok(body),
            false => Err(Refused { status, body }),
        }
    }
}

/// Fields go into the path where it has room for them, then into the query or the body.
fn request(method: &str, path: &str, mut fields: Fields) -> axum::http::Result<Request<Body>> {
    let mut at = String::new();
    for part in path.split_inclusive('/') {
        let name = part.trim_end_matches('/');
        let name = name
            .strip_prefix('{')
            .and_then(|name| name.strip_suffix('}'));
        match name.and_then(|name| fields.remove(name)) {
            Some(value) => at.push_str(&part.replace(part.trim_end_matches('/'), &encoded(&value))),
            None => at.push_str(part),
        }
    }
    let request = Request::builder().method(method);
    if method == "GET" || method == "DELETE" {
        let pairs = fields.iter();
        let pairs: Vec<String> = pairs
            .map(|(name, value)| format!("{name}={}", encoded(value)))
            .collect();
        let query = if pairs.is_empty() { "" } else { "?" };
        let uri = format!("{at}{query}{}", pairs.join("&"));
        return request.uri(uri).body(Body::empty());
    }
    let body = Value::Object(fields).to_string();
    let request = request
        .uri(at)
        .header(header::CONTENT_TYPE, "application/json");
    request.body(Body::from(body))
}

fn encoded(value: &Value) -> String {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let parts: Vec<&str> = parts.iter().filter_map(Value::as_str).collect();
            parts.join(",")
        }
        other => other.to_string(),
    };
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let encode = |byte: u8| match plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    text.bytes().map(encode).collect()
}

// === impl Refused ===

impl Refused {
    pub fn bad(error: impl Into<String>) -> Self {
        Fault::new(Code::BadRequest, error).into()
    }

    fn internal(error: String) -> Self {
        tracing::error!(error, "a tool call failed");
        Fault::new(Code::Internal, "internal server error").into()
    }

    /// As the other doors tell it.
    pub fn fault(self) -> Fault {
        let broken = || Fault::new(Code::Internal, "internal server error");
        serde_json::from_value(self.body).unwrap_or_else(|_| broken())
    }
}

impl From<Fault> for Refused {
    /// The notebook knows one status for what was asked wrongly.
    fn from(fault: Fault) -> Self {
        let status = match mneme_wire::errors::http_status(fault.known_code()) {
            422 => 400,
            other => other,
        };
        let status = StatusCode::from_u16(status);
        Self {
            status: status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
            body: json!(fault),
        }
    }
}

// === impl Notebook ===

impl Notebook {
    /// The notebook of a desk that no door stands before.
    pub fn of(desk: &Desk) -> Self {
        let door = Door {
            desk: Ok(desk.clone()),
            limit: Arc::new(RateLimit::per_second(u32::MAX)),
            signals: Arc::new([]),
            histograms: Arc::new([]),
            version: desk.house.version.clone(),
            tls: None,
            body_bytes: crate::rest::BODY_BYTES,
            batch_bytes: crate::rest::BATCH_BYTES,
            unlocked: false,
            memory_mode: "readonly",
            tells_totals: false,
            tools: mneme_wire::tools::Set::default(),
            front: None,
        };
        Self {
            door,
            settings: desk.notebook.clone(),
            own: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_go_where_their_route_wants_them() {
        let fields = |value: Value| value.as_object().unwrap().clone();
        let asked = request(
            "PATCH",
            "/actions/{id}",
            fields(json!({ "id": "a/b", "x": 1 })),
        );
        assert_eq!(asked.unwrap().uri(), "/actions/a%2Fb");
        let asked = request(
            "GET",
            "/sessions",
            fields(json!({ "limit": 20, "project": "a b" })),
        );
        assert_eq!(asked.unwrap().uri(), "/sessions?limit=20&project=a%20b");
        assert_eq!(
            request("GET", "/slots", Fields::new()).unwrap().uri(),
            "/slots"
        );
    }
}
