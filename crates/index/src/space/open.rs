//! The follower's part: opening a space, and moving its tail into segments.

use std::collections::HashMap;

use mneme_model::Seq;
use mneme_store::tables::journal;

use super::gather::{Gathered, Gatherer, Record};
use super::{Ready, Space, State, lock};
use crate::lexical::Segments;
use crate::tail::Tail;
use crate::{Error, Result};

impl Space {
    /// Makes the space searchable: opens its segments and reads what they lack. On the
    /// follower's thread.
    pub fn open(&self) {
        if self.is_open() {
            return;
        }
        let opened = self.try_open();
        self.state.send_replace(match opened {
            Ok(()) => State::Open,
            Err(error) => State::Failed(error.to_string()),
        });
    }

    fn try_open(&self) -> Result<()> {
        let dir = Segments::dir(self.store.dir(), &self.namespace);
        let mut segments = dir.exists().then(|| self.open_segments()).transpose()?;
        let cursor = segments.as_ref().map_or(0, Segments::cursor);
        let missing = self.missing(cursor)?;
        let mut rest = missing.as_slice();
        while rest.len() > self.settings.small_namespace {
            let (batch, left) = rest.split_at(rest.len().min(self.settings.batch_events));
            self.write_batch(self.segments_or_new(&mut segments)?, batch, Vec::new())?;
            rest = left;
        }
        let cursor = segments.as_ref().map_or(0, Segments::cursor);
        let read = rest.last().copied().unwrap_or(cursor);
        let mut tail = self.read_tail(Tail::default(), rest.to_vec())?;
        let view = segments.as_ref().map(Segments::view);
        *lock(&self.segments) = segments;
        self.reload_vectors();
        let _settling = lock(&self.settling);
        // While an old state was still answering, it took what was written meanwhile.
        tail = self.read_tail(tail, self.missing(read)?)?;
        *self.write() = Some(Ready {
            tail,
            view,
            cursor,
            retired: HashMap::new(),
        });
        self.settle_locked();
        Ok(())
    }

    fn missing(&self, cursor: Seq) -> Result<Vec<Seq>> {
        let ns = self.namespace.ns;
        self.store
            .read_now(move |view| Ok(journal::positions_after(view, ns, cursor)?))
    }

    /// Adds these events to a tail, and marks the versions that they retire.
    fn read_tail(&self, mut tail: Tail, seqs: Vec<Seq>) -> Result<Tail> {
        if seqs.is_empty() {
            return Ok(tail);
        }
        self.store.read_now(move |view| {
            let mut gatherer = Gatherer::new(view, Vec::new())?;
            for seq in seqs {
                if let Some(record) = gatherer.record(seq)? {
                    let replaces = record.facets.replaces;
                    tail.insert(record.facets, record.words);
                    replaces.map(|old| tail.retire(old));
                }
            }
            Ok::<_, Error>(tail)
        })
    }

    fn segments_or_new<'s>(&self, segments: &'s mut Option<Segments>) -> Result<&'s mut Segments> {
        if segments.is_none() {
            *segments = Some(self.open_segments()?);
        }
        segments.as_mut().ok_or(Error::Closed)
    }

    /// Keeps in mind that they were damaged: whoever asks for a proof wants to know.
    fn open_segments(&self) -> Result<Segments> {
        let dir = Segments::dir(self.store.dir(), &self.namespace);
        let segments = Segments::open(&dir, &self.namespace)?;
        if let Some(why) = segments.mended() {
            *lock(&self.mended) = Some(format!("{} did not open ({why})", dir.display()));
        }
        Ok(segments)
    }

    /// Moves one batch of the tail into the segments. Whether there is more to move.
    pub fn flush(&self) -> Result<bool> {
        self.settle();
        let Some((batch, known)) = self.next_batch() else {
            return Ok(false);
        };
        let mut slot = lock(&self.segments);
        let segments = self.segments_or_new(&mut slot)?;
        self.write_batch(segments, &batch, known)
            .inspect_err(|_| segments.rollback())?;
        let (view, cursor) = (segments.view(), segments.cursor());
        drop(slot);
        if let Some(ready) = self.write().as_mut() {
            ready.view = Some(view);
            ready.cursor = cursor;
            ready.tail.forget_through(cursor);
            ready.retired.retain(|_, by| *by > cursor);
        }
        Ok(self.has_batch())
    }

    fn has_batch(&self) -> bool {
        let ready = self.read();
        ready.as_ref().is_some_and(|ready| {
            let small = ready.view.is_none() && ready.tail.len() <= self.settings.small_namespace;
            !ready.tail.is_empty() && !small
        })
    }

    /// The oldest documents of the tail, when they are to move.
    fn next_batch(&self) -> Option<(Vec<Seq>, Vec<Record>)> {
        if !self.has_batch() {
            return None;
        }
        let ready = self.read();
        let ready = ready.as_ref()?;
        let seqs = ready.tail.oldest(self.settings.batch_events);
        let docs = seqs.iter().filter_map(|seq| ready.tail.get(*seq));
        let known = docs.map(|doc| Record {
            facets: doc.facets.clone(),
            words: doc.words.clone(),
        });
        let known = known.collect();
        Some((seqs, known))
    }

    fn write_batch(
        &self,
        segments: &mut Segments,
        batch: &[Seq],
        known: Vec<Record>,
    ) -> Result<()> {
        let (Some(cursor), seqs) = (batch.last().copied(), batch.to_vec()) else {
            return Ok(());
        };
        let gathered: Vec<Gathered> = self
            .store
            .read_now(move |view| Gatherer::new(view, known)?.gather(&seqs))?;
        segments.commit(gathered.iter().map(Gathered::document), cursor)
    }

    /// Makes the segments anew from the journal. What was there answers until they are.
    pub fn rebuild(&self) -> Result<()> {
        drop(lock(&self.segments).take());
        let dir = Segments::dir(self.store.dir(), &self.namespace);
        if dir.exists()
            && let Err(error) = std::fs::remove_dir_all(&dir)
        {
            tracing::warn!(%error, dir = %dir.display(), "could not remove the old index");
        }
        let opened = self.try_open();
        self.state.send_replace(match &opened {
            Ok(()) => State::Open,
            Err(error) => {
                *self.write() = None;
                State::Failed(error.to_string())
            }
        });
        opened
    }
}
