//! The formats of the providers: what a turn looks like, whole and as a stream.

mod anthropic;
mod lists;
mod ollama;
mod openai_chat;
mod openai_responses;

use serde_json::Value;

use super::Turn;
use super::route::{Family, Route};
use super::turn::tokens;

/// What an answer has to know of its request.
pub struct Asked {
    /// Which request this is, counted from 1: names are made of it.
    pub number: u64,
    pub created: i64,
    pub body: Value,
    pub family: Family,
}

/// An answer, ready to be sent.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Body,
}

#[derive(Clone, Debug)]
pub enum Body {
    Whole(Vec<u8>),
    /// Parts, each sent by itself.
    Stream(Vec<Vec<u8>>),
}

const EVENTS: &str = "text/event-stream; charset=utf-8";

pub fn turn(route: Route, asked: &Asked, turn: &Turn) -> Answer {
    match route {
        Route::Chat => openai_chat::answer(asked, turn),
        Route::Responses => openai_responses::answer(asked, turn),
        Route::Messages => anthropic::answer(asked, turn),
        Route::Count => Answer::json(asked, 200, &lists::counted(asked)),
        Route::Generate => ollama::answer(asked, turn),
        Route::Embeddings => Answer::json(asked, 200, &lists::embeddings(asked)),
        Route::Models => Answer::json(asked, 200, &lists::models(asked)),
        // A route nobody knows is refused, unless somebody scripted words for it.
        Route::Unknown => openai_chat::answer(asked, turn),
    }
}

/// An event of a stream, as one of the families names it.
fn named(name: &str, data: &Value) -> Vec<u8> {
    format!("event: {name}\ndata: {data}\n\n").into_bytes()
}

/// An event of a stream without a name.
fn unnamed(data: &str) -> Vec<u8> {
    format!("data: {data}\n\n").into_bytes()
}

// === impl Asked ===

impl Asked {
    pub fn model(&self) -> &str {
        self.body["model"].as_str().unwrap_or_default()
    }

    pub fn streams(&self) -> bool {
        self.body["stream"] == true
    }

    pub fn id(&self, stem: &str) -> String {
        format!("{stem}{:024x}", self.number)
    }

    /// How much was asked, in tokens.
    pub fn tokens(&self) -> u64 {
        tokens(self.body.to_string().len())
    }
}

// === impl Answer ===

impl Answer {
    pub fn whole(status: u16, media_type: &str, body: Vec<u8>) -> Self {
        Self {
            status,
            headers: vec![(String::from("content-type"), media_type.to_owned())],
            body: Body::Whole(body),
        }
    }

    /// JSON with the headers its family sends along. One of them indents what it answers.
    pub fn json(asked: &Asked, status: u16, body: &Value) -> Self {
        let text = match asked.family {
            Family::OpenAi => format!("{body:#}\n"),
            _ => body.to_string(),
        };
        let mut answer = Self::whole(status, "application/json", text.into_bytes());
        answer.dress(asked);
        answer
    }

    fn stream(asked: &Asked, media_type: &str, parts: Vec<Vec<u8>>) -> Self {
        let mut answer = Self::whole(200, media_type, Vec::new());
        answer.body = Body::Stream(parts);
        answer.set("cache-control", "no-cache");
        answer.dress(asked);
        answer
    }

    /// Sets a header, in the place of one of its name.
    pub fn set(&mut self, name: &str, value: &str) {
        let known = |(known, _): &&mut (String, String)| known.eq_ignore_ascii_case(name);
        match self.headers.iter_mut().find(known) {
            Some((_, old)) => *old = value.to_owned(),
            None => self.headers.push((name.to_owned(), value.to_owned())),
        }
    }

    fn dress(&mut self, asked: &Asked) {
        let request = asked.id("req_");
        let headers: &[(&str, &str)] = match asked.family {
            Family::OpenAi => &[
                ("x-request-id", &request),
                ("openai-organization", "stand-in"),
                ("openai-processing-ms", "12"),
                ("openai-version", "2020-10-01"),
                ("x-ratelimit-limit-requests", "10000"),
                ("x-ratelimit-remaining-requests", "9999"),
                ("x-ratelimit-reset-requests", "6ms"),
                ("x-ratelimit-limit-tokens", "2000000"),
                ("x-ratelimit-remaining-tokens", "1999000"),
                ("x-ratelimit-reset-tokens", "30ms"),
            ],
            Family::Anthropic => &[
                ("request-id", &request),
                ("anthropic-organization-id", "stand-in"),
                ("anthropic-ratelimit-requests-limit", "4000"),
                ("anthropic-ratelimit-requests-remaining", "3999"),
                ("anthropic-ratelimit-requests-reset", "2026-01-01T00:00:00Z"),
                ("anthropic-ratelimit-tokens-limit", "400000"),
                ("anthropic-ratelimit-tokens-remaining", "399000"),
                ("anthropic-ratelimit-tokens-reset", "2026-01-01T00:00:00Z"),
            ],
            Family::Ollama => &[],
        };
        for (name, value) in headers {
            self.set(name, value);
        }
    }
}
