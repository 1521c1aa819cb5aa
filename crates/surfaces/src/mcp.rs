//! Tools for agents: the Model Context Protocol, over a socket or over standard input and output.
//!
//! A tool call becomes a call of the notebook's own routes, or an operation of the desk, with the
//! caller already known: what a tool does and what REST does cannot differ.

mod batch;
pub mod http;
mod lines;
pub mod run;
mod session;
mod shape;

use std::pin::Pin;

use mneme_access::Caller;
use mneme_wire::tools::{Effect, Set, Tool as Row};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest,
    CustomResult, ErrorCode, Extensions, Implementation, ListToolsResult, PaginatedRequestParams,
    ProtocolVersion, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Map, Value, json};

use lines::Lines;

/// Nobody could be asked, as the published system numbers it.
const UNREACHABLE: ErrorCode = ErrorCode(-32000);

/// Methods that are answered here. One of them that could not be read was asked wrongly.
const METHODS: [&str; 5] = [
    "initialize",
    "ping",
    "server/discover",
    "tools/list",
    "tools/call",
];

/// What an agent is told at the beginning.
const INSTRUCTIONS: &str = "Long-term memory of this user and project. Ask it before you assume \
something about earlier work; keep decisions, preferences and lessons in it as they come up.";

pub type Carried<'a> = Pin<Box<dyn Future<Output = Result<Value, Failure>> + Send + 'a>>;

/// Why a tool gave nothing.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The answer of whoever was asked: an object with `error`.
    Refused(Value),
    /// Nobody could be asked.
    Unreachable(String),
}

/// Whoever carries tool calls out.
pub trait Carrier: Send + Sync + 'static {
    fn carry<'a>(
        &'a self,
        tool: &'static Row,
        given: Map<String, Value>,
        caller: Option<Caller>,
    ) -> Carried<'a>;
}

/// A set of tools, and whoever carries them out.
#[derive(Clone)]
pub struct Tools<C> {
    pub carrier: C,
    /// What is offered to those who do not choose for themselves.
    pub set: Set,
    pub version: String,
}

/// Serves tools over standard input and output until the other side is gone and has its answers.
pub async fn serve_stdio<C: Carrier>(tools: Tools<C>) -> std::io::Result<()> {
    let running = match rmcp::serve_server(tools, Lines::listen()).await {
        Ok(running) => running,
        // Whoever leaves before the beginning has left.
        Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(std::io::Error::other(error.to_string())),
    };
    let ended = running.waiting().await;
    ended.map(drop).map_err(std::io::Error::other)
}

impl<C: Carrier> ServerHandler for Tools<C> {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        let name = match self.set {
            Set::Core | Set::All => "mneme",
            Set::Notebook => "agentmemory",
            Set::Memoryoss => "memoryoss",
        };
        ServerConfig::new(capabilities)
            .with_protocol_version(ProtocolVersion::LATEST)
            .with_server_info(Implementation::new(name, self.version.clone()))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = self.wanted(&context.extensions).tools().map(shown);
        Ok(ListToolsResult::with_all_items(tools.collect()))
    }

    async fn call_tool(
        &self,
        asked: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let tool = self.wanted(&context.extensions).find(&asked.name);
        let tool = tool.ok_or_else(|| unknown(&asked.name))?;
        let (given, caller) = (asked.arguments.unwrap_or_default(), of(&context.extensions));
        match self.carrier.carry(tool, given, caller).await {
            Ok(value) => {
                let failed = has_failed(&value);
                Ok(told(value, failed).into())
            }
            Err(Failure::Refused(body)) => Ok(told(body, true).into()),
            Err(Failure::Unreachable(why)) => Err(ErrorData::new(UNREACHABLE, why, None)),
        }
    }

    async fn on_custom_request(
        &self,
        asked: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        Err(misunderstood(&asked.method))
    }
}

// === impl Tools ===

impl<C> Tools<C> {
    fn wanted(&self, said: &Extensions) -> Set {
        of(said).unwrap_or(self.set)
    }
}

/// What the entrance put beside the request; over standard input there is no request.
fn of<T: Clone + Send + Sync + 'static>(said: &Extensions) -> Option<T> {
    let parts = said.get::<axum::http::request::Parts>()?;
    parts.extensions.get::<T>().cloned()
}

/// A request that is none we know: of another method, or with other params.
fn misunderstood(method: &str) -> ErrorData {
    match METHODS.contains(&method) {
        true => ErrorData::invalid_params(format!("params of {method} are missing or wrong"), None),
        false => ErrorData::new(
            ErrorCode::METHOD_NOT_FOUND,
            format!("there is no method '{method}'"),
            None,
        ),
    }
}

/// A slot that is not there, transcripts that cannot be read: REST clients read an answer, agents
/// an error.
fn has_failed(value: &Value) -> bool {
    value["success"] == false
}

fn unknown(name: &str) -> ErrorData {
    ErrorData::invalid_params(format!("unknown tool: {name}"), None)
}

/// A row as clients see it.
fn shown(row: &Row) -> Tool {
    Tool::new(row.name, row.about, row.schema())
        .with_title(row.title)
        .with_annotations(hints(row.effect))
}

fn hints(effect: Effect) -> ToolAnnotations {
    ToolAnnotations::new()
        .read_only(effect.reads_only())
        .destructive(effect.is_destructive())
        .idempotent(effect.is_idempotent())
        .open_world(false)
}

/// The same twice: as text for models, as a value for programs, where older ones want an object.
fn told(value: Value, is_error: bool) -> CallToolResult {
    let text = value.to_string();
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    result.is_error = Some(is_error);
    result.structured_content = Some(match value {
        Value::Object(_) => value,
        other => json!({ "results": other }),
    });
    result
}
