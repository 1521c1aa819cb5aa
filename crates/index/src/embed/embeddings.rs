//! The first step: a row of numbers for each piece and its place in the text.

use super::Error;
use super::config::Config;
use super::norm::Norm;
use super::tensors::{Tensor, Tensors};

pub struct Embeddings {
    tensors: Tensors,
    /// The largest table of a model by far. It stays in the file; the system keeps the rows
    /// that are used in its own cache.
    words: Tensor,
    /// Place and kind of a piece, already summed.
    places: Vec<f32>,
    norm: Norm,
    hidden: usize,
}

impl Embeddings {
    pub fn load(tensors: Tensors, config: &Config) -> Result<Self, Error> {
        let hidden = config.hidden;
        let shape = [config.vocabulary, hidden];
        let words = tensors.find("embeddings.word_embeddings.weight", &shape)?;
        let norm = Norm::load(&tensors, "embeddings.LayerNorm", hidden, config.epsilon)?;
        let places = places(&tensors, config)?;
        Ok(Self {
            tensors,
            words,
            places,
            norm,
            hidden,
        })
    }

    pub fn tensors(&self) -> &Tensors {
        &self.tensors
    }

    /// Rows of all pieces of all texts, behind each other.
    pub fn rows(&self, texts: &[Vec<u32>]) -> Result<Vec<f32>, Error> {
        let pieces: usize = texts.iter().map(Vec::len).sum();
        let mut rows = vec![0.0; pieces * self.hidden];
        let places = texts
            .iter()
            .flat_map(|text| text.iter().zip(self.places.chunks(self.hidden)));
        for (row, (number, place)) in rows.chunks_exact_mut(self.hidden).zip(places) {
            self.tensors
                .read(&self.words, *number as usize * self.hidden, row)?;
            row.iter_mut().zip(place).for_each(|(x, place)| *x += place);
        }
        self.norm.run(&mut rows);
        Ok(rows)
    }
}

/// Only as many places as a text can have pieces. All pieces are of the first kind.
fn places(tensors: &Tensors, config: &Config) -> Result<Vec<f32>, Error> {
    let hidden = config.hidden;
    let shape = [config.positions, hidden];
    let table = tensors.find("embeddings.position_embeddings.weight", &shape)?;
    let mut places = vec![0.0; config.max_pieces * hidden];
    tensors.read(&table, 0, &mut places)?;
    let kinds = "embeddings.token_type_embeddings.weight";
    let kinds = tensors.load(kinds, &[config.kinds, hidden])?;
    for row in places.chunks_exact_mut(hidden) {
        row.iter_mut().zip(&kinds).for_each(|(x, kind)| *x += kind);
    }
    Ok(places)
}
