//! `mneme import`, `mneme export` and `mneme audit`, as they are written.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::Place;

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "A line with `text` and `session` is an event: {\"session\": \"s1\", \"speaker\": \"Ann\", \"text\": \"…\", \"occurred_at\": \"…\"}.\nA line with `content` is a memory: {\"content\": \"…\", \"tags\": [\"…\"]}.\nWhat `mneme export` wrote is read as it is: memories keep their ids, what was superseded stays so.\nImporting the same file again changes nothing: lines without an id get one made from what they say.\nWhat the store refuses is named and left out, and the rest imported; the exit code says so."
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
#[command(
    after_help = "`mneme import` reads what this writes, with or without --lines. Former versions of a memory, and what was believed at an\nearlier time, stay behind: `mneme backup` takes everything."
)]
pub struct ExportArgs {
    /// Where to; `-` is standard output [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Also what happened, not only what is known
    #[arg(long)]
    pub events: bool,
    /// One JSON object a line, a record each
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
    /// Only of this namespace [default: all]; `mneme status` lists those there are
    #[arg(long, value_name = "NAME")]
    pub namespace: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
