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
    #[error("invalid or expired token")]
    BadToken,
    #[error("this needs the role {need}, the caller has {has}", need = need.name(), has = has.name())]
    RoleTooLow { need: Role, has: Role },
    #[error("cannot access namespace outside your scope")]
    ForeignNamespace,
    #[error("this address is not on the namespace's list")]
    AddressNotAllowed,
    #[error("the Host header names another machine")]
    ForeignHost,
    #[error("a page in a browser needs a token")]
    ForeignOrigin,
    #[error("a token lives 1 to {max} seconds, not {asked}")]
    BadLifetime { asked: u64, max: u64 },
    #[error("namespace '{0}' has no admin key a token could belong to")]
    NoAdminKey(String),
    #[error("the name '{0}' is that of a shared space")]
    NameTaken(String),
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
            Error::BadToken => Code::BadToken,
            Error::RoleTooLow { .. } => Code::RoleTooLow,
            Error::ForeignNamespace => Code::ForeignNamespace,
            Error::AddressNotAllowed => Code::AddressNotAllowed,
            Error::ForeignHost => Code::ForeignHost,
            Error::ForeignOrigin => Code::ForeignOrigin,
            Error::BadLifetime { .. } => Code::BadLifetime,
            Error::NoAdminKey(_) => Code::NoSuchKey,
            Error::NameTaken(_) => Code::SpaceExists,
            Error::RateLimited { .. } => Code::RateLimited,
            Error::Store(error) => error.code(),
        }
    }
}
