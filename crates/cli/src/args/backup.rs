//! `mneme backup` and `mneme restore`

use std::path::PathBuf;

use clap::Args as ClapArgs;

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Everything acknowledged before it began is in it; writers go on meanwhile. The text index is left out and made again.\nWithout --include-key the file opens only beside keys/master.key of this store (keys/master.wrapped where a service keeps the key): keep that somewhere else.\nOf recordings it has the steps, the reasons and the documents. The directories they are written to (storage_path) are not in it: their pictures are only there, so copy them as well."
)]
pub struct BackupArgs {
    /// The file to write, by custom NAME.tar.zst
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    /// Put the secrets in keys/ into it; whoever has the file can then read everything
    #[arg(long)]
    pub include_key: bool,
    /// Replace a file of that name
    #[arg(long)]
    pub force: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "The backup is unpacked beside the data directory, checked and opened, and only then takes its place, in one step.\nThe server must be stopped."
)]
pub struct RestoreArgs {
    /// The backup
    pub file: PathBuf,
    /// Replace the store that is in the data directory; its key is kept if the backup has none
    #[arg(long)]
    pub force: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
