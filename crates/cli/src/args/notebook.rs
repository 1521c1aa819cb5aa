//! `mneme notebook`

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand, ValueEnum};

use super::Place;

#[derive(Debug, ClapArgs)]
pub struct NotebookArgs {
    #[command(subcommand)]
    pub verb: NotebookVerb,
}

#[derive(Debug, Subcommand)]
pub enum NotebookVerb {
    /// Write everything of the notebook to a file: sessions, observations, memories, notes
    Export(NotebookExportArgs),
    /// Take in such a file, or the SQLite file of agentmemory
    Import(NotebookImportArgs),
    /// Take in talks another program keeps on this machine
    Sync(SyncArgs),
    /// Keep a copy of the store in a dataset of the Hugging Face hub
    Backup(HubBackupArgs),
    /// Make the store again from that dataset, where there is no store yet
    Restore(HubRestoreArgs),
}

// === impl NotebookVerb ===

impl NotebookVerb {
    pub fn wants_json(&self) -> bool {
        match self {
            NotebookVerb::Import(args) => args.json,
            NotebookVerb::Sync(args) => args.json,
            NotebookVerb::Export(_) | NotebookVerb::Backup(_) | NotebookVerb::Restore(_) => false,
        }
    }
}

#[derive(Debug, ClapArgs)]
pub struct NotebookExportArgs {
    /// Where to; `-` is standard output [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub place: Place,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Strategy {
    /// What comes in is the next state of what is here
    #[default]
    Merge,
    /// The same, and what does not come in is forgotten for good
    Replace,
    /// What is here stays
    Skip,
}

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Ids, times and versions are kept, secrets are not. Importing the same file again changes nothing.\nA SQLite file is read as it is and left alone."
)]
pub struct NotebookImportArgs {
    /// The file
    pub file: PathBuf,
    /// What becomes of what is here already
    #[arg(long, value_enum, default_value_t)]
    pub strategy: Strategy,
    /// Do not ask before something is replaced
    #[arg(short, long)]
    pub yes: bool,
    #[command(flatten)]
    pub place: Place,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Talks {
    Antigravity,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SyncMode {
    /// The talk that is named, or the one written last
    CurrentSession,
    /// Those that speak of a folder
    CurrentFolder,
    #[default]
    All,
}

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "The talks are read on this machine and sent to the server AGENTMEMORY_URL names, with AGENTMEMORY_SECRET if it has one."
)]
pub struct SyncArgs {
    /// Whose talks
    pub talks: Talks,
    /// Which of them
    #[arg(long, value_enum, default_value_t)]
    pub mode: SyncMode,
    /// The talk that is meant
    #[arg(long, value_name = "ID")]
    pub conversation: Option<String>,
    /// The folder that is meant [default: the one this is started in]
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// Also sum each session up, and reflect on it
    #[arg(long)]
    pub reflect: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "HF_TOKEN and AGENTMEMORY_DATASET_REPO (owner/name) say who and where; without them nothing is done, and that is no error.\nThe copy has the keys in it, so the dataset is made private, and a public one is refused.\nA dataset that holds a copy this store does not come from is left alone."
)]
pub struct HubBackupArgs {
    /// Look once and end, instead of again and again
    #[arg(long)]
    pub once: bool,
    /// Seconds between two looks
    #[arg(
        long,
        default_value_t = 60,
        value_name = "SECS",
        env = "AGENTMEMORY_BACKUP_SECS"
    )]
    pub every: u64,
    /// Replace a copy this store does not come from
    #[arg(long)]
    pub force: bool,
}

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Without HF_TOKEN or AGENTMEMORY_DATASET_REPO, and where the dataset has no copy, nothing is done, and that is no error."
)]
pub struct HubRestoreArgs {
    /// Replace the store that is here
    #[arg(long)]
    pub force: bool,
}
