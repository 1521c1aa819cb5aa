//! One page of the journal: its texts, their vectors, and where they go.

use std::collections::BTreeMap;
use std::sync::Arc;

use mneme_model::{Event, NsId, Seq};
use mneme_store::tables::journal;
use mneme_store::tables::vectors::{self, Block, Model};
use mneme_store::{Store, Tx};

use super::Shared;
use crate::document::is_findable;
use crate::embed::Encoder;
use crate::vectors::arena::halves;
use crate::vectors::passages::passages;
use crate::{Error, Result};

/// Events read at once; their vectors share a commit.
pub const EVENTS: usize = 128;

/// Told of new vectors once they are on disk.
pub type Published = Arc<dyn Fn(NsId, &Block) + Send + Sync>;

/// Vectors by namespace.
#[derive(Default)]
pub struct Made(BTreeMap<NsId, Block>);

// === impl Shared ===

impl Shared {
    /// The vectors of these events; `None` when asked to stop before the end.
    pub(super) fn embed(&self, encoder: &dyn Encoder, events: &[Event]) -> Result<Option<Made>> {
        let mut made = Made::default();
        let mut step: Vec<(&Event, &str)> = Vec::new();
        let mut pieces = 0;
        for event in events.iter().filter(|event| is_findable(event)) {
            if let Some(meaning) = brought(event, encoder.dimension()) {
                made.add(event.ns, event.seq, meaning);
                continue;
            }
            for passage in passages(&event.body.text) {
                let more = encoder.count(passage);
                if pieces + more > encoder.step() {
                    self.encode(encoder, &mut step, &mut made)?;
                    pieces = 0;
                    if self.is_stopping() {
                        return Ok(None);
                    }
                }
                pieces += more;
                step.push((event, passage));
            }
        }
        self.encode(encoder, &mut step, &mut made)?;
        Ok(Some(made))
    }

    fn encode(
        &self,
        encoder: &dyn Encoder,
        step: &mut Vec<(&Event, &str)>,
        made: &mut Made,
    ) -> Result<()> {
        if step.is_empty() {
            return Ok(());
        }
        self.traffic.give_way();
        let texts: Vec<&str> = step.iter().map(|(_, text)| *text).collect();
        let vectors = encoder.encode(&texts)?;
        for ((event, _), vector) in step.drain(..).zip(vectors) {
            made.add(event.ns, event.seq, &vector);
        }
        Ok(())
    }
}

/// The vector somebody gave along, where this model's have its length.
fn brought(event: &Event, dimension: usize) -> Option<&[f32]> {
    let meaning = event.body.meaning.as_ref()?.numbers();
    (meaning.len() == dimension).then_some(meaning)
}

// === impl Made ===

impl Made {
    fn add(&mut self, ns: NsId, seq: Seq, vector: &[f32]) {
        let block = self.0.entry(ns).or_default();
        block.seqs.push(seq);
        block.halves.extend(halves(vector));
    }

    pub fn records(&self) -> u64 {
        self.0.values().map(|block| block.seqs.len() as u64).sum()
    }

    pub fn bytes(&self) -> usize {
        self.0
            .values()
            .map(|block| 8 * block.seqs.len() + 2 * block.halves.len())
            .sum()
    }

    /// Writes what is still there: a text may have been forgotten while it was read.
    pub fn save(&mut self, tx: &Tx<'_>, store: &Store, model: &Model) -> Result<()> {
        for (ns, block) in &mut self.0 {
            block.keep(model.dim, |seq| Ok::<_, Error>(journal::is_live(tx, seq)?))?;
            let namespace = store.namespace_by_id(*ns).ok_or(Error::Closed)?;
            vectors::append(tx, &namespace, model, block)?;
            vectors::tidy(tx, &namespace, model)?;
        }
        Ok(())
    }

    pub fn publish(&self, publish: &Published) {
        for (ns, block) in &self.0 {
            publish(*ns, block);
        }
    }
}
