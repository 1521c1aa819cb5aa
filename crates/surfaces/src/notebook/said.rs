//! What a request says: fields of a JSON object, of which only known ones are read.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::IntoResponse;
use mneme_engine::Error;
use mneme_model::{Code, ErrorKind};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::Notebook;
use crate::rest::Refusal;

/// What a count has to be.
const WHOLE: &str = "must be a whole number, 0 or more";

/// A body; one that is not there says nothing, which is an empty object.
#[derive(Debug, Default)]
pub struct Said(pub Map<String, Value>);

impl FromRequest<Notebook> for Said {
    type Rejection = Refusal;

    async fn from_request(request: Request, notebook: &Notebook) -> Result<Self, Refusal> {
        let bytes = Bytes::from_request(request, notebook)
            .await
            .map_err(unread)?;
        if bytes.trim_ascii().is_empty() {
            return Ok(Self::default());
        }
        match serde_json::from_slice(&bytes) {
            Ok(Value::Object(fields)) => Ok(Self(fields)),
            Ok(_) => Err(Refusal::new(
                Code::BadRequest,
                "the body must be a JSON object",
            )),
            Err(error) => Err(Refusal::new(
                Code::BadJson,
                format!("the body is not JSON: {error}"),
            )),
        }
    }
}

/// Fields of the query string.
pub struct Fields<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<Notebook> for Fields<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, notebook: &Notebook) -> Result<Self, Refusal> {
        let fields = Query::<T>::from_request_parts(parts, notebook).await;
        fields
            .map(|Query(fields)| Self(fields))
            .map_err(|error| misread(&error.body_text()))
    }
}

/// The words of whoever read it are for programmers; the field's name is what helps.
fn misread(said: &str) -> Refusal {
    let (_, why) = said.split_once("query string: ").unwrap_or(("", said));
    let missing = why.strip_prefix("missing field `");
    let missing = missing.and_then(|field| field.split('`').next());
    let why = match (missing, why.strip_suffix(": invalid digit found in string")) {
        (Some(field), _) => format!("{field} is required"),
        (None, Some(field)) => format!("{field} {WHOLE}"),
        (None, None) => why.to_owned(),
    };
    Refusal::new(Code::BadRequest, why)
}

/// What is not there is told with the call that lists what is.
pub fn absent(error: Error, listed: &str) -> Refusal {
    let unknown = error.code().kind() == ErrorKind::NotFound;
    match unknown {
        true => Refusal::from(error).hinting(listed),
        false => error.into(),
    }
}

fn unread(rejection: axum::extract::rejection::BytesRejection) -> Refusal {
    match rejection.into_response().status() {
        StatusCode::PAYLOAD_TOO_LARGE => Refusal::new(Code::BodyTooLarge, "request body too large"),
        _ => Refusal::new(Code::BadJson, "the body could not be read"),
    }
}

// === impl Said ===

impl Said {
    /// A text that says something, or nothing.
    pub fn text(&mut self, field: &str) -> Option<String> {
        match self.0.remove(field)? {
            Value::String(text) if !text.trim().is_empty() => Some(text),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    /// A text without which the request makes no sense.
    pub fn needed(&mut self, field: &str) -> Result<String, Refusal> {
        let text = self.text(field);
        text.ok_or_else(|| Refusal::new(Code::BadRequest, format!("{field} is required")))
    }

    /// A list, or texts with commas between them.
    pub fn list(&mut self, field: &str) -> Result<Vec<String>, Refusal> {
        let parts: Vec<String> = match self.value(field) {
            Value::Null => Vec::new(),
            Value::String(text) => text.split(',').map(str::to_owned).collect(),
            Value::Array(parts) => parts
                .iter()
                .filter_map(|part| Some(part.as_str()?.to_owned()))
                .collect(),
            _ => {
                return Err(Refusal::new(
                    Code::BadRequest,
                    format!("{field} must be a list"),
                ));
            }
        };
        let parts = parts.iter().map(|part| part.trim().to_owned());
        Ok(parts.filter(|part| !part.is_empty()).collect())
    }

    pub fn value(&mut self, field: &str) -> Value {
        self.0.remove(field).unwrap_or_default()
    }

    /// A whole number, however it is written.
    pub fn number(&mut self, field: &str) -> Result<Option<usize>, Refusal> {
        let number = match self.0.remove(field) {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::Number(number)) => number.as_f64(),
            Some(Value::String(text)) => text.trim().parse().ok(),
            Some(_) => None,
        };
        let whole = number.filter(|n| n.is_finite() && *n >= 0.0 && *n <= f64::from(u32::MAX));
        match whole {
            Some(number) => Ok(Some(number as usize)),
            None => Err(Refusal::new(Code::BadRequest, format!("{field} {WHOLE}"))),
        }
    }
}
