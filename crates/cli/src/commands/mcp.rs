//! `mneme mcp`: tools for an agent that speaks over standard input and output.

mod remote;

use std::process::ExitCode;

use mneme_access::Caller;
use mneme_model::Code;
use mneme_surfaces::mcp::{Carried, Carrier, Failure, Tools, serve_stdio};
use mneme_wire::Fault;
use mneme_wire::operations::ask;
use mneme_wire::shapes::ToolRequest;
use mneme_wire::tools::{Set, Tool};
use serde_json::{Map, Value, json};
use tokio::sync::Mutex;

use super::Outcome;
use crate::args::McpArgs;
use crate::port;
use crate::settings::Settings;
use remote::Remote;

/// The store of this machine: its server, or for the time of one call this process.
struct Local {
    settings: Settings,
    /// One call at a time: two of our own would keep each other from the store.
    turn: Mutex<()>,
}

pub async fn run(settings: Settings, args: McpArgs) -> Outcome {
    let set = Set::parse(&args.tools).unwrap_or_default();
    if args.elsewhere || args.url.is_some() {
        return serve(Remote::new(&settings, args.url)?, set).await;
    }
    let turn = Mutex::default();
    serve(Local { settings, turn }, set).await
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
            let port = port::find(&self.settings).await.map_err(unreachable)?;
            let asked = ToolRequest {
                name: tool.name.to_owned(),
                arguments: given,
            };
            let told = ask(&*port, &asked).await.map_err(refused)?;
            Ok(told.0)
        })
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
