//! `mneme forget`, `mneme supersede` and `mneme receipt`, as they are written.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

use super::Place;

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Shows what would go and asks before anything does. Forgotten words are overwritten in the\nstore, taken out of every index file and cache, and do not come back by import or restore."
)]
pub struct ForgetArgs {
    /// Ids of memories or events
    #[arg(value_name = "ID", conflicts_with = "query")]
    pub ids: Vec<String>,
    /// Everything of this session
    #[arg(long)]
    pub session: Option<String>,
    /// Everything of this agent
    #[arg(long)]
    pub agent: Option<String>,
    /// Everything with this tag; several: any of them
    #[arg(long = "tag", value_name = "TAG")]
    pub tags: Vec<String>,
    /// Only this kind, or `memory` or `event`; several: any of them
    #[arg(long = "kind", value_name = "KIND")]
    pub kinds: Vec<String>,
    /// First recorded before this time
    #[arg(long, value_name = "TIME")]
    pub before: Option<String>,
    /// What this question finds
    #[arg(long, value_name = "QUESTION")]
    pub query: Option<String>,
    /// With --query: so many answers at most [default: 10]
    #[arg(short = 'n', long, value_name = "N", requires = "query")]
    pub limit: Option<usize>,
    /// With --query: only answers with this score or a better one, 0 to 1 [default: 0.2]
    #[arg(long, value_name = "SCORE", requires = "query", value_parser = score, allow_negative_numbers = true)]
    pub min_score: Option<f64>,
    /// Everything there is
    #[arg(
        long,
        conflicts_with_all = ["ids", "session", "agent", "tags", "kinds", "before", "query"]
    )]
    pub all: bool,
    /// Only show what would go
    #[arg(long)]
    pub dry_run: bool,
    /// Do not ask
    #[arg(short, long)]
    pub yes: bool,
    /// Write a signed receipt to this file
    #[arg(long, value_name = "FILE")]
    pub receipt: Option<PathBuf>,
    #[command(flatten)]
    pub place: Place,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, ClapArgs)]
pub struct SupersedeArgs {
    /// The memory that is not true any more
    pub old: String,
    /// The memory that takes its place
    pub new: String,
    #[command(flatten)]
    pub place: Place,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "What is pinned stands before its equal, does not grow old and is not left out of searches by a prune."
)]
pub struct PinArgs {
    /// Memories, nodes (toc:…) or grips (grip:…)
    #[arg(value_name = "ID", required = true)]
    pub ids: Vec<String>,
    #[command(flatten)]
    pub place: Place,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, ClapArgs)]
pub struct ReceiptArgs {
    #[command(subcommand)]
    pub verb: ReceiptVerb,
}

#[derive(Debug, Subcommand)]
pub enum ReceiptVerb {
    /// Print the public key this store signs receipts with, to be given to whoever checks them
    Key,
    /// Check a receipt: needs no store, only the file
    Verify {
        file: PathBuf,
        /// The public key it must be signed with [default: the one it names]
        #[arg(long, value_name = "HEX")]
        key: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

fn score(text: &str) -> Result<f64, String> {
    let score = text.parse().ok();
    let score = score.filter(|score| (0.0..=1.0).contains(score));
    score.ok_or_else(|| String::from("a score lies between 0 and 1"))
}
