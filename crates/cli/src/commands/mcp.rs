//! `mneme mcp`: tools for an agent that speaks over standard input and output.

mod beside;
mod remote;

use std::process::ExitCode;

use mneme_access::Caller;
use mneme_model::Code;
use mneme_surfaces::mcp::{Carried, Carrier, Failure, Tools, serve_stdio};
use mneme_wire::operations::ask;
use mneme_wire::shapes::ToolRequest;
use mneme_wire::tools::{Set, Tool};
use mneme_wire::{Fault, Port};
use serde_json::{Map, Value, json};
use tokio::sync::Mutex;

use super::Outcome;
use crate::args::McpArgs;
use crate::output::note;
use crate::port;
use crate::running::{Agents, Running};
use crate::settings::Settings;
use remote::Remote;

/// The store of this machine: its server, or for the time of one call this process.
struct Local {
    settings: Settings,
    /// Where tools that name one work, unless they do.
    namespace: Option<String>,
    /// One call at a time: two of our own would keep each other from the store.
    turn: Mutex<()>,
}

pub async fn run(settings: Settings, args: McpArgs) -> Outcome {
    let set = Set::parse(&args.tools).unwrap_or_default();
    if args.elsewhere || args.url.is_some() {
        let remote = Remote::new(&settings, args.url)?;
        note(&format!(
            "mneme mcp: asks the notebook at {}",
            remote.address()
        ));
        return serve(remote, set).await;
    }
    beside::introduce(&settings).await?;
    let local = Local {
        settings,
        namespace: args.namespace,
        turn: Mutex::default(),
    };
    serve(local, set).await
}

async fn serve(carrier: impl Carrier, set: Set) -> Outcome {
    let tools = Tools {
        carrier,
        set,
        version: env!("CARGO_PKG_VERSION").into(),
    };
    let served = serve_stdio(tools).await;
    served.map_err(|error| Fault::new(Code::BadRequest, error.to_string()))?;
    Ok(ExitCode::SUCCESS)
}

impl Carrier for Local {
    /// Nobody holds the store between two calls, so that others may have it.
    fn carry<'a>(
        &'a self,
        tool: &'static Tool,
        given: Map<String, Value>,
        _caller: Option<Caller>,
    ) -> Carried<'a> {
        Box::pin(async move {
            let _turn = self.turn.lock().await;
            let port = self.port().await?;
            let asked = ToolRequest {
                name: tool.name.to_owned(),
                arguments: self.placed(tool, given),
            };
            let told = ask(&*port, &asked).await.map_err(refused)?;
            Ok(told.0)
        })
    }
}

// === impl Local ===

impl Local {
    /// A server may have come, or another one, since the last call.
    async fn port(&self) -> Result<Box<dyn Port>, Failure> {
        let found = port::look(&self.settings).await.map_err(unreachable)?;
        if found.served {
            let running = Running::find(&self.settings.data_dir).await;
            let own = Agents::of(&self.settings.notebook);
            let agreed = beside::agree(&own, &running.unwrap_or_default());
            agreed.map_err(|fault| Failure::Refused(json!(fault)))?;
        }
        Ok(found.port)
    }

    fn placed(&self, tool: &Tool, mut given: Map<String, Value>) -> Map<String, Value> {
        let names = tool.arguments.iter().any(|own| own.name == "namespace");
        if let Some(namespace) = self.namespace.as_ref().filter(|_| names) {
            let own = given.entry("namespace").or_insert(Value::Null);
            if own.is_null() {
                *own = json!(namespace);
            }
        }
        given
    }
}

fn unreachable(fault: Fault) -> Failure {
    Failure::Unreachable(format!("{}; {}", fault.error, fault.hint))
}

fn refused(fault: Fault) -> Failure {
    match fault.known_code() {
        Code::NotServing => unreachable(fault),
        _ => Failure::Refused(json!(fault)),
    }
}
