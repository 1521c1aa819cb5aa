//! What happens now, told to whoever watches: two messages for each observation, over a
//! WebSocket. Watchers are told, never heard.

mod goodbye;

use std::time::Duration;

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{FromRequestParts, Query, Request, State};
use axum::http::Uri;
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use axum::{Extension, Router};
use mneme_access::Caller;
use mneme_engine::notebook::{Observation, Watching};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Notebook;
use super::enter::admit;
use crate::rest::entrance::Visitor;
use crate::rest::{Refusal, dressed_as};
use goodbye::close;

pub use goodbye::{Staying, until};

/// A watcher that takes no message within this time is let go.
const PATIENCE: Duration = Duration::from_secs(2);
/// Nothing a watcher says is read, so it need not be long.
const MOST_HEARD: usize = 64 * 1024;

/// The server stops; who may not watch; who came too late or reads too slowly.
const GOING: u16 = 1001;
const REFUSED: u16 = 1008;
const TOO_MUCH: u16 = 1013;

/// A code, and why.
type Goodbye = (u16, &'static str);
const TOO_SLOW: Goodbye = (TOO_MUCH, "too slow: ask again");

/// Fields of an observation as it was told, before anything was made of it.
const TOLD: [&str; 10] = [
    "id",
    "sessionId",
    "timestamp",
    "hookType",
    "raw",
    "toolName",
    "toolInput",
    "toolOutput",
    "userPrompt",
    "agentId",
];

/// A browser cannot set a header here, so the credential may stand in the query.
#[derive(Default, Deserialize)]
struct Shown {
    token: Option<String>,
    secret: Option<String>,
}

pub fn routes(notebook: Notebook, staying: Option<Staying>) -> Router {
    let mut routes = Router::new().route("/stream/mem-live/viewer", any(viewer));
    if let Some(staying) = staying {
        routes = routes.layer(Extension(staying));
    }
    dressed_as(routes, notebook)
}

async fn viewer(
    State(notebook): State<Notebook>,
    staying: Option<Extension<Staying>>,
    request: Request,
) -> Response {
    let mut staying = staying.map(|Extension(staying)| staying);
    let watching = begin(&notebook, &request);
    let (mut parts, _) = request.into_parts();
    let upgrade = match WebSocketUpgrade::from_request_parts(&mut parts, &notebook).await {
        Ok(upgrade) => upgrade.max_message_size(MOST_HEARD),
        Err(refused) => return refused.into_response(),
    };
    upgrade.on_upgrade(async move |mut socket| match watching {
        Ok(Some(watching)) => {
            if let Some((code, why)) = tell(&mut socket, watching, &mut staying).await {
                close(socket, code, why).await;
            }
        }
        Ok(None) => close(socket, TOO_MUCH, "too many watch already").await,
        Err(_) => close(socket, REFUSED, "Unauthorized").await,
    })
}

fn begin(notebook: &Notebook, request: &Request) -> Result<Option<Watching>, Refusal> {
    let caller = admitted(notebook, request)?;
    let desk = notebook.door.desk.as_ref();
    let desk = desk.map_err(|fault| Refusal(fault.clone()))?;
    Ok(desk.engine.watch(&caller)?)
}

/// As every call of the notebook.
fn admitted(notebook: &Notebook, request: &Request) -> Result<Caller, Refusal> {
    let visitor = Visitor::of(request);
    let shown = shown(request.uri()).map(|shown| format!("Bearer {shown}"));
    let visitor = Visitor {
        authorization: shown.as_deref().or(visitor.authorization),
        ..visitor
    };
    admit(notebook, &visitor)
}

fn shown(uri: &Uri) -> Option<String> {
    let Query(shown) = Query::<Shown>::try_from_uri(uri).unwrap_or_default();
    shown.token.or(shown.secret)
}

/// Until it goes by itself, or is let go: then with a code and why.
async fn tell(
    socket: &mut WebSocket,
    mut watching: Watching,
    staying: &mut Option<Staying>,
) -> Option<Goodbye> {
    loop {
        let seen = tokio::select! {
            () = Staying::over(staying) => return Some((GOING, "the server stops")),
            seen = watching.next() => seen,
            heard = socket.recv() => match heard {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => continue,
            },
        };
        let Some(seen) = seen else {
            return Some(TOO_SLOW);
        };
        for message in seen.told(messages) {
            let sent = socket.send(Message::text(message.as_ref()));
            match tokio::time::timeout(PATIENCE, sent).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) => return None,
                Err(_) => return Some(TOO_SLOW),
            }
        }
    }
}

/// First as it was told, then as it is kept.
fn messages(seen: &Observation) -> [String; 2] {
    let whole = json!(seen);
    let mut told = whole.clone();
    if let Value::Object(fields) = &mut told {
        fields.retain(|name, _| TOLD.contains(&name.as_str()));
    }
    [("raw", told), ("compressed", whole)].map(|(name, observation)| {
        json!({
            "type": format!("{name}_observation"),
            "sessionId": seen.session_id,
            "data": { "type": name, "observation": observation, "sessionId": seen.session_id },
        })
        .to_string()
    })
}
