//! Four ways of asking the same thing.

use mneme_model::Secret;
use reqwest::RequestBuilder;
use serde_json::{Value, json};

use super::Settings;

/// Whose way of asking a provider understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    OpenAi,
    Anthropic,
    Gemini,
    /// A model on this machine, which needs no key.
    Ollama,
}

/// What an answer should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A JSON object, where a provider can be asked for one.
    Object,
    /// Any text, of so many tokens at most.
    Text(u32),
}

/// The longest answer the second protocol is asked for; it must be told one.
const MAX_TOKENS: u32 = 1_024;

// === impl Protocol ===

impl Protocol {
    pub fn base_url(self) -> &'static str {
        match self {
            Self::OpenAi => "https://api.openai.com/v1",
            Self::Anthropic => "https://api.anthropic.com/v1",
            Self::Gemini => "https://generativelanguage.googleapis.com/v1beta",
            Self::Ollama => "http://127.0.0.1:11434",
        }
    }

    pub(super) fn request(self, settings: &Settings, prompt: &str) -> (String, Value) {
        let base = match settings.base_url.as_str() {
            "" => self.base_url(),
            base => base.trim_end_matches('/'),
        };
        let messages = json!([{ "role": "user", "content": prompt }]);
        let model = &settings.model;
        match self {
            Self::OpenAi => (
                format!("{base}/chat/completions"),
                match settings.form {
                    Form::Object => json!({
                        "model": model,
                        "messages": messages,
                        "response_format": { "type": "json_object" },
                    }),
                    Form::Text(most) => {
                        json!({ "model": model, "max_tokens": most, "messages": messages })
                    }
                },
            ),
            Self::Anthropic => {
                let most = match settings.form {
                    Form::Object => MAX_TOKENS,
                    Form::Text(most) => most,
                };
                let body = json!({ "model": model, "messages": messages, "max_tokens": most });
                (format!("{base}/messages"), body)
            }
            Self::Gemini => {
                let kind = match settings.form {
                    Form::Object => "application/json",
                    Form::Text(_) => "text/plain",
                };
                let body = json!({
                    "contents": [{ "role": "user", "parts": [{ "text": prompt }] }],
                    "generationConfig": { "responseMimeType": kind },
                });
                (format!("{base}/models/{model}:generateContent"), body)
            }
            Self::Ollama => (
                format!("{base}/api/generate"),
                json!({ "model": model, "prompt": prompt, "stream": false }),
            ),
        }
    }

    pub(crate) fn sign(self, request: RequestBuilder, key: &Secret) -> RequestBuilder {
        match self {
            Self::OpenAi => request.bearer_auth(&key.0),
            Self::Anthropic => request
                .header("x-api-key", &key.0)
                .header("anthropic-version", "2023-06-01"),
            // In a header: an address is written into logs.
            Self::Gemini => request.header("x-goog-api-key", &key.0),
            Self::Ollama => request,
        }
    }

    pub(super) fn text(self, reply: &Value) -> Option<String> {
        let text = match self {
            Self::OpenAi => reply.pointer("/choices/0/message/content"),
            Self::Anthropic => reply.pointer("/content/0/text"),
            Self::Gemini => return parts(reply),
            Self::Ollama => reply.get("response"),
        };
        text.and_then(Value::as_str).map(str::to_owned)
    }
}

/// An answer in several parts is one answer; what the model only thought is none.
fn parts(reply: &Value) -> Option<String> {
    let parts = reply.pointer("/candidates/0/content/parts")?.as_array()?;
    let said = parts.iter().filter(|part| part["thought"] != true);
    let text: String = said.filter_map(|part| part["text"].as_str()).collect();
    (!text.is_empty()).then_some(text)
}
