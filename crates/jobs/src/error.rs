/// Why a scheduler did not start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    #[error("two jobs are called {0}; give one of them another name or alias")]
    SameName(&'static str),
    /// Without it nobody knows which jobs are paused, so none may run.
    #[error("what is known of earlier runs cannot be read: {0}")]
    Ledger(String),
}

/// The words are a promise to clients.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Job not found: {0}")]
pub struct NoSuchJob(pub String);
