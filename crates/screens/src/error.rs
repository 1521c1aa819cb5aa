//! Why a screen could not be opened, or ended badly.

use std::io;
use std::path::PathBuf;

use mneme_model::Code;

/// What a person is told while they still look at what is gone.
pub const GONE: &str = "This session was deleted: nothing is saved any more. Ctrl+Q leaves.";

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("this needs a terminal: keyboard and screen must be one, not a pipe or a file")]
    NoTerminal,
    #[error("the terminal failed")]
    Terminal(#[source] io::Error),
    #[error("cannot read {}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("cannot write {}", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error("{} is not the record of a recording", path.display())]
    BadRecord {
        path: PathBuf,
        source: serde_json::Error,
    },
    #[error("the session was deleted or moved while it was open")]
    Gone,
    #[error("your work is saved, but the recorder did not take it: {0}")]
    Recorder(String),
}

impl Error {
    pub fn code(&self) -> Code {
        match self {
            Error::NoTerminal => Code::BadRequest,
            Error::BadRecord { .. } | Error::Gone => Code::BadFile,
            Error::Recorder(_) => Code::NotServing,

            Error::Terminal(_) | Error::Read { .. } | Error::Write { .. } => Code::Internal,
        }
    }
}
