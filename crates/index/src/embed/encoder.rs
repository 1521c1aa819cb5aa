//! Whatever turns texts into vectors.

use std::path::Path;
use std::sync::Arc;

use super::catalogue::{self, Known};
use super::{Bert, Error, Hashed, Precision};

/// Vectors have length one; equal texts have equal vectors. May be asked from several threads.
pub trait Encoder: Send + Sync {
    fn name(&self) -> &str;

    fn dimension(&self) -> usize;

    /// How many pieces of the text would be read. Cheap next to encoding.
    fn count(&self, text: &str) -> usize;

    /// One vector a text, in the order of the texts.
    fn encode(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, Error>;
}

/// Opens a known model with its files in `folder`.
pub fn open(name: &str, folder: &Path, precision: Precision) -> Result<Arc<dyn Encoder>, Error> {
    let Some(known) = catalogue::find(name) else {
        return Err(Error::unsupported(format!("the model `{name}`")));
    };
    if !known.needs_files {
        return Ok(Arc::new(Hashed));
    }
    let bert = Bert::open(known.name, folder, known.pooling, precision)?;
    fits(known, &bert, folder)?;
    Ok(Arc::new(bert))
}

/// Vectors of another length would make an index nobody can read; refuse before the first.
fn fits(known: &Known, bert: &Bert, folder: &Path) -> Result<(), Error> {
    if bert.dimension() == known.dimension {
        return Ok(());
    }
    let why = format!(
        "its vectors have {} numbers, those of {} have {}",
        bert.dimension(),
        known.name,
        known.dimension
    );
    Err(Error::damaged(folder, why))
}

/// Whether a known model's files are in `folder`; they are not opened.
pub fn present(name: &str, folder: &Path) -> Result<(), Error> {
    let Some(known) = catalogue::find(name) else {
        return Err(Error::unsupported(format!("the model `{name}`")));
    };
    let path = folder.join("model.safetensors");
    match !known.needs_files || path.exists() {
        true => Ok(()),
        false => Err(Error::Missing { path }),
    }
}
