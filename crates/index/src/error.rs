//! What can go wrong in finding.

use mneme_model::Code;

use crate::embed;

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Store(#[from] mneme_store::Error),
    #[error("the text index failed")]
    Text(#[from] tantivy::TantivyError),
    #[error(transparent)]
    Model(#[from] embed::Error),
    #[error("the index is closing")]
    Closed,
    #[error("old index files are still in use")]
    Busy,
}

impl Error {
    pub fn code(&self) -> Code {
        match self {
            Error::Store(error) => error.code(),
            Error::Text(_) => Code::Internal,
            Error::Model(error) => error.code(),
            Error::Closed => Code::StoreClosed,
            Error::Busy => Code::StoreInUse,
        }
    }
}
