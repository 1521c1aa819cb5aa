//! Why a backup is not written, or not restored.

use std::path::PathBuf;

use mneme_model::Code;

#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    #[error("{0} is there already; --force replaces it")]
    Exists(PathBuf),
    #[error("another backup is writing {0} at this moment")]
    Busy(PathBuf),
    #[error("the backup {file} was not written: {why}")]
    NotWritten { file: PathBuf, why: String },
    #[error("{file} is not a backup of mneme: {why}")]
    NotABackup { file: PathBuf, why: String },
    #[error("{file} is damaged or cut short: {why}")]
    Damaged { file: PathBuf, why: String },
    #[error("{file} holds an entry that no backup of mneme has: {entry} ({why})")]
    Entry {
        file: PathBuf,
        entry: String,
        why: &'static str,
    },
    #[error(
        "the backup was made by a newer mneme (backup format {found}, this one reads up to {known})"
    )]
    Newer { found: u64, known: u64 },
    #[error(
        "{dir} is not empty; to replace what is in it: mneme --data-dir {dir} restore {file} --force"
    )]
    NotEmpty { dir: PathBuf, file: PathBuf },
    #[error(
        "the backup holds no key and {key} is not there: copy that file of the store it was made from to that place, then mneme --data-dir {dir} restore {file} --force"
    )]
    NoKey {
        key: PathBuf,
        dir: PathBuf,
        file: PathBuf,
    },
    #[error("the key {0} is not the one this backup was sealed under")]
    WrongKey(PathBuf),
    #[error("{dir} cannot be replaced: {why}")]
    Place { dir: PathBuf, why: String },
}

// === impl Refusal ===

impl Refusal {
    pub fn code(&self) -> Code {
        match self {
            Refusal::Exists(_) | Refusal::Busy(_) => Code::FileExists,
            Refusal::NotWritten { .. } => Code::NotWritten,
            Refusal::NotABackup { .. } | Refusal::Damaged { .. } | Refusal::Entry { .. } => {
                Code::BadBackup
            }
            Refusal::Newer { .. } => Code::StoreNewer,
            Refusal::NotEmpty { .. } => Code::NotEmpty,
            Refusal::NoKey { .. } | Refusal::WrongKey(_) => Code::KeyMissing,
            Refusal::Place { .. } => Code::CannotReplace,
        }
    }
}
