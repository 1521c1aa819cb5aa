//! Arguments of `setup` and `doctor`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

use crate::setup::{Profile, Target};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SignIn {
    /// The provider's own login stays as it is
    Oauth,
    /// Calls go through the gateway, with an API key
    Key,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum MemoryMode {
    /// Recall, and keep what is new
    #[default]
    Full,
    /// Recall only
    Readonly,
    /// Neither
    Off,
}

#[derive(Clone, Debug, Default, ClapArgs)]
#[command(
    after_help = "First it shows what would be written where. Lines of yours stay as they are, in every file; running it again\nchanges nothing that is in order, and --undo puts every file back. At a terminal it asks before it writes; without one,\nsilence is consent: every question has its default for an answer, and what was shown is written; a line that is no answer\nto what is asked stops it before anything is written. --dry-run only shows it, with --undo too.\n\nMEMORYOSS_PORT and MEMORYOSS_CORE_PORT choose ports, MEMORYOSS_SKIP_START=1 leaves the server alone,\nMEMORYOSS_DISABLE_SYSTEMD=1 starts it without systemd."
)]
pub struct SetupArgs {
    /// For whom: every agent that is found, one of them, or a workstation of a team [default: auto]
    #[arg(long, value_enum)]
    pub profile: Option<Profile>,
    /// Who the team is, for a team-node
    #[arg(long, value_name = "FILE")]
    pub team_manifest: Option<PathBuf>,
    /// Where a login and an API key are both there, use this [default: oauth]
    #[arg(long, value_enum, value_name = "HOW")]
    pub auth: Option<SignIn>,
    /// What the gateway does with memories; holds until another is given [default: full]
    #[arg(long, value_enum)]
    pub mode: Option<MemoryMode>,
    /// Have no model read conversations for facts, whichever keys are here
    #[arg(long)]
    pub no_extraction: bool,
    /// Have a model read them again, after a --no-extraction
    #[arg(long, conflicts_with = "no_extraction")]
    pub extraction: bool,
    /// Settle the profile, the gateway and who reads anew, in settings that are there; all else you wrote stays
    #[arg(long)]
    pub reconfigure: bool,
    /// Ask nothing
    #[arg(short, long)]
    pub yes: bool,
    /// Only show what would be written, or put back
    #[arg(long)]
    pub dry_run: bool,
    /// Put every file back as it was before
    #[arg(long, conflicts_with_all = ["profile", "team_manifest", "auth", "mode", "no_extraction", "extraction", "reconfigure"])]
    pub undo: bool,
    /// Leave the server alone
    #[arg(long)]
    pub no_start: bool,
    /// Print JSON, and ask nothing
    #[arg(long)]
    pub json: bool,
    /// Which settings, and which store.
    #[arg(skip)]
    pub target: Target,
}

#[derive(Debug, Default, ClapArgs)]
pub struct DoctorArgs {
    /// Also put right what `setup` wrote for agents and is not as it was
    #[arg(long)]
    pub repair: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// What the settings file of memoryOSS says, under whose name this was started.
    #[arg(skip)]
    pub config: Option<PathBuf>,
}
