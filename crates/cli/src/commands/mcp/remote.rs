//! A notebook elsewhere, asked over HTTP as its published clients ask it.

use std::time::Duration;

use mneme_access::Caller;
use mneme_model::Code;
use mneme_surfaces::mcp::{Carried, Carrier, Failure};
use mneme_wire::Fault;
use mneme_wire::tools::Tool;
use reqwest::{Client, RequestBuilder};
use serde_json::{Map, Value, json};

use crate::settings::notebook::SECRET;

/// A summary by a model takes its time.
const AT_MOST: Duration = Duration::from_secs(180);
const TO_CONNECT: Duration = Duration::from_secs(5);

/// What every notebook's address ends with.
const ROOT: &str = "/agentmemory";

pub struct Remote {
    client: Client,
    root: String,
    secret: Option<String>,
}

// === impl Remote ===

impl Remote {
    /// The secret is what the environment says now; nothing is built in.
    pub fn at(url: &str) -> Result<Self, Fault> {
        let secret = std::env::var(SECRET).ok();
        let root = root(url);
        if reqwest::Url::parse(&root).is_err() {
            let told = format!("'{url}' is no address; it looks like http://127.0.0.1:3111");
            return Err(Fault::new(Code::BadSetting, told));
        }
        Ok(Self {
            client: client()?,
            root,
            secret: secret.filter(|secret| !secret.trim().is_empty()),
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
        Box::pin(self.ask(tool, given))
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
        assert!(Remote::at("nonsense").is_err());
    }
}
