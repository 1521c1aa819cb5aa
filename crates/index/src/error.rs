//! What can go wrong in finding.

use mneme_model::Code;

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Store(#[from] mneme_store::Error),
    #[error("the text index failed")]
    Text(#[from] tantivy::TantivyError),
    #[error("the index is closing")]
    Closed,
}

impl Error {
    pub fn code(&self) -> Code {
        match self {
            Error::Store(error) => error.code(),
            Error::Text(_) => Code::Internal,
            Error::Closed => Code::StoreClosed,
        }
    }
}
