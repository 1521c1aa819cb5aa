//! What the kit says in plain text, as our doors say it: JSON, with a code.

use axum::Json;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use mneme_engine::notebook::lenient;
use mneme_model::Code;
use mneme_wire::Fault;
use rmcp::model::ErrorCode;
use serde_json::{Value, json};

use crate::mcp::UNREACHABLE;
use crate::mcp::lines::{Judged, answer, judge_value};
use crate::rest::whole::whole;
use crate::rest::{BATCH_BYTES, Refusal};

/// The longest sentence of the kit that is read.
const SENTENCE_BYTES: usize = 64 * 1024;
const ACCEPT: &str = "send Accept: application/json, text/event-stream";

/// A request whose body is at hand, should anybody have to say what is wrong with it.
pub async fn read(request: Request) -> Result<(Request, Bytes), Refusal> {
    let (parts, body) = request.into_parts();
    let bytes = whole(&parts.headers, body, BATCH_BYTES).await?;
    let bytes = lenient::mended(&bytes).map_or(bytes, Bytes::from);
    let request = Request::from_parts(parts, Body::from(bytes.clone()));
    Ok((request, bytes))
}

/// The same answer, unless it turns somebody away without a code.
pub async fn told(response: Response, asked: &Bytes) -> Response {
    let status = response.status();
    if is_json(response.headers()) || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let (parts, body) = response.into_parts();
    let said = to_bytes(body, SENTENCE_BYTES).await.unwrap_or_default();
    let said = String::from_utf8_lossy(&said);
    let mut told = match status {
        StatusCode::METHOD_NOT_ALLOWED => wrong_method(),
        StatusCode::NOT_ACCEPTABLE => unacceptable(&said),
        StatusCode::UNSUPPORTED_MEDIA_TYPE if said.starts_with("fail") => unread(asked),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            Refusal::new(Code::UnsupportedMedia, "the body must be application/json")
                .into_response()
        }
        StatusCode::PAYLOAD_TOO_LARGE => {
            Refusal::new(Code::BodyTooLarge, "request body too large").into_response()
        }
        _ if status.is_client_error() => kept(status, Fault::new(Code::BadRequest, said)),
        _ => kept(status, Fault::new(Code::Internal, "internal server error")),
    };
    if let Some(allowed) = parts.headers.get(header::ALLOW) {
        told.headers_mut().insert(header::ALLOW, allowed.clone());
    }
    told
}

/// As clients of memoryOSS are told it.
fn wrong_method() -> Response {
    let told = answer(UNREACHABLE, "this address takes POST", Value::Null);
    (StatusCode::METHOD_NOT_ALLOWED, Json(told)).into_response()
}

fn unacceptable(said: &str) -> Response {
    let mut fault = Fault::new(Code::BadRequest, said);
    fault.hint = ACCEPT.to_owned();
    kept(StatusCode::NOT_ACCEPTABLE, fault)
}

/// What the protocol calls an invalid request, before anybody is asked.
pub fn invalid(why: &str) -> Response {
    let told = answer(ErrorCode::INVALID_REQUEST, why, Value::Null);
    beside(Code::BadRequest, told)
}

fn unread(asked: &Bytes) -> Response {
    match serde_json::from_slice::<Value>(asked).map(judge_value) {
        Ok(Judged::Answer(told)) => beside(Code::BadRequest, told),
        Ok(_) => invalid("the body is no JSON-RPC message"),
        Err(error) => {
            let why = format!("the body is not JSON: {error}");
            let told = answer(ErrorCode::PARSE_ERROR, &why, Value::Null);
            beside(Code::BadJson, told)
        }
    }
}

/// As the protocol has it, so that a client finds the number it looks for; our own code stands
/// beside it.
fn beside(code: Code, mut told: Value) -> Response {
    told["error"]["data"] = json!({ "code": code.name() });
    (StatusCode::BAD_REQUEST, Json(told)).into_response()
}

fn kept(status: StatusCode, fault: Fault) -> Response {
    let mut response = Refusal(fault).into_response();
    *response.status_mut() = status;
    response
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("application/json"))
}
