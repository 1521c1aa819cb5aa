//! What the journal refuses.

use mneme_model::Code;
use mneme_store as store;

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("an id must be 1 to 256 bytes without control characters")]
    BadId,
    #[error("a time must lie between 1970 and 9999")]
    BadTime,
    #[error("agents are kept apart, and this is another agent's")]
    ForeignAgent,
    #[error(transparent)]
    Store(#[from] store::Error),
}

impl Error {
    pub fn code(&self) -> Code {
        match self {
            Error::BadId => Code::BadId,
            Error::BadTime => Code::BadTime,
            Error::ForeignAgent => Code::ForeignAgent,
            Error::Store(error) => error.code(),
        }
    }
}
