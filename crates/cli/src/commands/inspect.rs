//! `mneme inspect`

use mneme_wire::Port;
use mneme_wire::operations::ask;
use mneme_wire::shapes::InspectRequest;

use super::Outcome;
use crate::args::InspectArgs;
use crate::output::json;

pub async fn run(port: &dyn Port, args: InspectArgs) -> Outcome {
    let request = InspectRequest {
        id: args.id,
        namespace: args.place.namespace,
    };
    let memory = ask(port, &request).await?;
    Ok(json(&memory))
}
