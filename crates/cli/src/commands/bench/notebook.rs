//! `mneme bench notebook`: what an agent's hooks cost it, as the notebook grows.

mod crowd;
mod observing;
mod reading;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use observing::Disk;

use super::super::Outcome;
use super::corpus::Corpus;
use super::report::Report;
use super::scratch::Scratch;
use super::server::Server;
use crate::output;

#[derive(Clone, Debug, Args)]
pub struct NotebookArgs {
    /// Observations the notebook holds when it is measured
    #[arg(long, value_delimiter = ',', default_values_t = [100, 1_000, 10_000, 100_000])]
    pub observations: Vec<usize>,
    /// Observations and questions timed at each size
    #[arg(long, default_value_t = 500)]
    pub calls: usize,
    /// Connections that fill it
    #[arg(long, default_value_t = 16)]
    pub clients: usize,
    /// Connections that remember, search and list at once, at each size
    #[arg(long, value_delimiter = ',', default_values_t = [1, 10, 100])]
    pub crowd: Vec<usize>,
    /// Where to put the store [default: a directory for temporary files, removed afterwards]
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

pub async fn run(args: NotebookArgs) -> Outcome {
    let scratch = Scratch::new("notebook", args.dir.as_deref())?;
    let (mut report, corpus) = (Report::default(), Corpus::new());
    let mut disk = Disk::beside(scratch.path())?;
    let dir = scratch.path().join("notebook");
    let server = Server::start(&dir)?;
    let mut sizes = args.observations.clone();
    sizes.sort_unstable();
    let mut held = 0;
    for size in sizes {
        held = observing::fill(&server, &corpus, held..size, &args, &mut report)?;
        let pair = (&server, &mut disk);
        held = observing::measure(pair, &corpus, held, &args, &mut report)?;
        reading::measure(&server, &corpus, held, &args, &mut report)?;
        crowd::measure(&server, &corpus, held, &args, &mut report)?;
    }
    let mib = server.resident() as f64 / (1024.0 * 1024.0);
    report.add(
        "memory of the server",
        mib,
        "MiB",
        format!("{held} observations"),
    );
    drop(server);
    let began = Instant::now();
    let server = Server::start(&dir)?;
    reading::once(&server, &corpus)?;
    let ms = began.elapsed().as_secs_f64() * 1_000.0;
    report.add(
        "cold start to the first search",
        ms,
        "ms",
        format!("{held} observations"),
    );
    match args.json {
        true => return Ok(output::json(&report)),
        false => say!("{}", report.markdown()),
    }
    Ok(ExitCode::SUCCESS)
}
