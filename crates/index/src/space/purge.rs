//! After forgetting: what segments still hold of it is merged away. After a new key: what the
//! old one sealed is sealed again.

use mneme_model::Seq;

use super::gather::{Gathered, Gatherer};
use super::{Space, lock};
use crate::lexical::Segments;
use crate::{Error, Result};

impl Space {
    /// Takes forgotten records out of the segments, with the words their neighbours had of
    /// them, until no file holds them any more. On the follower's thread.
    pub fn purge(&self, gone: &[Seq]) -> Result<()> {
        self.open();
        if !self.is_open() {
            return Err(Error::Closed);
        }
        self.settle();
        // A vector may have arrived after its record was forgotten.
        self.forget_vectors(gone);
        let mut slot = lock(&self.segments);
        let Some(segments) = slot.as_mut() else {
            // It lives in the tail alone, which is clean already.
            return Ok(());
        };
        let (seqs, last) = (gone.to_vec(), segments.cursor());
        let around: Vec<Gathered> = self
            .store
            .read_now(move |view| Gatherer::new(view, Vec::new())?.around(&seqs, last))?;
        segments.purge(around.iter().map(Gathered::document), gone)?;
        if let Some(ready) = self.write().as_mut() {
            ready.view = Some(segments.view());
            ready.retired.retain(|seq, _| !gone.contains(seq));
        }
        segments.sweep()
    }

    /// Seals under the namespace's key of now what another one sealed. On the follower's thread.
    pub fn reseal(&self) -> Result<()> {
        self.open();
        if !self.is_open() {
            return Err(Error::Closed);
        }
        lock(&self.segments)
            .as_ref()
            .map_or(Ok(()), Segments::reseal)
    }

    /// Every word this space holds, wherever it is kept.
    pub fn terms(&self) -> Result<Vec<String>> {
        let ready = self.read();
        let Some(inside) = ready.as_ref() else {
            return Ok(Vec::new());
        };
        let mut terms: Vec<String> = inside.tail.terms().map(str::to_owned).collect();
        let tags = inside.tail.tags().map(|tag| format!("tag {tag}"));
        terms.extend(tags);
        if let Some(view) = &inside.view {
            view.each_term(|term| terms.push(term.to_owned()))?;
        }
        Ok(terms)
    }

    /// Positions this space can find.
    pub fn seqs(&self) -> Result<Vec<Seq>> {
        self.settle();
        let ready = self.read();
        let Some(inside) = ready.as_ref() else {
            return Ok(Vec::new());
        };
        let mut seqs: Vec<Seq> = inside.tail.seqs().collect();
        if let Some(view) = &inside.view {
            view.each_live(|seq| seqs.push(seq))?;
        }
        seqs.sort_unstable();
        Ok(seqs)
    }
}
