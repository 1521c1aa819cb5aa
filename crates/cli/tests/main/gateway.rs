//! Calls of models that pass through, before a provider that is played.

mod asides;
mod cache;
mod core_port;
mod flowing;
mod held;
pub mod hybrid;
mod keys;
mod killed;
mod learned;
mod limits;
mod modes;
mod open;
mod packed;
mod passed;
mod policy;
mod published;
mod recorded;
mod silence;
mod streams;
mod talks;
mod told;

use serde_json::{Value, json};

use crate::support::{Client, Home, PATIENT, Provider, Raw, Reply, Server, send_raw};

/// A server whose proxy stands before a provider of its own.
pub struct Stage {
    pub provider: Provider,
    pub server: Server,
}

/// A form a client may call in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Chat,
    Responses,
    Messages,
}

pub const FORMS: [Form; 3] = [Form::Chat, Form::Responses, Form::Messages];
/// Keys of ours, with their namespaces, and the provider's behind them.
pub const ONE: &str = "pk-of-room-one";
pub const TWO: &str = "pk-of-room-two";
pub const REAL: &str = "sk-real-one";

pub const FERRY: &str = "The ferry to Oslo leaves from pier seven. Tickets are sold on board.";
pub const QUESTION: &str = "from which pier does our ferry to Oslo leave?";

/// Settings of a proxy before a provider: lines of its own section, and others.
pub fn settings(provider: &Provider, proxy: &str, rest: &str) -> String {
    let mapping = |key: &str, real: &str, room: &str| {
        format!(
            "[[proxy.key_mapping]]\nproxy_key = \"{key}\"\nupstream_key = \"{real}\"\nnamespace = \"{room}\"\n"
        )
    };
    // With two clients neither's key reads what the other says.
    let reads = match proxy.contains("extract") {
        true => "",
        false => "extract_api_key = \"sk-reads\"\n",
    };
    let patient = if rest.contains("[gateway]") {
        ""
    } else {
        PATIENT
    };
    format!(
        "{patient}[proxy]\nupstream_url = \"{}\"\nanthropic_upstream_url = \"{}\"\n{reads}{proxy}\n{}{}{rest}",
        provider.openai(),
        provider.anthropic(),
        mapping(ONE, REAL, "one"),
        mapping(TWO, "sk-real-two", "two"),
    )
}

// === impl Stage ===

impl Stage {
    pub fn new(proxy: &str, rest: &str) -> Self {
        let provider = Provider::start();
        let home = Home::with_settings(&settings(&provider, proxy, rest));
        let server = Server::start(&home);
        Self { provider, server }
    }

    /// With the ferry in the first room.
    pub fn with_ferry(proxy: &str, rest: &str) -> Self {
        let stage = Self::new(proxy, rest);
        stage.server.room("one").remember(FERRY);
        stage
    }

    pub fn room(&self, namespace: &str) -> Client {
        self.server.room(namespace)
    }

    /// A call with the first key.
    pub fn call(&self, form: Form, question: &str, headers: &[(&str, &str)]) -> Reply {
        self.send(form, &form.body(question, false), headers)
    }

    /// The same, as a stream.
    pub fn stream(&self, form: Form, question: &str, headers: &[(&str, &str)]) -> Reply {
        self.send(form, &form.body(question, true), headers)
    }

    pub fn send(&self, form: Form, body: &Value, headers: &[(&str, &str)]) -> Reply {
        let key = format!("Bearer {ONE}");
        let own = [("authorization", key.as_str())];
        let headers = [&own[..], headers].concat();
        self.raw("POST", form.path(), &headers, body.to_string().as_bytes())
    }

    pub fn raw(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        let line = format!("{method} {path} HTTP/1.1");
        let kind = [("content-type", "application/json")];
        let headers = &[&kind[..], headers].concat();
        let line = line.as_str();
        send_raw(
            self.server.http(),
            &Raw {
                line,
                headers,
                body,
            },
        )
    }

    /// The block in the last call the provider got.
    pub fn block(&self) -> Option<String> {
        self.provider.calls().last().unwrap().memory()
    }

    /// Numbers of the proxy, for the holder of a key.
    pub fn stats(&self) -> Value {
        let key = format!("Bearer {ONE}");
        let reply = self.raw(
            "GET",
            "/proxy/v1/debug/stats",
            &[("authorization", &key)],
            b"",
        );
        reply.ok()
    }
}

// === impl Form ===

impl Form {
    pub fn path(self) -> &'static str {
        match self {
            Form::Chat => "/proxy/v1/chat/completions",
            Form::Responses => "/proxy/v1/responses",
            Form::Messages => "/proxy/anthropic/v1/messages",
        }
    }

    /// The same behind something that was said before, so that no two conversations are one.
    pub fn after(self, before: &str, question: &str, stream: bool) -> Value {
        let mut body = self.body(question, stream);
        let list = match self {
            Form::Responses => &mut body["input"],
            Form::Chat | Form::Messages => &mut body["messages"],
        };
        let said = [("user", before), ("assistant", "I see.")];
        let said = said.map(|(role, text)| json!({ "role": role, "content": text }));
        list.as_array_mut().unwrap().splice(0..0, said);
        body
    }

    pub fn body(self, question: &str, stream: bool) -> Value {
        let user = json!([{ "role": "user", "content": question }]);
        match self {
            Form::Chat => json!({ "model": "gpt-4o", "messages": user, "stream": stream }),
            Form::Responses => json!({ "model": "gpt-4o", "input": user, "stream": stream }),
            Form::Messages => {
                json!({ "model": "claude-sonnet-4-6", "max_tokens": 100, "messages": user, "stream": stream })
            }
        }
    }
}
