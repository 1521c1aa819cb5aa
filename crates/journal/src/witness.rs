//! Who must have seen an event before its writer is answered: the index, so that what was
//! acknowledged is found by the next recall.

use std::any::Any;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};

use mneme_model::Event;
use mneme_store::names::Namespace;

use crate::Draft;

/// Whatever a witness worked out about a draft while the writer was busy with it. Filled by
/// whoever gets there first.
pub type Prepared = Arc<OnceLock<Box<dyn Any + Send + Sync>>>;

/// A committed event, with the slot for what was prepared for it.
pub struct Shown {
    pub event: Event,
    pub prepared: Prepared,
}

pub trait Witness: Send + Sync {
    /// A wait to take before writing `events` more, when the witness is too far behind.
    fn admit(&self, events: usize) -> Option<Pin<Box<dyn Future<Output = ()> + Send>>>;

    /// Called on the caller's thread while the writer commits.
    fn prepare(&self, draft: &Draft, slot: &Prepared);

    /// Called on the writer's thread after the commit, in journal order: only take note.
    fn committed(&self, namespace: &Namespace, events: Vec<Shown>);

    /// Called on the caller's thread before it is answered: be ready to be asked.
    fn settle(&self, namespace: &Namespace);
}

/// Sees nothing; for tools and tests that need no index.
pub struct Nobody;

impl Witness for Nobody {
    fn admit(&self, _: usize) -> Option<Pin<Box<dyn Future<Output = ()> + Send>>> {
        None
    }

    fn prepare(&self, _: &Draft, _: &Prepared) {}

    fn committed(&self, _: &Namespace, _: Vec<Shown>) {}

    fn settle(&self, _: &Namespace) {}
}
