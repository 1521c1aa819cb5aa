//! Whatever turns texts into vectors.

use std::path::Path;
use std::sync::Arc;

use super::catalogue::{self, Known};
use super::{Bert, Error, Hashed, Precision, digest};

/// Vectors have length one; equal texts have equal vectors. May be asked from several threads.
pub trait Encoder: Send + Sync {
    fn name(&self) -> &str;

    fn dimension(&self) -> usize;

    /// How many pieces of the text would be read. Cheap next to encoding.
    fn count(&self, text: &str) -> usize;

    /// One vector a text, in the order of the texts.
    fn encode(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, Error>;

    /// The vector of a question: somebody waits for it.
    fn question(&self, text: &str) -> Result<Option<Vec<f32>>, Error> {
        Ok(self.encode(&[text])?.into_iter().next())
    }

    /// Pieces of words it reads in one go, between two looks at who else needs the processor.
    fn step(&self) -> usize {
        STEP
    }

    /// Why it cannot read just now. A model that is here always can.
    fn trouble(&self) -> Option<String> {
        None
    }
}

const STEP: usize = 256;

/// Opens a known model with its files in `folder`. Its checksums are compared each time: that
/// takes about as long as loading it, so both are done at once.
pub fn open(name: &str, folder: &Path, precision: Precision) -> Result<Arc<dyn Encoder>, Error> {
    let Some(known) = catalogue::find(name) else {
        return Err(Error::unsupported(format!("the model `{name}`")));
    };
    if !known.needs_files {
        return Ok(Arc::new(Hashed));
    }
    let (whole, bert) = rayon::join(
        || digest::check(known, folder),
        || Bert::open(known.name, folder, known.pooling, precision),
    );
    whole?;
    let bert = bert?;
    fits(known, bert.dimension(), folder)?;
    Ok(Arc::new(bert))
}

/// Whether a known model's files are in `folder` and whole, as far as that shows without
/// loading them.
pub fn check(name: &str, folder: &Path) -> Result<(), Error> {
    match glance(name, folder)? {
        Some(known) => digest::check(known, folder),
        None => Ok(()),
    }
}

/// Whether a known model's files are in `folder`, at a glance: their bytes are not read. The
/// model, where it needs files at all.
pub fn glance(name: &str, folder: &Path) -> Result<Option<&'static Known>, Error> {
    let Some(known) = catalogue::find(name) else {
        return Err(Error::unsupported(format!("the model `{name}`")));
    };
    if !known.needs_files {
        return Ok(None);
    }
    let dimension = Bert::check(folder, known.pooling)?;
    fits(known, dimension, folder)?;
    Ok(Some(known))
}

/// Vectors of another length would make an index nobody can read; refuse before the first.
fn fits(known: &Known, dimension: usize, folder: &Path) -> Result<(), Error> {
    if dimension == known.dimension {
        return Ok(());
    }
    let why = format!(
        "its vectors have {dimension} numbers, those of {} have {}",
        known.name, known.dimension
    );
    Err(Error::damaged(folder, why))
}
