//! `mneme bench timeline`: events over gRPC, the making of the table of contents, and reading it.

mod contents;
mod ingest;
mod questions;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use mneme_wire::Fault;
use mneme_wire::proto::memory_service_client::MemoryServiceClient;
use tonic::transport::Channel;

use super::super::Outcome;
use super::load::trouble;
use super::report::Report;
use super::scratch::Scratch;
use super::server::Server;
use crate::output;

#[derive(Clone, Debug, Args)]
pub struct TimelineArgs {
    /// Sizes of the stores whose table of contents is made
    #[arg(long, value_delimiter = ',', default_values_t = [1_000, 10_000, 100_000])]
    pub events: Vec<usize>,
    /// Single events told over gRPC for each figure
    #[arg(long, default_value_t = 20_000)]
    pub calls: usize,
    /// Questions asked of the largest store
    #[arg(long, default_value_t = 1_000)]
    pub questions: usize,
    /// Where to put the stores [default: a directory for temporary files, removed afterwards]
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

type Client = MemoryServiceClient<Channel>;

/// Events of a session.
const IN_SESSION: usize = 40;
/// The largest store spans a year.
const DAY_MS: i64 = 86_400_000;
const YEAR_MS: i64 = 365 * DAY_MS;

pub async fn run(args: TimelineArgs) -> Outcome {
    let scratch = Scratch::new("timeline", args.dir.as_deref())?;
    let mut report = Report::default();
    ingest::measure(&args, scratch.path(), &mut report).await?;
    for size in &args.events {
        let dir = scratch.path().join(format!("toc-{size}"));
        contents::measure(&dir, *size, &mut report).await?;
    }
    if let Some(size) = args.events.iter().max() {
        let dir = scratch.path().join(format!("toc-{size}"));
        questions::measure(&dir, &args, &mut report).await?;
    }
    match args.json {
        true => return Ok(output::json(&report)),
        false => say!("{}", report.markdown()),
    }
    Ok(ExitCode::SUCCESS)
}

async fn connect(server: &Server) -> Result<Client, Fault> {
    let client = MemoryServiceClient::connect(server.timeline()?.to_owned());
    Ok(client
        .await
        .map_err(trouble)?
        .max_decoding_message_size(usize::MAX))
}
