//! Tools over HTTP: `/mcp`, streamable and without sessions, behind the notebook's entrance.

mod batch;
mod plain;

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::{Query, Request, State};
use axum::http::header::ACCEPT;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use mneme_access::Caller;
use mneme_wire::tools::{Set, Tool};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::run::{User, run};
use super::{Carried, Carrier, Failure, Tools};
use crate::notebook::{Notebook, admit};
use crate::rest::entrance::Visitor;
use crate::rest::{BATCH_BYTES, Refusal, dressed_as};

/// Where clients of memoryOSS put their key.
const KEY: HeaderName = HeaderName::from_static("memoryoss-api-key");

/// What an answer may be.
const BOTH: &str = "application/json, text/event-stream";

/// The notebook of this process.
#[derive(Clone)]
struct Here(Notebook);

pub fn routes(notebook: Notebook) -> Router {
    let tools = Tools {
        carrier: Here(notebook.clone()),
        set: notebook.door.tools,
        version: notebook.door.version.clone(),
    };
    let service = StreamableHttpService::new(
        move || Ok(tools.clone()),
        Arc::new(NeverSessionManager::default()),
        config(),
    );
    let entrance = middleware::from_fn_with_state(notebook.clone(), enter);
    let routes = Router::new().route_service("/mcp", service).layer(entrance);
    dressed_as(routes, notebook)
}

/// The entrance looks at hosts and origins, so nobody else has to.
fn config() -> StreamableHttpServerConfig {
    StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(BATCH_BYTES)
        .disable_allowed_hosts()
}

#[derive(Default, Deserialize)]
struct Wanted {
    tools: Option<String>,
}

/// Puts the caller and the wanted set beside the request.
async fn enter(State(notebook): State<Notebook>, mut request: Request, next: Next) -> Response {
    let caller = match admitted(&notebook, &request) {
        Ok(caller) => caller,
        Err(refusal) => return refusal.into_response(),
    };
    match set(&request, notebook.door.tools) {
        Ok(set) => request.extensions_mut().insert(set),
        Err(why) => return plain::invalid(&why),
    };
    request.extensions_mut().insert(caller.clone());
    take_anything(request.headers_mut());
    let answered = answer(&notebook, &caller, request, next).await;
    answered.unwrap_or_else(IntoResponse::into_response)
}

/// Each message of a batch counts as a request.
async fn answer(
    notebook: &Notebook,
    caller: &Caller,
    request: Request,
    next: Next,
) -> Result<Response, Refusal> {
    let (request, body) = plain::read(request).await?;
    let Some(messages) = batch::messages(&request, &body) else {
        return Ok(plain::told(next.run(request).await, &body).await);
    };
    if let Some(why) = batch::wrong_for(request.headers(), &messages) {
        return Ok(plain::invalid(&why));
    }
    for _ in 1..messages.len() {
        notebook.door.limit.take(&caller.subject, Instant::now())?;
    }
    Ok(batch::told(request, messages, &next).await)
}

/// The kit wants both kinds by name; whoever takes anything, or does not say, takes both.
fn take_anything(headers: &mut HeaderMap) {
    let anything = |accept: &HeaderValue| {
        let mut kinds = accept.to_str().unwrap_or_default().split(',');
        kinds.any(|kind| kind.split(';').next().unwrap_or_default().trim() == "*/*")
    };
    let said = headers.get_all(ACCEPT);
    if said.iter().next().is_none() || said.iter().any(anything) {
        headers.insert(ACCEPT, HeaderValue::from_static(BOTH));
    }
}

fn admitted(notebook: &Notebook, request: &Request) -> Result<Caller, Refusal> {
    let visitor = Visitor::of(request);
    let key = request.headers().get(KEY).and_then(|key| key.to_str().ok());
    let key = key.map(|key| format!("Bearer {key}"));
    let visitor = Visitor {
        authorization: visitor.authorization.or(key.as_deref()),
        ..visitor
    };
    admit(notebook, &visitor)
}

fn set(request: &Request, usual: Set) -> Result<Set, String> {
    let Query(wanted) = Query::<Wanted>::try_from_uri(request.uri()).unwrap_or_default();
    let Some(name) = wanted.tools else {
        return Ok(usual);
    };
    Set::parse(&name).ok_or_else(|| {
        let known = Set::NAMES.join(", ");
        format!("tools '{name}' must be one of {known}")
    })
}

impl Carrier for Here {
    fn carry<'a>(
        &'a self,
        tool: &'static Tool,
        given: Map<String, Value>,
        caller: Option<Caller>,
    ) -> Carried<'a> {
        Box::pin(async move {
            let Some(caller) = caller else {
                return Err(Failure::Unreachable(String::from("nobody was let in")));
            };
            let user = User {
                notebook: &self.0,
                caller: &caller,
            };
            let done = run(&user, tool, given).await;
            done.map_err(|refused| Failure::Refused(refused.body))
        })
    }
}
