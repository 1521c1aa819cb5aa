//! Which documents a batch of new events touches, and everything their windows need.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use mneme_model::{NameId, Seq};
use mneme_store::View;
use mneme_store::tables::journal::{self, Beside, Position};
use mneme_store::tables::versions;
use rustc_hash::FxHashMap;

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

/// The documents to write, each with the positions around it.
type Windows = BTreeMap<Seq, Vec<Seq>>;

/// A session is read whole while it has at most this many positions for each new one.
const SPARSE: usize = 8;

/// Notes the windows of the places within `reach` of one.
fn touch(line: &[Position], at: Position, reach: usize, windows: &mut Windows) {
    if let Ok(at) = line.binary_search(&at) {
        note(
            line,
            at.saturating_sub(reach)..(at + reach + 1).min(line.len()),
            windows,
        );
    }
}

/// Notes the windows around a place that is no more: the line closes over it.
fn touch_gap(mut line: Vec<Position>, at: Position, windows: &mut Windows) {
    line.retain(|place| *place != at);
    let gap = line.partition_point(|place| *place < at);
    note(
        &line,
        gap.saturating_sub(REACH)..(gap + REACH).min(line.len()),
        windows,
    );
}

fn note(line: &[Position], places: Range<usize>, windows: &mut Windows) {
    for n in places {
        let low = n.saturating_sub(REACH);
        let high = (n + REACH + 1).min(line.len());
        let near = line[low..high]
            .iter()
            .map(|p| p.seq)
            .filter(|seq| *seq != line[n].seq);
        windows.entry(line[n].seq).or_insert_with(|| near.collect());
    }
}

/// Reads what a batch needs; each event is opened and analysed once.
pub struct Gatherer<'v, 'c> {
    view: &'v View<'c>,
    known: FxHashMap<Seq, Option<Record>>,
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
        let mut windows = Windows::new();
        let mut sessions: BTreeMap<NameId, Vec<Position>> = BTreeMap::new();
        for seq in new {
            let Some(record) = self.record(*seq)? else {
                continue;
            };
            match record.facets.session {
                Some(session) => sessions
                    .entry(session)
                    .or_default()
                    .push(record.facets.position),
                None => drop(windows.entry(*seq).or_default()),
            }
            if let Some(old) = record.facets.replaces {
                self.touch_retired(old, &mut windows)?;
            }
        }
        for (session, mut places) in sessions {
            places.sort_unstable();
            self.touch_session(session, &places, &mut windows)?;
        }
        // An event behind this batch is still in the tail: written here too it would be found
        // twice. It lends its words now and is written with its own batch.
        let last = new.last().copied().unwrap_or_default();
        windows.retain(|seq, _| *seq <= last);
        // A version that was replaced before it was indexed stands in no line.
        for seq in new {
            windows.entry(*seq).or_default();
        }
        windows
            .into_iter()
            .filter_map(|(seq, near)| self.assemble(seq, &near).transpose())
            .collect()
    }

    /// The documents to write after some were forgotten: those around them, which had their
    /// words, as far as segments reach.
    pub fn around(&mut self, gone: &[Seq], last: Seq) -> Result<Vec<Gathered>> {
        let mut windows = Windows::new();
        for seq in gone {
            if let Some((Some(session), at)) = journal::place_of(self.view, *seq)? {
                let line = self.line(session, &[at], SPARSE)?;
                touch_gap(line, at, &mut windows);
            }
        }
        windows.retain(|seq, _| *seq <= last);
        windows
            .into_iter()
            .filter_map(|(seq, near)| self.assemble(seq, &near).transpose())
            .collect()
    }

    /// Notes the windows of new places in a session and of those beside them. A session is
    /// read in one go, unless its new places lie far apart.
    fn touch_session(
        &self,
        session: NameId,
        places: &[Position],
        windows: &mut Windows,
    ) -> Result<()> {
        let enough = SPARSE * places.len() + SPARSE;
        let line = self.line(session, places, enough)?;
        if line.len() < enough {
            places
                .iter()
                .for_each(|at| touch(&line, *at, REACH, windows));
            return Ok(());
        }
        for at in places {
            touch(&self.line(session, &[*at], enough)?, *at, REACH, windows);
        }
        Ok(())
    }

    fn touch_retired(&mut self, old: Seq, windows: &mut Windows) -> Result<()> {
        let Some(record) = self.record(old)? else {
            return Ok(());
        };
        match record.facets.session {
            None => drop(windows.entry(old).or_default()),
            Some(session) => {
                let at = record.facets.position;
                touch(&self.line(session, &[at], SPARSE)?, at, 0, windows);
            }
        }
        Ok(())
    }

    /// A session from its first to its last new place, and far enough beyond for the windows
    /// of their neighbours.
    fn line(&self, session: NameId, places: &[Position], enough: usize) -> Result<Vec<Position>> {
        let (Some(first), Some(last)) = (places.first(), places.last()) else {
            return Ok(Vec::new());
        };
        let (mut line, after_first) =
            journal::neighbours(self.view, session, *first, 2 * REACH, Beside::Believed)?;
        if first == last {
            line.push(*first);
            line.extend(after_first);
            return Ok(line);
        }
        line.extend(journal::between(self.view, session, *first, *last, enough)?);
        line.extend(journal::neighbours(self.view, session, *last, 2 * REACH, Beside::Believed)?.1);
        Ok(line)
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
