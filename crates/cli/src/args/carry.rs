//! `mneme import`, `mneme export` and `mneme audit`, as they are written.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::Place;

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "A line with `text` and `session` is an event: {\"session\": \"s1\", \"speaker\": \"Ann\", \"text\": \"…\", \"occurred_at\": \"…\"}.\nA line with `content` is a memory: {\"content\": \"…\", \"tags\": [\"…\"]}.\nImporting the same file again changes nothing: lines without an id get one made from what they say."
)]
pub struct ImportArgs {
    /// The file, or `-` for standard input
    pub file: PathBuf,
    #[command(flatten)]
    pub place: Place,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, ClapArgs)]
pub struct ExportArgs {
    /// Where to [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Also what happened, not only what is known
    #[arg(long)]
    pub events: bool,
    /// One JSON object a line, as `mneme import` reads them
    #[arg(long)]
    pub lines: bool,
    #[command(flatten)]
    pub place: Place,
}

#[derive(Debug, ClapArgs)]
pub struct AuditArgs {
    /// So many at most
    #[arg(short = 'n', long, default_value_t = 20, value_name = "N")]
    pub limit: usize,
    #[command(flatten)]
    pub place: Place,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
