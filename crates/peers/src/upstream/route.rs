//! Which request is answered how.

use super::desk::Desk;
use super::format::{self, Answer, Asked};
use super::reply::Content;
use super::{Refusal, Reply, Request, Turn, extraction, request};

/// What was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    Chat,
    Responses,
    Messages,
    Count,
    Generate,
    Embeddings,
    Models,
    Unknown,
}

/// Whose shapes an answer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    OpenAi,
    Anthropic,
    Ollama,
}

// === impl Route ===

impl Route {
    fn of(request: &Request) -> Self {
        let path = request.path().trim_start_matches("/v1");
        match (request.method.as_str(), path) {
            ("POST", "/chat/completions") => Self::Chat,
            ("POST", "/responses") => Self::Responses,
            ("POST", "/messages") => Self::Messages,
            ("POST", "/messages/count_tokens") => Self::Count,
            ("POST", "/api/generate") => Self::Generate,
            ("POST", "/embeddings") => Self::Embeddings,
            ("GET", "/models") => Self::Models,
            _ => Self::Unknown,
        }
    }

    pub fn asks_a_model(self) -> bool {
        matches!(
            self,
            Self::Chat | Self::Responses | Self::Messages | Self::Generate
        )
    }

    fn family(self, request: &Request) -> Family {
        match self {
            Self::Messages | Self::Count => Family::Anthropic,
            Self::Generate => Family::Ollama,
            _ if request.header("anthropic-version").is_some() => Family::Anthropic,
            _ => Family::OpenAi,
        }
    }
}

/// The answer, and the script it follows; none closes the connection.
pub fn answer(request: &Request, desk: &Desk) -> Option<(Answer, Reply)> {
    let number = desk.note(request);
    let route = Route::of(request);
    let asked = Asked {
        number,
        created: desk.settings.created,
        body: request.json(),
        family: route.family(request),
    };
    let reply = reply(request, desk, route, &asked);
    let mut answer = match &reply.content {
        Content::Silence => return None,
        Content::Turn(turn) => format::turn(route, &asked, turn),
        Content::Refusal(refusal) => refusal.answer(&asked),
        Content::Raw(status, media_type, body) => Answer::whole(*status, media_type, body.clone()),
    };
    for (name, value) in &reply.headers {
        answer.set(name, value);
    }
    Some((answer, reply))
}

fn reply(request: &Request, desk: &Desk, route: Route, asked: &Asked) -> Reply {
    let extracts = route.asks_a_model() && request::is_extraction(&asked.body);
    if !extracts && let Some(scripted) = desk.scripted(request, route) {
        return scripted;
    }
    match refusal(request, desk, route, asked) {
        Some(refusal) => Reply::refused(refusal),
        None if extracts => extraction::answer(request, desk),
        None => match &desk.settings.says {
            Some(words) => Reply::says(words),
            None => Reply::turn(Turn::echo(&asked.body)),
        },
    }
}

fn admitted(request: &Request, desk: &Desk) -> bool {
    let keys = &desk.settings.keys;
    let known = |key: &str| keys.iter().any(|known| known == key);
    keys.is_empty() || request.key().is_some_and(known)
}

/// What a provider would say against it before any model sees it.
fn refusal(request: &Request, desk: &Desk, route: Route, asked: &Asked) -> Option<Refusal> {
    let (body, family) = (&asked.body, asked.family);
    let missing = |field: &str| body.get(field).is_none().then(|| field.to_owned());
    if !admitted(request, desk) {
        return Some(Refusal::Key);
    }
    if family == Family::Anthropic && request.header("anthropic-version").is_none() {
        return Some(Refusal::Missing(String::from("anthropic-version")));
    }
    let missing = match route {
        Route::Chat => missing("model").or_else(|| missing("messages")),
        Route::Responses => missing("model").or_else(|| missing("input")),
        Route::Messages => missing("model")
            .or_else(|| missing("max_tokens"))
            .or_else(|| missing("messages")),
        Route::Count => missing("model").or_else(|| missing("messages")),
        Route::Generate => missing("model"),
        Route::Embeddings => missing("input"),
        Route::Models => None,
        Route::Unknown => {
            let asked = format!("{} {}", request.method, request.path());
            return Some(Refusal::Unknown(asked));
        }
    };
    missing.map(Refusal::Missing)
}
