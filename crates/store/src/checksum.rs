//! SHA-256, of bytes at hand and of bytes on their way.

use std::io::{self, Read};

use mneme_model::hex;
use ring::digest::{Context, SHA256, digest};

/// Reads through, and knows what it has read.
pub struct Summing<R> {
    from: R,
    context: Context,
    bytes: u64,
}

/// How much it was, and its checksum in hexadecimal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    pub bytes: u64,
    pub sha256: String,
}

pub fn sha256(bytes: &[u8]) -> String {
    hex::encode(digest(&SHA256, bytes))
}

// === impl Summing ===

impl<R: Read> Summing<R> {
    pub fn new(from: R) -> Self {
        Self {
            from,
            context: Context::new(&SHA256),
            bytes: 0,
        }
    }

    pub fn sum(self) -> Sum {
        Sum {
            bytes: self.bytes,
            sha256: hex::encode(self.context.finish()),
        }
    }
}

impl<R: Read> Read for Summing<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let n = self.from.read(into)?;
        self.context.update(&into[..n]);
        self.bytes += n as u64;
        Ok(n)
    }
}
