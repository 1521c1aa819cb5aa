//! `mneme mcp`: tools for an agent that speaks over standard input and output.

mod beside;
mod remote;

use std::process::ExitCode;

use mneme_access::Caller;
use mneme_model::Code;
use mneme_surfaces::mcp::{Carried, Carrier, Failure, Tools, serve_stdio};
use mneme_wire::operations::ask;
use mneme_wire::shapes::{OnBehalf, ToolRequest};
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
    /// For whom the tools ask, where that is not the owner of the machine.
    on_behalf: Option<OnBehalf>,
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
        on_behalf: args.on_behalf,
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
                arguments: at_work(tool, given),
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
        let found = port::look(&self.settings, self.on_behalf.as_ref()).await;
        let found = found.map_err(unreachable)?;
        if found.served {
            let running = Running::find(&self.settings.data_dir).await;
            let own = Agents::of(&self.settings.notebook);
            let agreed = beside::agree(&own, &running.unwrap_or_default());
            agreed.map_err(|fault| Failure::Refused(json!(fault)))?;
        }
        Ok(found.port)
    }
}

/// The folder a tool is about, where none is named: an agent starts us in the one it works in.
fn at_work(tool: &Tool, mut given: Map<String, Value>) -> Map<String, Value> {
    const FOLDER: &str = "currentFolder";
    let wants = tool.arguments.iter().any(|own| own.name == FOLDER);
    let named = given
        .get(FOLDER)
        .is_some_and(|folder| !folder.is_null() && folder != "");
    if let (true, false, Ok(here)) = (wants, named, std::env::current_dir()) {
        given.insert(FOLDER.to_owned(), json!(here.display().to_string()));
    }
    given
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
