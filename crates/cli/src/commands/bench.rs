//! `mneme bench`: measures on this machine, each figure beside the peer it is compared with.

mod archive;
mod contradictions;
mod corpus;
mod gateway;
mod lanes;
mod load;
pub(crate) mod locomo;
mod meaning;
mod needles;
mod notebook;
mod plot;
mod recall;
mod report;
mod rest;
mod scratch;
mod server;
mod settle;
mod soak;
mod table;
mod timeline;
mod writes;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use mneme_recall::Ranking;

use super::Outcome;
use crate::settings::Settings;
use locomo::LocomoArgs;
use needles::NeedlesArgs;

#[derive(Debug, Args)]
pub struct BenchArgs {
    #[command(subcommand)]
    pub what: Bench,
}

#[derive(Debug, Subcommand)]
pub enum Bench {
    /// Recording desktops: latency, steps a second, pictures, memory of recordings that do nothing
    Archive(archive::ArchiveArgs),
    /// What the proxy adds to a call of a model, beside the same call made directly
    Gateway(gateway::GatewayArgs),
    /// Write and ask for minutes, and see that nothing is lost and nothing grows
    Soak(soak::SoakArgs),
    /// Whether early memories are kept in view, strangers kept out, and nothing is kept twice; fails if not
    Lanes(lanes::LanesArgs),
    /// Durable writes, indexing, recall and start-up, on a fresh store of made-up conversation
    Load(LoadArgs),
    /// How well turns of long conversations are found, by each ranking and by plain search
    Locomo(LocomoArgs),
    /// How often the one right memory among thousands is found, by identifier and by paraphrase
    Needles(NeedlesArgs),
    /// Observations, searches and contexts of the notebook as it grows
    Notebook(notebook::NotebookArgs),
    /// Events over gRPC, the making of the table of contents, and reading it
    Timeline(timeline::TimelineArgs),
}

#[derive(Clone, Debug, Args)]
pub struct LoadArgs {
    /// How many memories the store is to hold
    #[arg(long, alias = "events", default_value_t = 100_000)]
    pub memories: usize,
    /// Also, by words alone, with so many; 0 for not
    #[arg(long, default_value_t = 20_000)]
    pub smaller: usize,
    /// Concurrent clients for single stores
    #[arg(long, default_value_t = 64)]
    pub clients: usize,
    /// Single stores in all
    #[arg(long, default_value_t = 20_000)]
    pub stores: usize,
    /// Questions asked
    #[arg(long, default_value_t = 1_000)]
    pub questions: usize,
    /// Where to put the stores [default: a directory for temporary files, removed afterwards]
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

pub async fn run(settings: &Settings, args: BenchArgs) -> Outcome {
    match args.what {
        Bench::Archive(args) => archive::run(args).await,
        Bench::Gateway(args) => gateway::run(args, &settings.engine).await,
        Bench::Lanes(args) => lanes::run(&args),
        Bench::Load(args) => load::run(args, &settings.engine).await,
        Bench::Soak(args) => soak::run(&args),
        Bench::Locomo(args) => locomo::run(args, &settings.engine).await,
        Bench::Needles(args) => needles::run(args, &settings.engine).await,
        Bench::Notebook(args) => notebook::run(args).await,
        Bench::Timeline(args) => timeline::run(args).await,
    }
}

// === impl BenchArgs ===

impl BenchArgs {
    /// Whether errors should be JSON too.
    pub fn wants_json(&self) -> bool {
        match &self.what {
            Bench::Archive(args) => args.json,
            Bench::Gateway(args) => args.json,
            Bench::Lanes(args) => args.json,
            Bench::Load(args) => args.json,
            Bench::Soak(args) => args.json,
            Bench::Locomo(args) => args.json,
            Bench::Needles(args) => args.json,
            Bench::Notebook(args) => args.json,
            Bench::Timeline(args) => args.json,
        }
    }
}

/// A ranking by its name.
fn ranking(text: &str) -> Result<Ranking, String> {
    Ranking::parse(text).ok_or_else(|| String::from("mneme, memoryoss, words or vectors"))
}
