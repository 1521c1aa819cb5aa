//! Refusals in the form of the provider a client believes it speaks with.

use axum::Json;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

use crate::headers;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    OpenAi,
    Anthropic,
}

/// Why a call goes no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    Invalid,
    TooLarge,
    /// Packed in a way nobody here can open.
    Sealed,
    Unknown,
    Nothing,
    Forbidden,
    TooMany,
    Upstream,
    /// Nobody can say yet; it may be asked again.
    Away,
    /// Refused by a policy that is remembered.
    Blocked,
    /// The same, until somebody confirms.
    Unconfirmed,
}

#[derive(Debug)]
pub struct Refused {
    pub why: Why,
    pub message: String,
    retry_after_ms: Option<u64>,
    policy: Option<Value>,
    /// Boxed: a result is handed on often, and refused seldom.
    headers: Box<HeaderMap>,
}

pub type Result<T, E = Refused> = std::result::Result<T, E>;

// === impl Refused ===

impl Refused {
    pub fn new(why: Why, message: impl Into<String>) -> Self {
        Self {
            why,
            message: message.into(),
            retry_after_ms: None,
            policy: None,
            headers: Box::default(),
        }
    }

    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(Why::Invalid, message)
    }

    pub fn too_many(retry_after_ms: u64) -> Self {
        Self {
            retry_after_ms: Some(retry_after_ms),
            ..Self::new(Why::TooMany, "rate limit exceeded")
        }
    }

    /// With what was found, for whoever wants to know.
    pub fn by_policy(why: Why, message: impl Into<String>, policy: Value) -> Self {
        Self {
            policy: Some(policy),
            ..Self::new(why, message)
        }
    }

    /// With headers that say more.
    pub fn with_headers(self, headers: HeaderMap) -> Self {
        Self {
            headers: Box::new(headers),
            ..self
        }
    }

    pub fn with_header(mut self, name: HeaderName, value: &'static str) -> Self {
        self.headers.insert(name, HeaderValue::from_static(value));
        self
    }

    /// With what the client is told of the memory its call went out with.
    pub fn after(mut self, dress: impl FnOnce(&mut HeaderMap)) -> Self {
        dress(&mut self.headers);
        self
    }

    pub fn answer(self, form: Form) -> Response {
        let wait = self.retry_after_ms;
        let mut error = Map::new();
        error.insert("message".into(), self.message.into());
        error.insert("type".into(), self.why.kind(form).into());
        if let Some(ms) = wait {
            error.insert("retry_after_ms".into(), ms.into());
        }
        if let Some(policy) = self.policy {
            error.insert("policy_firewall".into(), policy);
        }
        let body = match form {
            Form::OpenAi => json!({ "error": error }),
            Form::Anthropic => json!({ "type": "error", "error": error }),
        };
        let mut response = (self.why.status(), Json(body)).into_response();
        let headers = response.headers_mut();
        headers.insert(headers::INJECTED, HeaderValue::from(0));
        headers.insert(headers::GATE, HeaderValue::from_static("abstain"));
        headers.extend(*self.headers);
        if let Some(ms) = wait {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(ms.div_ceil(1_000)));
        }
        response
    }
}

// === impl Why ===

impl Why {
    fn status(self) -> StatusCode {
        match self {
            Self::Invalid => StatusCode::BAD_REQUEST,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Sealed => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Unknown => StatusCode::UNAUTHORIZED,
            Self::Nothing => StatusCode::NOT_FOUND,
            Self::Forbidden | Self::Blocked => StatusCode::FORBIDDEN,
            Self::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Self::Upstream => StatusCode::BAD_GATEWAY,
            Self::Away => StatusCode::SERVICE_UNAVAILABLE,
            Self::Unconfirmed => StatusCode::PRECONDITION_REQUIRED,
        }
    }

    fn kind(self, form: Form) -> &'static str {
        match (self, form) {
            (Self::TooLarge, Form::Anthropic) => "request_too_large",
            (Self::Invalid | Self::TooLarge | Self::Sealed, _) => "invalid_request_error",
            (Self::Unknown, _) => "authentication_error",
            (Self::Nothing, _) => "not_found",
            (Self::Forbidden, _) => "permission_error",
            (Self::TooMany, _) => "rate_limit_error",
            (Self::Upstream, Form::OpenAi) => "upstream_error",
            (Self::Away, Form::OpenAi) => "server_error",
            (Self::Upstream | Self::Away, Form::Anthropic) => "api_error",
            (Self::Blocked | Self::Unconfirmed, _) => "policy_firewall_error",
        }
    }
}
