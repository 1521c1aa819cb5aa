//! Refusals as HTTP.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use mneme_engine::Error;
use mneme_model::Code;
use mneme_wire::Fault;
use mneme_wire::errors::http_status;

use crate::desk;

/// A fault on its way out.
pub struct Refusal(pub Fault);

/// The code of a refusal, for whoever writes about it.
#[derive(Clone)]
pub struct Refused(pub String);

impl Refusal {
    pub fn new(code: Code, error: impl Into<String>) -> Self {
        Self(Fault::new(code, error))
    }

    /// With what helps here, where the code's own hint would not.
    pub fn hinting(self, hint: &str) -> Self {
        Self(Fault {
            hint: hint.to_owned(),
            ..self.0
        })
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self(desk::fault(&error))
    }
}

impl From<mneme_access::Error> for Refusal {
    fn from(error: mneme_access::Error) -> Self {
        Error::from(error).into()
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = http_status(self.0.known_code());
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let wait = self
            .0
            .retry_after_ms
            .map(|ms| HeaderValue::from(ms.div_ceil(1_000)));
        let code = Refused(self.0.code.clone());
        let mut response = (status, Json(self.0.worded())).into_response();
        response.extensions_mut().insert(code);
        if let Some(seconds) = wait {
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        response
    }
}

pub fn no_route() -> Refusal {
    Refusal::new(Code::NoSuchRoute, "there is nothing at this address")
}

pub fn wrong_method() -> Refusal {
    Refusal::new(Code::WrongMethod, "this address takes another method")
}
