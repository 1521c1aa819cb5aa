//! Started as `memory`: a few commands with one envelope, for scripts and benchmarks.

mod add;
mod args;
mod envelope;
mod search;
mod summary;
mod timeline;

use std::io::{IsTerminal, stdout};
use std::process::ExitCode;

use mneme_wire::Fault;

use super::environment;
use crate::args::Form;
use crate::commands::Outcome;
use crate::settings::{AgentMemory, load_agent_memory};
use crate::timeline::{Client, find_running};
use crate::{logging, output};
use args::Verb;
use envelope::{Envelope, Told};

pub use args::Args;

const BEST: i32 = 10;

pub async fn run(args: Args) -> Outcome {
    let as_json = match args.format {
        Some(form) => form == Form::Json,
        None => !stdout().is_terminal(),
    };
    let told = told(args).await;
    Ok(match (told, as_json) {
        (Ok(told), true) => output::json(&told.envelope),
        (Ok(told), false) => {
            say!("{}", told.text.trim_end());
            ExitCode::SUCCESS
        }
        (Err(fault), true) => Envelope::refuse(&fault),
        (Err(fault), false) => {
            output::fault(&fault, false);
            ExitCode::FAILURE
        }
    })
}

async fn told(args: Args) -> Result<Told, Fault> {
    let settings = load_agent_memory(&AgentMemory::default(), environment())?;
    logging::begin(&settings, false);
    let mut client = find_running(&settings, args.endpoint.as_deref()).await?;
    carry_out(&mut client, args.command).await
}

async fn carry_out(client: &mut Client, verb: Verb) -> Result<Told, Fault> {
    match verb {
        Verb::Search(args) => search::search(client, args.query, args.top).await,
        Verb::Recall { query } => search::search(client, query, BEST).await,
        Verb::Context { query } => search::context(client, query).await,
        Verb::Add(args) => add::add(client, args).await,
        Verb::Timeline(args) => timeline::timeline(client, args).await,
        Verb::Summary { range } => summary::summary(client, range).await,
    }
}
