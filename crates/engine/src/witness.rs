//! Who sees what was committed, whichever door it came through: the index, before whoever wrote it is
//! answered, and the webhooks, for which nobody waits.

use std::pin::Pin;
use std::sync::Arc;

use mneme_index::Index;
use mneme_journal::{Draft, Prepared, Shown, Witness};
use mneme_store::names::Namespace;

use crate::sharing::Hooks;

pub(crate) struct Witnesses {
    pub index: Arc<Index>,
    pub hooks: Arc<Hooks>,
}

// === impl Witnesses ===

impl Witness for Witnesses {
    fn admit(&self, events: usize) -> Option<Pin<Box<dyn Future<Output = ()> + Send>>> {
        self.index.admit(events)
    }

    fn prepare(&self, draft: &Draft, slot: &Prepared) {
        self.index.prepare(draft, slot);
    }

    fn committed(&self, namespace: &Namespace, events: Vec<Shown>) {
        self.hooks.heard(namespace.ns, &events);
        self.index.committed(namespace, events);
    }

    fn settle(&self, namespace: &Namespace) {
        self.index.settle(namespace);
    }
}
