//! A BERT as an encoder of sentences: pieces in, one vector of length one out.

#[cfg(test)]
mod tests;

use std::path::Path;

use super::config::{Config, Pooling};
use super::embeddings::Embeddings;
use super::layer::{Layer, Scratch};
use super::linear::Precision;
use super::tensors::Tensors;
use super::wordpiece::WordPiece;
use super::{Encoder, Error};

/// Pieces worked on at once. More would not be faster and would leave the nearer caches.
const BATCH_PIECES: usize = 256;

pub struct Bert {
    name: String,
    words: WordPiece,
    config: Config,
    embeddings: Embeddings,
    layers: Vec<Layer>,
}

impl Bert {
    /// Loads the model in `folder`. `pooling` holds when its files do not name one.
    pub fn open(
        name: &str,
        folder: &Path,
        pooling: Pooling,
        precision: Precision,
    ) -> Result<Self, Error> {
        let (config, words, tensors) = parts(folder, pooling)?;
        let layer = |number| Layer::load(&tensors, number, &config, precision);
        let layers = (0..config.layers).map(layer).collect::<Result<_, _>>()?;
        Ok(Self {
            name: name.to_owned(),
            words,
            embeddings: Embeddings::load(tensors, &config)?,
            layers,
            config,
        })
    }

    /// What can be told of the files in `folder` without loading the weights; the dimension
    /// of the vectors they would give.
    pub fn check(folder: &Path, pooling: Pooling) -> Result<usize, Error> {
        let (config, _, tensors) = parts(folder, pooling)?;
        tensors.check_length()?;
        Ok(config.hidden)
    }

    fn pieces(&self, text: &str) -> Vec<u32> {
        self.words.encode(text, self.config.max_pieces)
    }

    fn run(&self, texts: &[Vec<u32>]) -> Result<Vec<Vec<f32>>, Error> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let lengths: Vec<usize> = texts.iter().map(Vec::len).collect();
        let mut x = self.embeddings.rows(texts)?;
        let mut scratch = Scratch::default();
        for layer in &self.layers {
            layer.run(&mut x, &lengths, &mut scratch);
        }
        let mut rows = x.chunks_exact(self.config.hidden);
        let vectors = lengths.iter().map(|n| self.pool(rows.by_ref().take(*n)));
        vectors.collect()
    }

    /// A vector that cannot be brought to length one must not get into an index.
    fn pool<'a>(&self, mut rows: impl Iterator<Item = &'a [f32]>) -> Result<Vec<f32>, Error> {
        let mut vector = rows.next().map_or_else(Vec::new, <[f32]>::to_vec);
        // The rows have to be taken either way: those of the next text come after them.
        for row in rows {
            if self.config.pooling == Pooling::Mean {
                vector.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
            }
        }
        unit(vector).ok_or_else(|| {
            let why = "its weights give a vector without direction";
            Error::damaged(self.embeddings.tensors().path(), why)
        })
    }
}

/// The vector at length one. Weights that are no numbers give vectors that are none, and of very
/// small ones the squares are too small to be exact: neither has a length to divide by.
fn unit(mut vector: Vec<f32>) -> Option<Vec<f32>> {
    let squares = vector.iter().map(|x| x * x).sum::<f32>();
    let length = squares.is_normal().then(|| squares.sqrt())?;
    vector.iter_mut().for_each(|x| *x /= length);
    Some(vector)
}

/// The files of a model, each read as far as its weights. The weights come first: without
/// them there is no model, whatever else is there.
fn parts(folder: &Path, pooling: Pooling) -> Result<(Config, WordPiece, Tensors), Error> {
    let tensors = Tensors::open(&folder.join("model.safetensors"))?;
    let config = Config::read(folder, pooling)?;
    let words = WordPiece::open(folder)?;
    if words.highest() as usize >= config.vocabulary {
        let why = "its vocabulary has more pieces than the model knows";
        return Err(Error::damaged(folder, why));
    }
    Ok((config, words, tensors))
}

impl Encoder for Bert {
    fn name(&self) -> &str {
        &self.name
    }

    fn dimension(&self) -> usize {
        self.config.hidden
    }

    fn count(&self, text: &str) -> usize {
        self.pieces(text).len()
    }

    fn encode(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, Error> {
        let mut vectors = Vec::with_capacity(texts.len());
        let (mut batch, mut pieces) = (Vec::new(), 0);
        for text in texts {
            let numbers = self.pieces(text);
            if pieces + numbers.len() > BATCH_PIECES {
                vectors.extend(self.run(&batch)?);
                (batch, pieces) = (Vec::new(), 0);
            }
            pieces += numbers.len();
            batch.push(numbers);
        }
        vectors.extend(self.run(&batch)?);
        Ok(vectors)
    }
}
