//! Reading a request: JSON in a body, or fields in the query string. Every refusal is JSON too.

use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use mneme_model::{Code, percent};
use mneme_wire::misread;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::whole::taken;
use super::{Door, Refusal};

/// A JSON body.
pub struct Body<T>(pub T);

/// A JSON body that may be left out: whoever sends none says nothing more.
pub struct Maybe<T>(pub T);

/// Fields of the query string.
pub struct Fields<T>(pub T);

/// A request whose fields stand in its body: one in the query string would be overlooked.
pub struct NoQuery;

impl FromRequestParts<Door> for NoQuery {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &Door) -> Result<Self, Refusal> {
        match parts.uri.query() {
            None | Some("") => Ok(Self),
            Some(_) => Err(Refusal::new(
                Code::BadRequest,
                "fields of this request stand in its body, not behind a '?'",
            )),
        }
    }
}

impl<T: DeserializeOwned> FromRequest<Door> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &Door) -> Result<Self, Refusal> {
        said_json(request.headers())?;
        read(&taken(request).await?).map(Self)
    }
}

impl<T: DeserializeOwned + Default> FromRequest<Door> for Maybe<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &Door) -> Result<Self, Refusal> {
        let said = said_json(request.headers());
        let bytes = taken(request).await?;
        if bytes.is_empty() {
            return Ok(Self(T::default()));
        }
        said?;
        read(&bytes).map(Self)
    }
}

fn said_json(headers: &HeaderMap) -> Result<(), Refusal> {
    match is_json(headers) {
        true => Ok(()),
        false => Err(Refusal::new(
            Code::UnsupportedMedia,
            "the body must be application/json",
        )),
    }
}

/// JSON is UTF-8 throughout, in fields nobody reads as well.
fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let sound = error.valid_up_to();
        let message = format!("the body is not UTF-8: byte {sound} begins no character");
        Refusal::new(Code::BadJson, message)
    })?;
    if text.trim_ascii_start().starts_with('[') {
        return Err(no_object("a list"));
    }
    serde_json::from_str(text).map_err(|error| {
        // What is JSON at all was only of the wrong shape.
        match serde_json::from_str::<Value>(text) {
            Ok(Value::Null) => no_object("null"),
            Ok(Value::Bool(_)) => no_object("true or false"),
            Ok(Value::Number(_)) => no_object("a number"),
            Ok(Value::String(_)) => no_object("a text"),
            Ok(_) => {
                let why = misread::of_text::<T>(text).unwrap_or_else(|| error.to_string());
                Refusal::new(Code::BadRequest, why)
            }
            Err(error) => no_json(&error),
        }
    })
}

fn no_object(what: &str) -> Refusal {
    let message = format!("the body must be a JSON object, not {what}");
    Refusal::new(Code::BadRequest, message)
}

/// Half a character is told as such: the library speaks of the end of an escape.
fn no_json(error: &serde_json::Error) -> Refusal {
    let why = error.to_string();
    let half = ["surrogate", "end of hex escape"];
    let message = match half.iter().any(|word| why.contains(word)) {
        true => format!(
            "the body has half a character at line {} column {}: an escape from \\ud800 to \\udfff is one of a pair",
            error.line(),
            error.column()
        ),
        false => format!("the body is not JSON: {why}"),
    };
    Refusal::new(Code::BadJson, message)
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let kind = kind
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
}

impl<T: DeserializeOwned> FromRequestParts<Door> for Fields<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, door: &Door) -> Result<Self, Refusal> {
        let query = percent::decode(parts.uri.query().unwrap_or_default().as_bytes());
        if std::str::from_utf8(&query).is_err() {
            let message = "what stands behind the '?' is not UTF-8";
            return Err(Refusal::new(Code::BadRequest, message));
        }
        let fields = Query::<T>::from_request_parts(parts, door).await;
        fields
            .map(|Query(fields)| Self(fields))
            .map_err(|e| Refusal::new(Code::BadRequest, misread::of_query(&e.body_text())))
    }
}

/// Two names in a path.
pub struct Ids(pub String, pub String);

impl FromRequestParts<Door> for Ids {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, door: &Door) -> Result<Self, Refusal> {
        let both = Path::<(String, String)>::from_request_parts(parts, door).await;
        both.map(|Path((first, second))| Self(first, second))
            .map_err(|e| Refusal::new(Code::BadId, e.body_text()))
    }
}

/// The id at the end of a path.
pub struct Id(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, door: &S) -> Result<Self, Refusal> {
        let id = Path::<String>::from_request_parts(parts, door).await;
        id.map(|Path(id)| Self(id))
            .map_err(|e| Refusal::new(Code::BadId, e.body_text()))
    }
}
