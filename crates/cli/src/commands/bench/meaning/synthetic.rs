//! Vectors for a store too large to be read by the model in a short time: a few are real, the
//! rest lie around them, so that a question finds as many near ones as it would.

use mneme_engine::Engine;
use mneme_index::embed;
use mneme_index::vectors::{arena, cursor_of};
use mneme_store::tables::vectors::{self, Block};
use mneme_store::tables::{cursors, journal};
use mneme_wire::Fault;

use crate::commands::bench::corpus::{Corpus, Dice};
use crate::commands::bench::load::trouble;
use crate::progress::bar;

/// Texts that are really read.
pub const REAL: usize = 500;
const BLOCK: usize = 256;
/// How far the others lie from the real ones.
const SPREAD: f32 = 0.03;

pub async fn fill(
    engine: &Engine,
    settings: &mneme_engine::Settings,
    corpus: &Corpus,
    memories: usize,
) -> Result<(), Fault> {
    let Some(wanted) = &settings.index.embeddings else {
        return Ok(());
    };
    let encoder = embed::open(&wanted.model, &wanted.dir, wanted.precision).map_err(trouble)?;
    let real = read(encoder.as_ref(), corpus)?;
    let store = engine.store();
    let namespace = store.namespace("default").await.map_err(trouble)?;
    let head = store.read(journal::head).await.map_err(trouble)?;
    let bar = bar("making vectors up");
    bar.set_length(memories as u64);
    for first in (1..=head).step_by(BLOCK) {
        let seqs: Vec<i64> = (first..=head.min(first + BLOCK as i64 - 1)).collect();
        let block = Block {
            halves: seqs
                .iter()
                .flat_map(|seq| near(&real, *seq as u64))
                .collect(),
            seqs,
        };
        let (namespace, name, dim) = (namespace.clone(), wanted.model.clone(), encoder.dimension());
        bar.inc(block.seqs.len() as u64);
        let written = store.write(block.halves.len() * 2, move |tx| {
            let model = vectors::model(tx, &name, dim)?;
            cursors::set(
                tx,
                &cursor_of(&name),
                block.seqs.last().copied().unwrap_or(0),
            )?;
            vectors::append(tx, &namespace, &model, &block)
        });
        written.await.map_err(trouble)?;
    }
    bar.finish_and_clear();
    Ok(())
}

fn read(encoder: &dyn embed::Encoder, corpus: &Corpus) -> Result<Vec<Vec<f32>>, Fault> {
    let bar = bar("reading");
    bar.set_length(REAL as u64);
    let mut real = Vec::with_capacity(REAL);
    for n in 0..REAL {
        let text = corpus.text(n as u64);
        real.extend(encoder.encode(&[text.as_str()]).map_err(trouble)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(real)
}

fn near(real: &[Vec<f32>], seed: u64) -> Vec<u16> {
    let mut dice = Dice::new(seed);
    let from = &real[dice.below(real.len())];
    let mut moved: Vec<f32> = from
        .iter()
        .map(|value| value + SPREAD * (dice.share() as f32 - 0.5))
        .collect();
    let length = moved.iter().map(|v| v * v).sum::<f32>().sqrt();
    moved.iter_mut().for_each(|v| *v /= length);
    arena::halves(&moved).collect()
}
