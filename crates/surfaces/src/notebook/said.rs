//! What a request says: fields of a JSON object, of which only known ones are read.

use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::Uri;
use axum::http::request::Parts;
use mneme_engine::Error;
use mneme_engine::notebook::lenient;
use mneme_model::{Code, ErrorKind};
use mneme_wire::misread::{self, COUNT};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::Notebook;
use crate::rest::Refusal;
use crate::rest::whole::taken;

const MOST: f64 = u32::MAX as f64;

/// A body; one that is not there says nothing, which is an empty object.
#[derive(Debug, Default)]
pub struct Said(pub Map<String, Value>);

impl FromRequest<Notebook> for Said {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &Notebook) -> Result<Self, Refusal> {
        let bytes = taken(request).await?;
        if bytes.trim_ascii().is_empty() {
            return Ok(Self::default());
        }
        match lenient::from_slice(&bytes) {
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

/// A count in a query, such as how many are listed at most: the same rule wherever one stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit(pub usize);

impl<'de> Deserialize<'de> for Limit {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let limit = text.trim().parse().ok().and_then(whole);
        limit.map(Self).ok_or_else(|| D::Error::custom(COUNT))
    }
}

/// A number without a fraction that somebody may mean.
fn whole(number: f64) -> Option<usize> {
    let fits = (0.0..=MOST).contains(&number) && number.fract() == 0.0;
    fits.then_some(number as usize)
}

/// Fields of the query string. One without a value says nothing.
pub struct Fields<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<Notebook> for Fields<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &Notebook) -> Result<Self, Refusal> {
        let asked = parts.uri.query().unwrap_or_default();
        let fields = Query::<T>::try_from_uri(&telling(asked)?);
        fields
            .map(|Query(fields)| Self(fields))
            .map_err(|error| Refusal::new(Code::BadRequest, misread::of_query(&error.body_text())))
    }
}

/// The query without the fields that have no value.
fn telling(query: &str) -> Result<Uri, Refusal> {
    let pairs = query.split('&').filter(|pair| {
        let value = pair.split_once('=').map(|(_, value)| value);
        value.is_some_and(|value| !value.is_empty())
    });
    let pairs: Vec<&str> = pairs.collect();
    let uri = format!("/?{}", pairs.join("&")).parse();
    uri.map_err(|_| Refusal::new(Code::BadRequest, "the query cannot be read"))
}

/// What is not there is told with the call that lists what is.
pub fn absent(error: Error, listed: &str) -> Refusal {
    let unknown = error.code().kind() == ErrorKind::NotFound;
    match unknown {
        true => Refusal::from(error).hinting(listed),
        false => error.into(),
    }
}

/// Nothing that could be meant for a part of a list.
fn is_no_part(value: &Value) -> bool {
    !matches!(value, Value::String(_) | Value::Number(_) | Value::Null)
}

fn written(value: Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

// === impl Said ===

impl Said {
    /// A text that says something, or nothing.
    pub fn text(&mut self, field: &str) -> Result<Option<String>, Refusal> {
        let text = self.words(field)?;
        Ok(text.filter(|text| !text.trim().is_empty()))
    }

    /// A text as it is, an empty one too. What is no text is a slip: read as nothing it would do
    /// something else than was meant.
    pub fn words(&mut self, field: &str) -> Result<Option<String>, Refusal> {
        match self.value(field) {
            Value::Null => Ok(None),
            Value::String(text) => Ok(Some(text)),
            _ => Err(Refusal::new(
                Code::BadRequest,
                format!("{field} must be a text"),
            )),
        }
    }

    /// A text without which the request makes no sense.
    pub fn needed(&mut self, field: &str) -> Result<String, Refusal> {
        let text = self.text(field)?;
        text.ok_or_else(|| Refusal::new(Code::BadRequest, format!("{field} is required")))
    }

    /// Yes or no, also as a text.
    pub fn flag(&mut self, field: &str) -> Result<Option<bool>, Refusal> {
        let flag = match self.value(field) {
            Value::Null => return Ok(None),
            Value::Bool(flag) => Some(flag),
            Value::String(text) => text.trim().to_lowercase().parse().ok(),
            _ => None,
        };
        let wrong = || Refusal::new(Code::BadRequest, format!("{field} must be true or false"));
        flag.map(Some).ok_or_else(wrong)
    }

    /// A list, or texts with commas between them.
    pub fn list(&mut self, field: &str) -> Result<Vec<String>, Refusal> {
        let parts: Vec<String> = match self.value(field) {
            Value::Null => Vec::new(),
            Value::String(text) => text.split(',').map(str::to_owned).collect(),
            Value::Array(parts) if !parts.iter().any(is_no_part) => {
                parts.into_iter().filter_map(written).collect()
            }
            _ => {
                let message = format!("{field} must be a list of texts, or one with commas");
                return Err(Refusal::new(Code::BadRequest, message));
            }
        };
        let parts = parts.iter().map(|part| part.trim().to_owned());
        Ok(parts.filter(|part| !part.is_empty()).collect())
    }

    pub fn value(&mut self, field: &str) -> Value {
        self.0.remove(field).unwrap_or_default()
    }

    /// How many are listed at most.
    pub fn limit(&mut self, usual: usize) -> Result<usize, Refusal> {
        Ok(self.number("limit")?.unwrap_or(usual))
    }

    /// A whole number, however it is written.
    pub fn number(&mut self, field: &str) -> Result<Option<usize>, Refusal> {
        let number = match self.0.remove(field) {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::Number(number)) => number.as_f64(),
            Some(Value::String(text)) => text.trim().parse().ok(),
            Some(_) => None,
        };
        match number.and_then(whole) {
            Some(number) => Ok(Some(number)),
            None => Err(Refusal::new(Code::BadRequest, format!("{field} {COUNT}"))),
        }
    }
}
