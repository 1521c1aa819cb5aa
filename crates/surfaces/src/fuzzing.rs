//! What is private here and read from bytes, for the targets in `fuzz/`. Built by nobody else.

use axum::extract::{FromRequest, FromRequestParts, Request as HttpRequest};
use mneme_wire::control::Call;
use mneme_wire::ipc::{Enveloped, Request};
use serde::de::DeserializeOwned;

use crate::archive::lines;
use crate::rest::body::{Body, Fields};
use crate::rest::{Door, Refusal, path};
use crate::{control, grpc};

/// The next call on a control connection; `None` where the connection would be closed.
pub async fn next_call(read: &mut &[u8]) -> Option<Result<Call, serde_json::Error>> {
    let line = control::next_line(read).await?;
    Some(serde_json::from_slice(&line))
}

/// The next request on a recorder's connection; `None` where the connection would be closed.
pub async fn next_request(
    read: &mut &[u8],
) -> Option<Result<Enveloped<Request>, (Option<String>, String)>> {
    match lines::next(read).await? {
        lines::Line::Whole(line) => {
            let request = lines::read(&line);
            Some(request.map_err(|nonsense| (nonsense.request_id, nonsense.why)))
        }
        lines::Line::TooLong => None,
    }
}

pub fn check_path(path: &str) -> Result<(), Refusal> {
    path::check(path)
}

/// A request shape from a JSON body.
pub async fn from_body<T: DeserializeOwned>(
    request: HttpRequest,
    door: &Door,
) -> Result<T, Refusal> {
    let body = Body::<T>::from_request(request, door).await?;
    Ok(body.0)
}

/// A request shape from a query string.
pub async fn from_query<T: DeserializeOwned>(
    request: HttpRequest,
    door: &Door,
) -> Result<T, Refusal> {
    let mut parts = request.into_parts().0;
    let fields = Fields::<T>::from_request_parts(&mut parts, door).await?;
    Ok(fields.0)
}

/// The timeline's door, as a listener would serve it.
pub async fn timeline(door: Door) -> Result<axum::Router, grpc::Error> {
    grpc::router(door, grpc::Settings::default()).await
}

/// Method and path of every call of the notebook, and of its tools.
pub fn notebook_calls() -> Vec<(String, String)> {
    let calls = crate::notebook::calls::CALLS.iter();
    let calls = calls.map(|call| (call.method.to_uppercase(), call.path.to_owned()));
    calls
        .chain([(String::from("POST"), String::from("/mcp"))])
        .collect()
}
