//! Refusals of access.

use mneme_model::Code;

use crate::Role;

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("missing Authorization header")]
    NoCredential,
    #[error("invalid API key")]
    BadCredential,
    #[error("this needs the role {need}, the caller has {has}", need = need.name(), has = has.name())]
    RoleTooLow { need: Role, has: Role },
    #[error("cannot access namespace outside your scope")]
    ForeignNamespace,
    #[error("rate limit exceeded")]
    RateLimited { retry_after_ms: u64 },
    #[error(transparent)]
    Store(#[from] mneme_store::Error),
}

impl Error {
    pub fn code(&self) -> Code {
        match self {
            Error::NoCredential => Code::NoCredential,
            Error::BadCredential => Code::BadCredential,
            Error::RoleTooLow { .. } => Code::RoleTooLow,
            Error::ForeignNamespace => Code::ForeignNamespace,
            Error::RateLimited { .. } => Code::RateLimited,
            Error::Store(error) => error.code(),
        }
    }
}
