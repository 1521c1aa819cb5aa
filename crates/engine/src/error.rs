//! What an operation answers when it does not succeed.

use mneme_model::Code;

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The request itself is wrong; the sentence says how.
    #[error("{message}")]
    Refused { code: Code, message: String },
    #[error(transparent)]
    Access(#[from] mneme_access::Error),
    #[error(transparent)]
    Store(#[from] mneme_store::Error),
    #[error(transparent)]
    Journal(#[from] mneme_journal::Error),
    #[error(transparent)]
    Index(#[from] mneme_index::Error),
    #[error(transparent)]
    Recall(#[from] mneme_recall::Error),
}

// === impl Error ===

impl Error {
    pub fn refused(code: Code, message: impl Into<String>) -> Self {
        Error::Refused {
            code,
            message: message.into(),
        }
    }

    pub fn code(&self) -> Code {
        match self {
            Error::Refused { code, .. } => *code,
            Error::Access(error) => error.code(),
            Error::Store(error) => error.code(),
            Error::Journal(error) => error.code(),
            Error::Index(error) => error.code(),
            Error::Recall(error) => error.code(),
        }
    }

    /// Whether only the table of contents is damaged, which the journal gives again.
    pub fn is_of_contents(&self) -> bool {
        matches!(self, Error::Store(mneme_store::Error::Contents { .. }))
    }

    /// How long to wait before asking again, where waiting helps.
    pub fn retry_after_ms(&self) -> Option<u64> {
        match self {
            Error::Access(mneme_access::Error::RateLimited { retry_after_ms }) => {
                Some(*retry_after_ms)
            }
            Error::Refused {
                code: Code::PurgePending,
                ..
            } => Some(1_000),
            _ => None,
        }
    }
}
