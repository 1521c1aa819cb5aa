//! Arguments of the commands about the program itself, and where global ones came from.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{ArgMatches, Args as ClapArgs, CommandFactory, FromArgMatches, Subcommand};

use super::{Args, Global, Place};

#[derive(Debug, ClapArgs)]
pub struct ConfigArgs {
    #[command(subcommand)]
    pub verb: ConfigVerb,
}

impl ConfigArgs {
    pub fn wants_json(&self) -> bool {
        let ConfigVerb::Show { json } = self.verb;
        json
    }
}

#[derive(Debug, Subcommand)]
pub enum ConfigVerb {
    /// Every setting; secrets are shown as `(set)`
    Show {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "The link works once, within two minutes. It carries no secret of yours.")]
pub struct ViewArgs {
    /// Only print the link
    #[arg(long)]
    pub no_open: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Without a client it lists those it knows. Only our entry changes; the file as it was is kept beside it.\nA store named by --data-dir or --config, or in the environment, is the one the agent will use."
)]
pub struct ConnectArgs {
    /// claude-code, codex, cursor, copilot, vscode, gemini, antigravity or kiro
    pub client: Option<String>,
    /// Also put hooks in that tell what the agent does
    #[arg(long)]
    pub with_hooks: bool,
    /// Only show what would be written
    #[arg(long)]
    pub dry_run: bool,
    /// Put our entry in the place of another one of its name
    #[arg(long)]
    pub force: bool,
    /// What was said of the store, which the agent is told as well.
    #[arg(skip)]
    pub global: Global,
}

#[derive(Debug, ClapArgs)]
pub struct DisconnectArgs {
    /// The client, as `mneme connect` lists it
    pub client: String,
    /// Only show what would be written
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Debug, ClapArgs)]
pub struct InspectArgs {
    /// The memory's id
    pub id: String,
    #[command(flatten)]
    pub place: Place,
}

#[derive(Debug, ClapArgs)]
pub struct InstallAliasesArgs {
    /// Where to [default: beside this program]
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
pub struct DebugArgs {
    #[command(subcommand)]
    pub verb: DebugVerb,
}

#[derive(Debug, Subcommand)]
pub enum DebugVerb {
    /// Print every table, term dictionary and cache
    Dump {
        /// Unsealed: what it prints is as secret as the store
        #[arg(long, required = true)]
        plain: bool,
    },
}

const GLOBAL: [&str; 5] = ["data_dir", "config", "models_dir", "log", "log_format"];

// === impl Args ===

impl Args {
    /// Reads the command line, or says what is wrong with it and ends.
    pub fn read() -> Self {
        let matches = Self::command().get_matches();
        let read = Self::from_arg_matches(&matches);
        let mut args = read.unwrap_or_else(|error| error.exit());
        args.global.on_line = on_line(&matches);
        args
    }
}

/// A global flag may stand behind the command; what the innermost one knows is final.
fn on_line(matches: &ArgMatches) -> BTreeSet<&'static str> {
    let mut innermost = matches;
    while let Some((_, inner)) = innermost.subcommand() {
        innermost = inner;
    }
    let flag = |id: &&str| innermost.value_source(id) == Some(ValueSource::CommandLine);
    GLOBAL.into_iter().filter(flag).collect()
}
