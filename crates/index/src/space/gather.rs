//! Which documents a batch of new events touches, and everything their windows need.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use mneme_model::{NameId, Seq};
use mneme_store::View;
use mneme_store::tables::journal::{self, Position};
use mneme_store::tables::versions;

use crate::Result;
use crate::document::{Facets, Words, is_findable};
use crate::lexical::WindowDoc;
use crate::window::{REACH, weights};

/// An analysed event.
#[derive(Clone)]
pub struct Record {
    pub facets: Facets,
    pub words: Arc<Words>,
}

/// A document to write: the record and those around it.
pub struct Gathered {
    record: Record,
    near: Vec<Arc<Words>>,
    retired: bool,
}

/// Reads what a batch needs; each event is opened and analysed once.
pub struct Gatherer<'v, 'c> {
    view: &'v View<'c>,
    known: HashMap<Seq, Option<Record>>,
}

// === impl Gathered ===

impl Gathered {
    pub fn document(&self) -> WindowDoc<'_> {
        WindowDoc {
            facets: &self.record.facets,
            weights: weights(&self.record.words, self.near.iter().map(Arc::as_ref)),
            identifiers: &self.record.words.identifiers,
            retired: self.retired,
        }
    }
}

// === impl Gatherer ===

impl<'v, 'c> Gatherer<'v, 'c> {
    /// `known` are records that need not be read: the tail has them.
    pub fn new(view: &'v View<'c>, known: Vec<Record>) -> Self {
        let known = known
            .into_iter()
            .map(|record| (record.facets.seq(), Some(record)));
        Self {
            view,
            known: known.collect(),
        }
    }

    /// An event as an analysed record; `None` when it is gone or has no words.
    pub fn record(&mut self, seq: Seq) -> Result<Option<Record>> {
        if let Some(known) = self.known.get(&seq) {
            return Ok(known.clone());
        }
        let record = self.load(seq)?;
        self.known.insert(seq, record.clone());
        Ok(record)
    }

    fn load(&self, seq: Seq) -> Result<Option<Record>> {
        let Some(event) = journal::load(self.view, seq)?.filter(is_findable) else {
            return Ok(None);
        };
        let speaker = event.speaker.map(|id| self.view.word(id)).transpose()?;
        let words = Words::of(&event.body.text, speaker.as_deref(), event.occurred);
        Ok(Some(Record {
            facets: Facets::of(&event),
            words: Arc::new(words),
        }))
    }

    /// The documents to write for these new events: the events themselves, the neighbours
    /// whose windows they changed, and the versions they retired.
    pub fn gather(&mut self, new: &[Seq]) -> Result<Vec<Gathered>> {
        let mut windows: BTreeMap<Seq, Vec<Seq>> = BTreeMap::new();
        for seq in new {
            let Some(record) = self.record(*seq)? else {
                continue;
            };
            self.touch(&record, true, &mut windows)?;
            if let Some(old) = record
                .facets
                .replaces
                .map(|old| self.record(old))
                .transpose()?
                .flatten()
            {
                self.touch(&old, false, &mut windows)?;
            }
        }
        windows
            .into_iter()
            .filter_map(|(seq, near)| self.assemble(seq, &near).transpose())
            .collect()
    }

    /// Notes the window of a record and, when it is new, of those beside it.
    fn touch(
        &mut self,
        record: &Record,
        new: bool,
        windows: &mut BTreeMap<Seq, Vec<Seq>>,
    ) -> Result<()> {
        let Some(session) = record.facets.session else {
            windows.entry(record.facets.seq()).or_default();
            return Ok(());
        };
        let line = self.line(session, record.facets.position)?;
        let Some(at) = line.iter().position(|seq| *seq == record.facets.seq()) else {
            return Ok(());
        };
        let touched = if new {
            at.saturating_sub(REACH)..=at + REACH
        } else {
            at..=at
        };
        for n in touched.filter(|n| *n < line.len()) {
            let low = n.saturating_sub(REACH);
            let high = (n + REACH + 1).min(line.len());
            let near = line[low..high]
                .iter()
                .copied()
                .filter(|seq| *seq != line[n]);
            windows.insert(line[n], near.collect());
        }
        Ok(())
    }

    /// A session around one place, far enough for the windows of its neighbours.
    fn line(&self, session: NameId, at: Position) -> Result<Vec<Seq>> {
        let (before, after) = journal::neighbours(self.view, session, at, 2 * REACH)?;
        let seqs = |list: Vec<Position>| list.into_iter().map(|p| p.seq);
        Ok(seqs(before).chain([at.seq]).chain(seqs(after)).collect())
    }

    fn assemble(&mut self, seq: Seq, near: &[Seq]) -> Result<Option<Gathered>> {
        let Some(record) = self.record(seq)? else {
            return Ok(None);
        };
        let near = near
            .iter()
            .filter_map(|seq| self.record(*seq).map(|r| r.map(|r| r.words)).transpose())
            .collect::<Result<_>>()?;
        let version = if record.facets.is_memory() {
            versions::get(self.view, seq)?
        } else {
            None
        };
        let retired = version.is_some_and(|version| version.to_seq.is_some());
        Ok(Some(Gathered {
            record,
            near,
            retired,
        }))
    }
}
