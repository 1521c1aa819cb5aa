//! A notebook elsewhere, asked over HTTP as its published clients ask it.

use std::time::Duration;

use mneme_access::Caller;
use mneme_model::Code;
use mneme_surfaces::mcp::{Carried, Carrier, Failure};
use mneme_surfaces::notebook::files::Places;
use mneme_surfaces::notebook::files::antigravity::{Mode, Wish};
use mneme_wire::Fault;
use mneme_wire::tools::Tool;
use reqwest::{Client, RequestBuilder};
use serde_json::{Map, Value, json};

use crate::environment;
use crate::notebook::{Rest, sync};
use crate::settings::notebook::SECRET;

/// A summary by a model takes its time.
const AT_MOST: Duration = Duration::from_secs(180);
const TO_CONNECT: Duration = Duration::from_secs(5);

/// Tools that read files of the machine the agent is on.
const TALKS: &str = "memory_antigravity_sync";

/// What every notebook's address ends with.
const ROOT: &str = "/agentmemory";

pub struct Remote {
    client: Client,
    root: String,
    secret: Option<String>,
    /// Where talks of this machine are: the server may be on another.
    places: Places,
}

// === impl Remote ===

impl Remote {
    /// The secret is what the environment says now; nothing is built in.
    pub fn at(url: &str, places: Places) -> Result<Self, Fault> {
        let secret = environment::var(SECRET);
        let root = root(url);
        if reqwest::Url::parse(&root).is_err() {
            let told = format!("'{url}' is no address; it looks like http://127.0.0.1:3111");
            return Err(Fault::new(Code::BadSetting, told));
        }
        Ok(Self {
            client: client()?,
            root,
            secret: secret.filter(|secret| !secret.trim().is_empty()),
            places,
        })
    }

    fn with_secret(&self, request: RequestBuilder) -> RequestBuilder {
        match &self.secret {
            Some(secret) => request.bearer_auth(secret.trim()),
            None => request,
        }
    }

    async fn ask(&self, tool: &Tool, given: Map<String, Value>) -> Result<Value, Failure> {
        let request = self.client.post(format!("{}/mcp/tools", self.root));
        let body = json!({ "name": tool.name, "arguments": given }).to_string();
        let request = request
            .header("content-type", "application/json")
            .body(body);
        let answer = self.with_secret(request).send().await;
        let answer = answer.map_err(|error| self.gone(&error))?;
        let status = answer.status();
        let text = answer.text().await.map_err(|error| self.gone(&error))?;
        let body: Value = serde_json::from_str(&text).unwrap_or_else(
            |_| json!({ "error": format!("{} answered {status}, and no JSON", self.root) }),
        );
        match status.is_success() {
            true => Ok(told(body)),
            false => Err(Failure::Refused(body)),
        }
    }

    /// Talks are read here, where the agent is, and what is new in them is sent.
    async fn sync(&self, tool: &Tool, given: Map<String, Value>) -> Result<Value, Failure> {
        let text = |field: &str| given.get(field).and_then(Value::as_str);
        let mode = Mode::named(text("mode").unwrap_or_default());
        let here = std::env::current_dir().unwrap_or_default();
        let wish = Wish {
            mode: mode.map_err(|why| Failure::Refused(json!({ "error": why })))?,
            conversation: text("currentConversationId").map(str::to_owned),
            folder: text("currentFolder").map_or_else(|| here.display().to_string(), str::to_owned),
        };
        let told = |name: &str| match name {
            SECRET => self.secret.clone(),
            _ => Some(self.root.clone()),
        };
        let refused = |fault: Fault| match fault.known_code() {
            Code::NotServing => Failure::Unreachable(fault.error),
            _ => Failure::Refused(json!(fault)),
        };
        let rest = Rest::new(told).map_err(refused)?;
        let all = tool.name.ends_with("_all");
        let done = sync::sync(&rest, &self.places, wish, all).await;
        done.map_err(refused)
    }

    fn gone(&self, error: &reqwest::Error) -> Failure {
        let why = mneme_model::with_causes(error);
        Failure::Unreachable(format!("no notebook answers at {}: {why}", self.root))
    }
}

fn client() -> Result<Client, Fault> {
    // Chosen once for the process; a second choice changes nothing.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = Client::builder()
        .timeout(AT_MOST)
        .connect_timeout(TO_CONNECT)
        // An address of this machine is no business of a proxy's.
        .no_proxy()
        .build();
    client.map_err(|error| Fault::new(Code::Internal, error.to_string()))
}

/// With the notebook's own path behind it, whether or not it was given.
fn root(url: &str) -> String {
    let url = url.trim().trim_end_matches('/');
    let url = url.strip_suffix(ROOT).unwrap_or(url);
    format!("{url}{ROOT}")
}

/// The answer stands as text in the first part of the content.
fn told(mut body: Value) -> Value {
    let text = body["content"][0]["text"].take();
    let read = text.as_str().map(serde_json::from_str);
    match read {
        Some(Ok(value)) => value,
        Some(Err(_)) => json!({ "text": text }),
        None => body,
    }
}

impl Carrier for Remote {
    fn carry<'a>(
        &'a self,
        tool: &'static Tool,
        given: Map<String, Value>,
        _caller: Option<Caller>,
    ) -> Carried<'a> {
        match tool.name.starts_with(TALKS) {
            true => Box::pin(self.sync(tool, given)),
            false => Box::pin(self.ask(tool, given)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_the_same_with_and_without_its_end() {
        for url in [
            "http://h:1",
            "http://h:1/",
            "http://h:1/agentmemory",
            " http://h:1/agentmemory/ ",
        ] {
            assert_eq!(root(url), "http://h:1/agentmemory");
        }
        assert!(Remote::at("nonsense", Places::default()).is_err());
    }
}
