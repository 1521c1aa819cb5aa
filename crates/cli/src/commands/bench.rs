//! `mneme bench`: measures on this machine, each figure beside the peer it is compared with.

mod corpus;
mod load;
mod recall;
mod report;
mod rest;
mod writes;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Outcome;

#[derive(Debug, Args)]
pub struct BenchArgs {
    #[command(subcommand)]
    pub what: Bench,
}

#[derive(Debug, Subcommand)]
pub enum Bench {
    /// Durable writes, indexing, recall and start-up, on a fresh store of made-up conversation
    Load(LoadArgs),
}

#[derive(Clone, Debug, Args)]
pub struct LoadArgs {
    /// Events to write
    #[arg(long, default_value_t = 100_000)]
    pub events: usize,
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

pub async fn run(args: BenchArgs) -> Outcome {
    match args.what {
        Bench::Load(args) => load::run(args).await,
    }
}
