//! `mneme inspect`

use mneme_model::Code;
use mneme_wire::operations::{Operation, ask};
use mneme_wire::shapes::{InspectRequest, StatsRequest};
use mneme_wire::{Fault, Port};

use super::Outcome;
use crate::args::InspectArgs;
use crate::output::json;

type Inspected = <InspectRequest as Operation>::Reply;

pub async fn run(port: &dyn Port, args: InspectArgs) -> Outcome {
    let request = InspectRequest {
        id: args.id,
        namespace: args.place.namespace,
    };
    let memory = match ask(port, &request).await {
        Err(fault) if request.namespace.is_none() && is_unknown(&fault) => {
            elsewhere(port, &request.id).await.ok_or(fault)?
        }
        told => told?,
    };
    Ok(json(&memory))
}

fn is_unknown(fault: &Fault) -> bool {
    fault.known_code() == Code::NoSuchMemory
}

/// Who names no namespace means the one that has it.
async fn elsewhere(port: &dyn Port, id: &str) -> Option<Inspected> {
    // Who may not see them all has asked in the only one there is for it.
    let stats = ask(port, &StatsRequest::default()).await.ok()?;
    for namespace in stats.namespaces {
        let request = InspectRequest {
            id: id.to_owned(),
            namespace: Some(namespace.name),
        };
        if let Ok(memory) = ask(port, &request).await {
            return Some(memory);
        }
    }
    None
}
