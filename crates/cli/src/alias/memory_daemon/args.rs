//! The command line of `memory-daemon`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args as ClapArgs, Parser, Subcommand};

use crate::args::{AskArgs, CompactArgs, ConfigArgs, JobsVerb, Question, RebuildTocArgs};

const LEVELS: [&str; 5] = ["trace", "debug", "info", "warn", "error"];

/// The timeline of agents' conversations, served by mneme.
#[derive(Debug, Parser)]
#[command(
    name = "memory-daemon",
    version,
    propagate_version = true,
    max_term_width = 100
)]
#[command(
    after_help = "Examples:\n  memory-daemon start\n  memory-daemon status\n  memory-daemon query root\n  memory-daemon stop\n\n`mneme` has the whole product; `mneme timeline` asks the same questions."
)]
pub struct Args {
    /// Path to config file [default: ~/.config/agent-memory/config.toml]
    #[arg(short, long, global = true, value_name = "PATH")]
    pub config: Option<PathBuf>,
    // Not global: behind `query browse` and `query events` the letter means the limit.
    /// Log level; stands before the command
    #[arg(short, long, value_name = "LEVEL", value_parser = PossibleValuesParser::new(LEVELS))]
    pub log_level: Option<String>,
    /// Override database path
    #[arg(long, global = true, value_name = "PATH")]
    pub db_path: Option<PathBuf>,
    #[command(subcommand)]
    pub command: Verb,
}

#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Start the memory daemon
    Start(StartArgs),
    /// Stop the running daemon
    Stop,
    /// Show daemon status
    Status(StatusArgs),
    /// Ask the daemon for nodes, events and grips
    Query(QueryArgs),
    /// Look after the database, whether or not the daemon runs
    Admin(AdminArgs),
    /// Manage background jobs
    Scheduler(SchedulerArgs),
    /// Show every setting, its value and where that came from
    Config(ConfigArgs),
    #[command(external_subcommand)]
    Other(Vec<OsString>),
}

#[derive(Debug, ClapArgs)]
pub struct StartArgs {
    /// Run in foreground (don't daemonize)
    #[arg(short, long)]
    pub foreground: bool,
    /// Override gRPC port [default: 50051]
    #[arg(short, long, value_name = "PORT")]
    pub port: Option<u16>,
    /// Is the daemon that another `start` waits for.
    #[arg(long, hide = true)]
    pub detached: bool,
}

#[derive(Debug, ClapArgs)]
pub struct StatusArgs {
    /// Also show where it keeps things, and its other doors
    #[arg(short, long)]
    pub verbose: bool,
    #[command(flatten)]
    pub ask: AskArgs,
}

#[derive(Debug, ClapArgs)]
pub struct QueryArgs {
    #[command(flatten)]
    pub ask: AskArgs,
    #[command(subcommand)]
    pub question: Question,
}

#[derive(Debug, ClapArgs)]
pub struct AdminArgs {
    /// Print JSON
    #[arg(long, global = true)]
    pub json: bool,
    #[command(subcommand)]
    pub verb: AdminVerb,
}

#[derive(Debug, Subcommand)]
pub enum AdminVerb {
    /// Show database statistics
    Stats,
    /// Give room back that nothing uses any more
    Compact(CompactArgs),
    /// Rebuild the table of contents from raw events
    RebuildToc(RebuildTocArgs),
}

#[derive(Debug, ClapArgs)]
pub struct SchedulerArgs {
    #[command(flatten)]
    pub ask: AskArgs,
    #[command(subcommand)]
    pub verb: JobsVerb,
}

// === impl Args ===

impl Args {
    /// Reads the command line, or says what is wrong with it and ends.
    pub fn read() -> Self {
        Self::parse()
    }

    pub fn wants_json(&self) -> bool {
        match &self.command {
            Verb::Status(args) => args.ask.wants_json(),
            Verb::Query(args) => args.ask.wants_json(),
            Verb::Scheduler(args) => args.ask.wants_json(),
            Verb::Admin(args) => args.json,
            Verb::Config(args) => args.wants_json(),
            _ => false,
        }
    }
}
