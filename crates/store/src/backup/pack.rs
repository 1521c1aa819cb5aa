//! Writing the archive.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};

use tar::{Builder, Header};
use zstd::Encoder;

use super::Told;
use super::meta::{Meta, NAME};
use super::sources::Source;
use crate::checksum::{Sum, Summing};

/// Sealed bytes do not shrink; what does (names, times, indexes) does so at the lowest level
/// (measured on 531 MB: level 1 divides by 1.35 at 305 MB/s, level 3 by 1.37 at 114 MB/s).
const LEVEL: i32 = 1;
const BUFFER_BYTES: usize = 256 * 1024;

/// How it went when it went without trouble.
#[derive(Debug, PartialEq, Eq)]
pub enum Packed {
    Whole,
    /// A file is not what it was when it was listed: an object was forgotten meanwhile.
    Changed,
}

pub fn pack(out: &File, meta: &Meta, sources: &[Source], told: &Told) -> io::Result<Packed> {
    let mut encoder = Encoder::new(BufWriter::with_capacity(BUFFER_BYTES, out), LEVEL)?;
    encoder.include_checksum(true)?;
    let mut tar = Builder::new(encoder);
    let json = serde_json::to_vec_pretty(meta)?;
    tar.append_data(&mut header(json.len() as u64), NAME, json.as_slice())?;
    let all = meta.bytes();
    let mut done = 0;
    for source in sources {
        // Each byte was copied before it is packed.
        let further = |bytes| told((all + done + bytes) / 2, all);
        if add(&mut tar, source, &further)? == Packed::Changed {
            return Ok(Packed::Changed);
        }
        done += source.listed.bytes;
    }
    tar.into_inner()?.finish()?.flush()?;
    Ok(Packed::Whole)
}

fn add(tar: &mut Builder<impl Write>, source: &Source, told: &dyn Fn(u64)) -> io::Result<Packed> {
    let file = match File::open(&source.at) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Packed::Changed),
        opened => opened?,
    };
    let listed = &source.listed;
    let mut reading = Summing::new(Telling::new(file.take(listed.bytes), told));
    tar.append_data(&mut header(listed.bytes), &listed.path, &mut reading)?;
    let expected = Sum {
        bytes: listed.bytes,
        sha256: listed.sha256.clone(),
    };
    match reading.sum() == expected {
        true => Ok(Packed::Whole),
        false => Ok(Packed::Changed),
    }
}

fn header(bytes: u64) -> Header {
    let mut header = Header::new_gnu();
    header.set_size(bytes);
    header.set_mode(0o600);
    header.set_cksum();
    header
}

/// Reads through, and tells how far it is.
pub struct Telling<'a, R> {
    from: R,
    done: u64,
    told: &'a dyn Fn(u64),
    since: u64,
}

/// Told once for so many bytes.
const TELL_EVERY: u64 = 1024 * 1024;

// === impl Telling ===

impl<'a, R> Telling<'a, R> {
    pub fn new(from: R, told: &'a dyn Fn(u64)) -> Self {
        Self {
            from,
            done: 0,
            told,
            since: 0,
        }
    }
}

impl<R: Read> Read for Telling<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let n = self.from.read(into)?;
        self.done += n as u64;
        self.since += n as u64;
        if self.since >= TELL_EVERY || n == 0 {
            self.since = 0;
            (self.told)(self.done);
        }
        Ok(n)
    }
}
