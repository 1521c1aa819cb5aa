//! The command line of memoryOSS.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{ArgAction, Args as ClapArgs, CommandFactory, FromArgMatches, Parser, Subcommand};

use super::{NAME, whole};
use crate::args::{
    BackupArgs, ConfigArgs, DecayArgs, DoctorArgs, HistoryArgs, HudArgs, InspectArgs, MigrateArgs,
    OverviewArgs, RecentArgs, RestoreArgs, ReviewArgs, SchemaArgs, SetupArgs,
};
use crate::output::in_own_words;

/// The memory API of memoryOSS, served by mneme.
#[derive(Debug, Parser)]
#[command(
    name = "memoryoss",
    version,
    propagate_version = true,
    max_term_width = 100
)]
#[command(
    after_help = "Without a command it serves. What else `mneme --help` lists, it does too, on the store of its settings file."
)]
pub struct Args {
    /// Its settings file
    #[arg(
        short,
        long,
        global = true,
        default_value = "memoryoss.toml",
        value_name = "FILE"
    )]
    pub config: PathBuf,
    /// Log more; twice, everything
    #[arg(short, global = true, action = ArgAction::Count)]
    pub verbose: u8,
    /// Print the licence and end
    #[arg(long)]
    pub license: bool,
    #[command(subcommand)]
    pub command: Option<Verb>,
}

#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Run the server
    Serve,
    /// Keep the store behind another process, which is found at this address
    #[command(hide = true)]
    ServeCore {
        #[arg(long, default_value = "", hide = true)]
        core: String,
    },
    /// Pass calls of models on, with no store behind
    #[command(hide = true)]
    ServeGateway,
    /// Run the server over plain HTTP; keys are asked for as ever
    Dev,
    /// Write settings, let the agents of this machine in, and start the server
    Setup(SetupArgs),
    /// Show what is kept here and which doors are open
    Status(OverviewArgs),
    /// Check that everything is in order, and say how to mend what is not
    Doctor(DoctorArgs),
    /// Look at one memory, as JSON
    Inspect(InspectArgs),
    /// List what waits for somebody's word, and say it
    Review(ReviewArgs),
    /// Put away what nobody had a use for
    Decay(DecayArgs),
    /// Show where a memory comes from, take that along, and tell it again elsewhere
    History(HistoryArgs),
    /// Bring the tables of an older build up to date
    Migrate(SchemaArgs),
    /// Everything worth a look, at a glance
    Hud(HudArgs),
    /// Show what was said and made of memories lately
    Recent(RecentArgs),
    /// Read everything again with the configured model, and let go of vectors of others
    MigrateEmbeddings(MigrateEmbeddingsArgs),
    /// Offer its four tools to an agent over standard input and output (MCP)
    McpServer,
    /// Write everything into one file, sealed
    Backup(BackupArgs),
    /// Put a backup in the place of the data directory; the server must be stopped
    Restore(RestoreArgs),
    /// Show every setting, its value and where that came from
    Config(ConfigArgs),
    #[command(external_subcommand)]
    Other(Vec<OsString>),
    /// What only mneme has
    #[command(skip)]
    Whole(Box<crate::args::Args>),
}

#[derive(Debug, ClapArgs)]
pub struct MigrateEmbeddingsArgs {
    #[command(flatten)]
    pub args: MigrateArgs,
    /// Accepted for old scripts; the encoder chooses its own steps
    #[arg(long, value_name = "N", hide = true)]
    pub batch_size: Option<usize>,
    /// Accepted for old scripts; vectors of two models are never compared, so all are read
    #[arg(long, value_name = "NAME", hide = true)]
    pub namespace: Option<String>,
}

/// The file setup wrote, where none stands here and none was named.
fn written(here: PathBuf) -> PathBuf {
    let home = crate::connect::place::home().ok();
    let own = home.map(|home| home.join(".memoryoss").join(&here));
    let own = own.filter(|own| !here.exists() && own.is_file());
    own.unwrap_or(here)
}

// === impl Args ===

impl Args {
    /// Reads the command line, or says what is wrong with it and ends.
    pub fn read() -> Self {
        let matches = in_own_words(Self::command()).get_matches();
        let mut args = Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        let is_named = matches.value_source("config") != Some(ValueSource::DefaultValue);
        if !is_named && !matches!(args.command, Some(Verb::Setup(_))) {
            args.config = written(args.config);
        }
        if let Some(Verb::Other(words)) = &args.command
            && let Some((ours, config)) = whole::read(NAME, words)
        {
            args.config = config.unwrap_or(args.config);
            args.command = Some(Verb::Whole(Box::new(ours)));
        }
        args
    }

    pub fn wants_json(&self) -> bool {
        match &self.command {
            Some(Verb::Status(args)) => args.json,
            Some(Verb::Setup(args)) => args.json,
            Some(Verb::Doctor(args)) => args.json,
            Some(Verb::MigrateEmbeddings(migrate)) => migrate.args.json,
            Some(Verb::Backup(args)) => args.json,
            Some(Verb::Review(args)) => args.verb.wants_json(),
            Some(Verb::Decay(args)) => args.json,
            Some(Verb::History(args)) => args.verb.wants_json(),
            Some(Verb::Migrate(args)) => args.json,
            Some(Verb::Hud(args)) => args.json,
            Some(Verb::Recent(args)) => args.json,
            Some(Verb::Restore(args)) => args.json,
            Some(Verb::Config(args)) => args.wants_json(),
            Some(Verb::Whole(args)) => args.wants_json(),
            _ => false,
        }
    }
}
