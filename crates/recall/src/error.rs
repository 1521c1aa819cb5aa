//! What can go wrong in recalling.

use mneme_model::Code;

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Store(#[from] mneme_store::Error),
    #[error(transparent)]
    Index(#[from] mneme_index::Error),
}

impl Error {
    pub fn code(&self) -> Code {
        match self {
            Error::Store(error) => error.code(),
            Error::Index(error) => error.code(),
        }
    }
}
