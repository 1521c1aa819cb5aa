//! `mneme debug`

use std::process::ExitCode;

use mneme_wire::Port;
use mneme_wire::operations::ask;
use mneme_wire::shapes::DumpRequest;

use super::Outcome;
use crate::args::{DebugArgs, DebugVerb};
use crate::output::plain;

pub async fn run(port: &dyn Port, args: DebugArgs) -> Outcome {
    let DebugVerb::Dump { .. } = args.verb;
    for line in ask(port, &DumpRequest {}).await?.lines {
        say!("{}", plain(&line));
    }
    Ok(ExitCode::SUCCESS)
}
