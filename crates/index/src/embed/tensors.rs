//! Reads weights from a `safetensors` file, piece by piece.
//!
//! The file is not trusted: a size it names is believed only after it was found inside the
//! file, so no more is ever allocated than the file is long.

mod format;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Error, files};
use format::Format;

/// The longest header we know has some 50 KB.
const HEADER_LIMIT_BYTES: u64 = 4 << 20;
const CHUNK_BYTES: usize = 64 << 10;
/// Bytes before the header: its length.
const PREAMBLE_BYTES: u64 = 8;

pub struct Tensors {
    file: File,
    path: PathBuf,
    /// Where the numbers begin, and how many bytes of them there are.
    start: u64,
    length: u64,
    entries: HashMap<String, Entry>,
    /// Some files put `bert.` before every name.
    prefix: &'static str,
}

/// Where a checked tensor lies.
#[derive(Debug, Clone)]
pub struct Tensor {
    format: Format,
    elements: usize,
    at: u64,
}

#[derive(Deserialize)]
struct Entry {
    dtype: String,
    shape: Vec<u64>,
    data_offsets: (u64, u64),
}

impl Tensors {
    pub fn open(path: &Path) -> Result<Self, Error> {
        let (file, length) = files::open(path)?;
        let header = header(path, &file, length)?;
        let start = PREAMBLE_BYTES + header.len() as u64;
        let entries = entries(path, &header)?;
        let prefixed = entries.keys().any(|name| name.starts_with("bert."));
        Ok(Self {
            file,
            path: path.to_owned(),
            start,
            length: length - start,
            entries,
            prefix: if prefixed { "bert." } else { "" },
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the file is as long as its header says.
    pub fn check_length(&self) -> Result<(), Error> {
        let ends = self.entries.values().map(|entry| entry.data_offsets.1);
        match ends.max() {
            Some(end) if end > self.length => {
                let short = end - self.length;
                let why = format!("it ends {short} bytes too early");
                Err(Error::damaged(&self.path, why))
            }
            _ => Ok(()),
        }
    }

    /// Finds a tensor and checks its shape, its format and its place in the file.
    pub fn find(&self, name: &str, shape: &[usize]) -> Result<Tensor, Error> {
        let name = format!("{}{name}", self.prefix);
        let damaged = |why: &str| Error::damaged(&self.path, format!("the tensor {name} {why}"));
        let entry = self.entries.get(&name);
        let entry = entry.ok_or_else(|| damaged("is not in it"))?;
        if !entry.has_shape(shape) {
            let found = &entry.shape;
            return Err(damaged(&format!(
                "has the shape {found:?} instead of {shape:?}"
            )));
        }
        let (from, to) = entry.data_offsets;
        if from > to || to > self.length {
            return Err(damaged("lies outside of the file"));
        }
        let format = Format::of(&entry.dtype)?;
        let elements = elements(shape, format, to - from);
        Ok(Tensor {
            format,
            elements: elements.ok_or_else(|| damaged("has a length other than its shape"))?,
            at: self.start + from,
        })
    }

    /// A whole tensor.
    pub fn load(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, Error> {
        let tensor = self.find(name, shape)?;
        let mut numbers = vec![0.0; tensor.elements];
        self.read(&tensor, 0, &mut numbers)?;
        Ok(numbers)
    }

    /// Fills `out` with the numbers of a tensor from the element `from` on.
    pub fn read(&self, tensor: &Tensor, from: usize, out: &mut [f32]) -> Result<(), Error> {
        if from
            .checked_add(out.len())
            .is_none_or(|end| end > tensor.elements)
        {
            return Err(Error::damaged(
                &self.path,
                "it has fewer rows than are asked for",
            ));
        }
        let size = tensor.format.bytes();
        let mut bytes = vec![0; CHUNK_BYTES.min(out.len() * size)];
        let mut at = tensor.at + (from * size) as u64;
        for part in out.chunks_mut(CHUNK_BYTES / size) {
            let bytes = &mut bytes[..part.len() * size];
            let read = self.file.read_exact_at(bytes, at);
            read.map_err(|error| files::failed(&self.path, &error))?;
            tensor.format.decode(bytes, part);
            at += bytes.len() as u64;
        }
        Ok(())
    }
}

impl Entry {
    fn has_shape(&self, shape: &[usize]) -> bool {
        let wanted = shape.iter().map(|side| *side as u64);
        self.shape.iter().copied().eq(wanted)
    }
}

/// How many numbers a tensor has, if they fill exactly that many bytes.
fn elements(shape: &[usize], format: Format, bytes: u64) -> Option<usize> {
    let count = shape
        .iter()
        .try_fold(1usize, |n, side| n.checked_mul(*side))?;
    let needed = count.checked_mul(format.bytes())?;
    (needed as u64 == bytes).then_some(count)
}

fn header(path: &Path, file: &File, length: u64) -> Result<Vec<u8>, Error> {
    let failed = |error| files::failed(path, &error);
    let mut size = [0; PREAMBLE_BYTES as usize];
    file.read_exact_at(&mut size, 0).map_err(failed)?;
    let size = u64::from_le_bytes(size);
    if size > HEADER_LIMIT_BYTES || size > length.saturating_sub(PREAMBLE_BYTES) {
        return Err(Error::damaged(
            path,
            format!("its header claims {size} bytes"),
        ));
    }
    let mut header = vec![0; size as usize];
    file.read_exact_at(&mut header, PREAMBLE_BYTES)
        .map_err(failed)?;
    Ok(header)
}

fn entries(path: &Path, header: &[u8]) -> Result<HashMap<String, Entry>, Error> {
    let damaged = |error: serde_json::Error| {
        Error::damaged(path, format!("its header cannot be read: {error}"))
    };
    let mut all: Map<String, Value> = serde_json::from_slice(header).map_err(damaged)?;
    all.remove("__metadata__");
    let entry = |(name, value)| Ok((name, serde_json::from_value(value).map_err(damaged)?));
    all.into_iter().map(entry).collect()
}
