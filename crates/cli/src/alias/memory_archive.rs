//! Started as `memory-archive`, or as `ma-core`, which is its recorder and nothing else.

use clap::Parser;

use super::environment;
use crate::args::{ArchiveVerb, CoreArgs};
use crate::commands::Outcome;
use crate::settings::Settings;
use crate::{archive, logging};

/// Records desktop sessions, and makes documents of them that can be followed again.
#[derive(Debug, Parser)]
#[command(
    name = "memory-archive",
    version,
    disable_version_flag = true,
    max_term_width = 100,
    arg_required_else_help = true
)]
#[command(
    after_help = "Without a desktop to record, see it all in two minutes:\n  memory-archive demo"
)]
pub struct Args {
    /// Print name and version
    #[arg(short = 'v', long, action = clap::ArgAction::Version)]
    version: Option<bool>,
    #[command(subcommand)]
    pub verb: ArchiveVerb,
}

/// Runs the recorder of desktop sessions in this process, until Ctrl-C or a polite kill.
///
/// It listens to the actuation peer of each session that was started, asks the capture peer for
/// pictures, and answers `memory-archive` and other programs at its socket. Its log goes to
/// standard output. One recorder runs for one settings file; `mneme serve` records too, so beside
/// it none is needed.
#[derive(Debug, Parser)]
#[command(name = "ma-core", version, max_term_width = 100)]
#[command(after_help = CORE_HELP)]
struct Core {
    #[command(flatten)]
    core: CoreArgs,
}

const CORE_HELP: &str = "\
Settings:     ~/.memory-archive/config.json, or the file MEMORY_ARCHIVE_CONFIG names, read when it
              starts; `memory-archive config` shows and sets them
Socket:       ma.sock beside the settings, or ipc_socket_path
PID file:     ma-core.pid beside the settings
Recordings:   storage_path [default: ~/memories]
Store:        mneme's own, or the directory MNEME_DATA_DIR names
Environment:  MA_CC_TOKEN and MA_EYES_TOKEN win over the tokens of the settings;
              MA_LOG_FORMAT=text logs lines for people instead of JSON

In the background:  memory-archive server start --daemon
Is it there?        memory-archive ping
What does it have?  memory-archive session list
Stop it:            memory-archive server stop";

// === impl Args ===

impl Args {
    pub fn read() -> Self {
        Self::parse()
    }

    pub fn read_core() -> Self {
        Self {
            version: None,
            verb: ArchiveVerb::Core(Core::parse().core),
        }
    }
}

pub async fn run(args: Args) -> Outcome {
    let settings = Settings::load(&environment())?;
    if !args.verb.runs_the_recorder() {
        logging::begin(&settings, false);
    }
    archive::run(&settings, args.verb).await
}
