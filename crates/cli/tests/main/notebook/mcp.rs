//! Tools through real clients of the Model Context Protocol.

mod alias;
mod beside;
mod http;
mod lines;
mod memoryoss;
mod owner;
mod python;
mod slips;
mod strangers;
mod together;
mod turns;

use std::process::Command;

use rmcp::model::{CallToolRequestParams, CallToolResult, Tool};
use rmcp::service::{RoleClient, RunningService};
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use rmcp::{ServiceError, ServiceExt};
use tokio::runtime::Runtime;

use super::tools::{LEAST, least, with_antigravity};
use super::*;

/// A client of the official kit, and what it runs on.
pub struct Agent {
    runtime: Runtime,
    client: Option<RunningService<RoleClient, ()>>,
}

// === impl Agent ===

impl Agent {
    /// At the other end of a child's standard input and output.
    pub fn starting(command: Command) -> Self {
        let runtime = Runtime::new().unwrap();
        let command = tokio::process::Command::from(command);
        let client = runtime.block_on(async {
            let child = TokioChildProcess::new(command).unwrap();
            ().serve(child).await.unwrap()
        });
        let client = Some(client);
        Self { runtime, client }
    }

    /// Over HTTP.
    pub fn at(url: &str, key: Option<&str>) -> Result<Self, String> {
        use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig as Config;
        // Chosen once for the process; a second choice changes nothing.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let runtime = Runtime::new().unwrap();
        let mut config = Config::with_uri(url.to_owned());
        if let Some(key) = key {
            config = config.auth_header(key);
        }
        let client = runtime.block_on(async {
            let transport = StreamableHttpClientTransport::from_config(config);
            ().serve(transport).await
        });
        let client = Some(client.map_err(|error| error.to_string())?);
        Ok(Self { runtime, client })
    }

    fn client(&self) -> &RunningService<RoleClient, ()> {
        self.client.as_ref().unwrap()
    }

    fn tools(&self) -> Vec<Tool> {
        let listed = self.client().list_all_tools();
        self.runtime.block_on(listed).unwrap()
    }

    pub fn names(&self) -> Vec<String> {
        self.tools()
            .iter()
            .map(|tool| tool.name.to_string())
            .collect()
    }

    fn try_call(&self, name: &str, arguments: &Value) -> Result<CallToolResult, ServiceError> {
        let arguments = arguments.as_object().unwrap().clone();
        let asked = CallToolRequestParams::new(name.to_owned()).with_arguments(arguments);
        self.runtime.block_on(self.client().call_tool(asked))
    }

    /// What a tool gives: the same as text and as a value.
    pub fn call(&self, name: &str, arguments: &Value) -> Value {
        let told = self.try_call(name, arguments).unwrap();
        assert_eq!(told.is_error, Some(false), "{name}: {told:?}");
        let text = told.content[0].as_text().unwrap();
        let text: Value = serde_json::from_str(&text.text).unwrap();
        let value = told.structured_content.unwrap();
        match &text {
            Value::Object(_) => assert_eq!(value, text),
            other => assert_eq!(value["results"], *other),
        }
        text
    }

    /// What a tool says when it refuses.
    fn refused(&self, name: &str, arguments: &Value) -> Value {
        let told = self.try_call(name, arguments).unwrap();
        assert_eq!(told.is_error, Some(true), "{name}: {told:?}");
        told.structured_content.unwrap()
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        if let Some(client) = self.client.take() {
            // The other side may be gone already.
            let _ = self.runtime.block_on(client.cancel());
        }
    }
}

#[test]
fn n_078_all_tools_answer_a_client_over_standard_input() {
    let home = Home::new();
    with_antigravity(&home);
    let server = served(&home, &[]);
    let agent = Agent::starting(home.command(&["mcp", "--tools", "notebook"]));
    assert_eq!(agent.names(), LEAST.map(|(name, _)| name));
    for tool in agent.tools() {
        let hints = tool.annotations.unwrap();
        let reads = hints.read_only_hint.unwrap();
        assert!(!(reads && hints.destructive_hint.unwrap()), "{}", tool.name);
        assert!(tool.title.is_some(), "{}", tool.name);
    }
    for (name, arguments) in least(&mut guest(&server)) {
        agent.call(name, &arguments);
    }
    let told = agent.refused("memory_recall", &json!({}));
    assert_eq!(told["error"], "query is required");
    let unknown = agent.try_call("nothing", &json!({})).unwrap_err();
    assert!(unknown.to_string().contains("unknown tool: nothing"));
    server.assert_sound();
}

#[test]
fn sets_are_chosen_and_the_core_is_small() {
    let home = Home::new();
    let agent = Agent::starting(home.command(&["mcp"]));
    let tools = agent.tools();
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_ref()).collect();
    let core = [
        "remember", "recall", "context", "forget", "timeline", "session",
    ];
    assert_eq!(names, core);
    let tokens = mneme_recall::tokens::count(&serde_json::to_string(&tools).unwrap());
    assert!(tokens < 1_000, "{tokens} tokens");
    let all = Agent::starting(home.command(&["mcp", "--tools", "all"]));
    assert_eq!(all.names().len(), 6 + 31 + 4);
    let ran = home.run(&["mcp", "--tools", "some"]);
    assert_eq!(ran.code, 2, "{ran:?}");
}
