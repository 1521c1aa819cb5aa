//! What providers answer when they do not answer.

use serde_json::{Value, json};

use super::format::{Answer, Asked};
use super::route::Family;

/// Each in the words and with the headers of the family that was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// 401: the key is unknown.
    Key,
    /// 400: this field or header is not there.
    Missing(String),
    /// 404: there is no such route.
    Unknown(String),
    /// 429: too much at once; it may be tried again after so many seconds.
    Rate { retry_after_s: u32 },
    /// 500: something broke there.
    Broken,
    /// 529, or 503 where that number is not known: too many customers.
    Overloaded,
}

// === impl Refusal ===

impl Refusal {
    pub(super) fn answer(&self, asked: &Asked) -> Answer {
        let (status, body) = match asked.family {
            Family::OpenAi => self.openai(asked.model()),
            Family::Anthropic => self.anthropic(asked),
            Family::Ollama => self.ollama(asked.model()),
        };
        let mut answer = Answer::json(asked, status, &body);
        if let Self::Rate { retry_after_s } = self {
            answer.set("retry-after", &retry_after_s.to_string());
            let (none_left, reset) = match asked.family {
                Family::Anthropic => ("anthropic-ratelimit-requests-remaining", None),
                _ => (
                    "x-ratelimit-remaining-requests",
                    Some(format!("{retry_after_s}s")),
                ),
            };
            answer.set(none_left, "0");
            if let Some(reset) = reset {
                answer.set("x-ratelimit-reset-requests", &reset);
            }
        }
        answer
    }

    fn openai(&self, model: &str) -> (u16, Value) {
        let (status, message, kind, code) = match self {
            Self::Key => (
                401,
                "Incorrect API key provided. You can find your API key in your account.".into(),
                "invalid_request_error",
                json!("invalid_api_key"),
            ),
            Self::Missing(field) => (
                400,
                format!("Missing required parameter: '{field}'."),
                "invalid_request_error",
                json!("missing_required_parameter"),
            ),
            Self::Unknown(route) => (
                404,
                format!("Unknown request URL: {route}. Please check the URL for typos."),
                "invalid_request_error",
                json!("unknown_url"),
            ),
            Self::Rate { retry_after_s } => (
                429,
                format!(
                    "Rate limit reached for {model} on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in {retry_after_s}s."
                ),
                "requests",
                json!("rate_limit_exceeded"),
            ),
            Self::Broken => (
                500,
                "The server had an error while processing your request. Sorry about that!".into(),
                "server_error",
                Value::Null,
            ),
            Self::Overloaded => (
                503,
                "The engine is currently overloaded, please try again later".into(),
                "server_error",
                Value::Null,
            ),
        };
        let error = json!({ "message": message, "type": kind, "param": null, "code": code });
        (status, json!({ "error": error }))
    }

    fn anthropic(&self, asked: &Asked) -> (u16, Value) {
        let (status, kind, message) = match self {
            Self::Key => (401, "authentication_error", "invalid x-api-key".into()),
            Self::Missing(field) => (
                400,
                "invalid_request_error",
                format!("{field}: Field required"),
            ),
            Self::Unknown(_) => (404, "not_found_error", "Not found".into()),
            Self::Rate { .. } => (
                429,
                "rate_limit_error",
                "This request would exceed the rate limit for your organization.".into(),
            ),
            Self::Broken => (500, "api_error", "Internal server error".into()),
            Self::Overloaded => (529, "overloaded_error", "Overloaded".into()),
        };
        let error = json!({ "type": kind, "message": message });
        let body = json!({ "type": "error", "error": error, "request_id": asked.id("req_") });
        (status, body)
    }

    fn ollama(&self, model: &str) -> (u16, Value) {
        let (status, told) = match self {
            Self::Key => (401, String::from("unauthorized")),
            Self::Missing(field) => (400, format!("{field} is required")),
            Self::Unknown(_) => (404, String::from("404 page not found")),
            Self::Rate { .. } => (429, String::from("too many requests")),
            Self::Broken => (500, format!("model runner for {model} has stopped")),
            Self::Overloaded => (503, String::from("server busy, please try again")),
        };
        (status, json!({ "error": told }))
    }
}
