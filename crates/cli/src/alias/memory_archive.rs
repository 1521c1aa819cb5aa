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

/// Runs the recorder of desktop sessions.
#[derive(Debug, Parser)]
#[command(name = "ma-core", version, max_term_width = 100)]
struct Core {
    #[command(flatten)]
    core: CoreArgs,
}

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
