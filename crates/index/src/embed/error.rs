//! What can go wrong between a model's files and a vector.

use std::path::{Path, PathBuf};

use mneme_model::Code;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{} is missing; put the files of the model there", path.display())]
    Missing { path: PathBuf },
    #[error("{} cannot be used: {why}", path.display())]
    Damaged { path: PathBuf, why: String },
    #[error("{what} is not supported")]
    Unsupported { what: String },
    #[error("{model} gave no vectors: {why}")]
    Elsewhere { model: String, why: String },
}

impl Error {
    pub fn code(&self) -> Code {
        match self {
            Error::Missing { .. } => Code::ModelMissing,
            Error::Elsewhere { .. } => Code::ModelFetch,
            Error::Damaged { .. } => Code::ModelDamaged,
            Error::Unsupported { .. } => Code::BadModel,
        }
    }

    pub(crate) fn damaged(path: &Path, why: impl Into<String>) -> Self {
        let path = path.to_owned();
        Error::Damaged {
            path,
            why: why.into(),
        }
    }

    pub(crate) fn unsupported(what: impl Into<String>) -> Self {
        Error::Unsupported { what: what.into() }
    }
}
