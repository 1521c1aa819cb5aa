//! What a registry can refuse, each with the code its door answers.

use mneme_model::archive::Refused;

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("there is no session {0}")]
    NoSuchSession(String),
    #[error("session {0} is registered already")]
    Exists(String),
    #[error("a session cannot be registered: {0}")]
    BadSession(&'static str),
    #[error(transparent)]
    Refused(#[from] Refused),
    #[error("the record of session {id} has a status nobody knows: `{status}`")]
    UnknownStatus { id: String, status: String },
    #[error("redis_url cannot be used: {0}")]
    BadUrl(String),
    #[error("the Redis at {url} is version {version}; sessions need 7.0 or newer")]
    TooOld { url: String, version: String },
    /// What the server or the connection said. It never holds the URL's credentials.
    #[error("Redis at {url}: {source}")]
    Redis {
        url: String,
        #[source]
        source: Box<redis::RedisError>,
    },
    #[error("Redis at {url} gave an answer that makes no sense: {why}")]
    Answer { url: String, why: String },
    #[error(transparent)]
    Store(#[from] mneme_store::Error),
}

impl Error {
    /// The name of this refusal in the protocol of the archive's socket. Never rename one.
    pub fn ipc_code(&self) -> &'static str {
        match self {
            Error::NoSuchSession(_) => "SESSION_NOT_FOUND",
            Error::Exists(_) | Error::BadSession(_) => "REGISTER_FAILED",
            Error::Refused(_) => "INVALID_STATUS",
            Error::BadUrl(_)
            | Error::TooOld { .. }
            | Error::Redis { .. }
            | Error::Answer { .. } => "REDIS_ERROR",
            Error::UnknownStatus { .. } | Error::Store(_) => "INTERNAL_ERROR",
        }
    }
}
