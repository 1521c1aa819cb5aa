//! What can be wrong with a recording's directory.

use std::io;
use std::path::{Path, PathBuf};

use mneme_model::Code;

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{what} {why}")]
    Invalid {
        code: Code,
        what: &'static str,
        why: &'static str,
    },
    #[error("line {line} of {path} cannot be read; the file has to be made again from its steps")]
    Torn {
        path: PathBuf,
        line: usize,
        #[source]
        source: serde_json::Error,
    },
    #[error("{0} is closed: no step follows its last one")]
    Closed(PathBuf),
    #[error("{path} is no record of a recording")]
    Record {
        path: PathBuf,
        #[source]
        source: serde_json::Error,
    },
    #[error("could not write the record as JSON")]
    Unwritten(#[source] serde_json::Error),
    #[error("could not {what} {path}")]
    Io {
        what: &'static str,
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error(transparent)]
    Store(#[from] mneme_store::Error),
}

// === impl Error ===

impl Error {
    pub fn code(&self) -> Code {
        match self {
            Error::Invalid { code, .. } => *code,
            Error::Torn { .. } | Error::Record { .. } => Code::BadFile,
            Error::Closed(_) => Code::NotWritten,
            Error::Io { source, .. } if source.kind() == io::ErrorKind::NotFound => {
                Code::NoSuchMemory
            }
            Error::Io { .. } | Error::Unwritten(_) => Code::Internal,
            Error::Store(error) => error.code(),
        }
    }

    pub(crate) fn io(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Error::Io { what, path, source }
    }
}
