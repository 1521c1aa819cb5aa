//! Why a screen could not be opened, or ended badly.

use std::io;
use std::path::PathBuf;

use mneme_model::Code;

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
    #[error("your work is saved, but the recorder did not take it: {0}")]
    Recorder(String),
}

impl Error {
    pub fn code(&self) -> Code {
        match self {
            Error::NoTerminal => Code::BadRequest,
            Error::BadRecord { .. } => Code::BadFile,
            Error::Recorder(_) => Code::NotServing,
            Error::Terminal(_) | Error::Read { .. } | Error::Write { .. } => Code::Internal,
        }
    }
}
