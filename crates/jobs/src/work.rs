use std::collections::BTreeMap;
use std::pin::Pin;

pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// What a run says about itself, shown with its job's status.
pub type Notes = BTreeMap<String, String>;

/// What a job does. A run that takes too long is dropped where it waits, so whatever must not be
/// left half done belongs into one step.
pub trait Work: Send + Sync {
    /// Nothing (`Ok(None)`) means that there was nothing to do: a scheduled run still counts, a
    /// nudged one leaves no trace.
    fn run(&self) -> BoxFuture<'_, Result<Option<Notes>, String>>;
}
