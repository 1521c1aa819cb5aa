//! Reads weights from a `safetensors` file, piece by piece.
//!
//! The file is not trusted: a size it names is believed only after it was found inside the
//! file, so no more is ever allocated than the file is long.

use std::collections::HashMap;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Error, files};

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

#[derive(Debug, Clone, Copy)]
enum Format {
    F32,
    F16,
    Bf16,
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

    /// Finds a tensor and checks its shape, its format and its place in the file.
    pub fn find(&self, name: &str, shape: &[usize]) -> Result<Tensor, Error> {
        let full = format!("{}{name}", self.prefix);
        let damaged = |why: &str| Error::damaged(&self.path, format!("the tensor {full} {why}"));
        let entry = self
            .entries
            .get(&full)
            .ok_or_else(|| damaged("is not in it"))?;
        if !entry
            .shape
            .iter()
            .copied()
            .eq(shape.iter().map(|n| *n as u64))
        {
            return Err(damaged(&format!(
                "has the shape {:?} instead of {shape:?}",
                entry.shape
            )));
        }
        let format = Format::of(&entry.dtype)?;
        let (from, to) = entry.data_offsets;
        if from > to || to > self.length {
            return Err(damaged("lies outside of the file"));
        }
        let elements = shape
            .iter()
            .try_fold(1usize, |n, side| n.checked_mul(*side));
        let elements =
            elements.filter(|n| n.checked_mul(format.bytes()) == Some((to - from) as usize));
        let elements = elements.ok_or_else(|| damaged("has a length other than its shape"))?;
        let at = self.start + from;
        Ok(Tensor {
            format,
            elements,
            at,
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

fn header(path: &Path, file: &File, length: u64) -> Result<Vec<u8>, Error> {
    let failed = |error| files::failed(path, &error);
    let mut size = [0; PREAMBLE_BYTES as usize];
    file.read_exact_at(&mut size, 0).map_err(failed)?;
    let size = u64::from_le_bytes(size);
    if size > HEADER_LIMIT_BYTES || size > length - PREAMBLE_BYTES {
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

impl Format {
    fn of(dtype: &str) -> Result<Self, Error> {
        match dtype {
            "F32" => Ok(Format::F32),
            "F16" => Ok(Format::F16),
            "BF16" => Ok(Format::Bf16),
            _ => Err(Error::unsupported(format!("a tensor of the type {dtype}"))),
        }
    }

    fn bytes(self) -> usize {
        match self {
            Format::F32 => 4,
            Format::F16 | Format::Bf16 => 2,
        }
    }

    fn decode(self, bytes: &[u8], out: &mut [f32]) {
        let pairs = bytes.as_chunks::<2>().0.iter();
        let pairs = pairs.map(|pair| u16::from_le_bytes(*pair));
        match self {
            Format::F32 => fill(
                out,
                bytes.as_chunks().0.iter().map(|b| f32::from_le_bytes(*b)),
            ),
            Format::F16 => fill(out, pairs.map(half)),
            Format::Bf16 => fill(out, pairs.map(|bits| f32::from_bits(u32::from(bits) << 16))),
        }
    }
}

fn fill(out: &mut [f32], numbers: impl Iterator<Item = f32>) {
    out.iter_mut()
        .zip(numbers)
        .for_each(|(out, number)| *out = number);
}

/// A 16-bit float has five bits of exponent and ten of fraction.
fn half(bits: u16) -> f32 {
    let sign = if bits >> 15 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = ((bits >> 10) & 31, bits & 1023);
    let fraction = f32::from(fraction);
    sign * match exponent {
        0 => fraction * 2f32.powi(-24),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1024.0 + fraction) * 2f32.powi(i32::from(exponent) - 25),
    }
}
