//! From the inbox into the tail, before a writer is answered.

use std::sync::Arc;

use mneme_journal::{Prepared, Shown};
use mneme_model::Event;

use super::{Ready, Space, lock};
use crate::document::{Facets, Words, is_findable};

/// Documents put into the tail under one lock, so that a search never waits long.
const STRIDE: usize = 256;

impl Space {
    /// Notes committed events. On the writer's thread: only take them.
    pub fn note(&self, events: Vec<Shown>) {
        lock(&self.inbox).extend(events);
    }

    /// Moves the inbox into the tail, if this space is open. When it is not, opening it reads
    /// the journal, where these events are already.
    pub fn settle(&self) {
        let _settling = lock(&self.settling);
        if self.read().is_none() {
            return;
        }
        self.settle_locked();
    }

    pub(super) fn settle_locked(&self) {
        let shown = std::mem::take(&mut *lock(&self.inbox));
        let documents: Vec<_> = shown.iter().map(|shown| self.analyse(shown)).collect();
        let mut pairs = shown.into_iter().zip(documents).peekable();
        while pairs.peek().is_some() {
            let mut ready = self.write();
            let Some(inside) = ready.as_mut() else { return };
            for (shown, words) in pairs.by_ref().take(STRIDE) {
                inside.take(&shown.event, words);
                if let Some(old) = shown.event.body.replaces {
                    self.retire_vector(old, shown.event.seq);
                }
                if let Some(forgotten) = &shown.event.body.forgotten {
                    self.forget_vectors(&forgotten.seqs);
                }
            }
        }
    }

    fn analyse(&self, shown: &Shown) -> Arc<Words> {
        let event = &shown.event;
        let speaker = event.speaker.and_then(|id| self.store.known_word(id));
        prepared(&shown.prepared, || {
            Words::of(&event.body.text, speaker.as_deref(), event.occurred)
        })
    }
}

/// The words in a slot, worked out now if nobody did.
pub fn prepared(slot: &Prepared, make: impl FnOnce() -> Words) -> Arc<Words> {
    let mut make = Some(make);
    let kept = slot.get_or_init(|| match make.take() {
        Some(make) => Box::new(Arc::new(make())),
        None => Box::new(Arc::<Words>::default()),
    });
    match (kept.downcast_ref::<Arc<Words>>(), make) {
        (Some(words), _) => words.clone(),
        (None, Some(make)) => Arc::new(make()),
        (None, None) => Arc::default(),
    }
}

// === impl Ready ===

impl Ready {
    /// Takes one committed event, whatever its kind.
    pub(super) fn take(&mut self, event: &Event, words: Arc<Words>) {
        if let Some(forgotten) = &event.body.forgotten {
            self.tail.remove(&forgotten.seqs);
            // Segments keep theirs until they are purged.
            let gone = forgotten.seqs.iter().map(|seq| (*seq, event.seq));
            self.retired.extend(gone);
        }
        if event.seq <= self.cursor {
            return;
        }
        if is_findable(event) {
            self.tail.insert(Facets::of(event), words);
        }
        if let Some(old) = event.body.replaces
            && !self.tail.retire(old)
        {
            self.retired.insert(old, event.seq);
        }
    }
}
