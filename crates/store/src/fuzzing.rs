//! What is private here and read from bytes, for the targets in `fuzz/`. Built by nobody else.

use std::path::Path;
use std::sync::Arc;

use mneme_model::Body;

use crate::Result;
use crate::backup::{Told, meta, unpack};
use crate::tables::journal::body;
use crate::tables::vectors::Block;

pub fn encode_body(body: &Body) -> Result<Vec<u8>> {
    body::encode(body)
}

pub fn decode_body(schema: i64, bytes: &[u8]) -> Result<Body> {
    body::decode(schema, bytes)
}

pub fn read_block(bytes: &[u8], n: usize, dim: usize) -> Option<Block> {
    Block::read(bytes, n, dim)
}

pub fn write_block(block: &Block) -> Vec<u8> {
    block.bytes()
}

/// The files a description lists and their bytes together, if it is one.
pub fn read_meta(json: &[u8]) -> Option<(usize, u64)> {
    let meta = meta::Meta::read(json).ok()?;
    Some((meta.files.len(), meta.bytes()))
}

/// Unpacks a backup into a directory as a restore does; how many files it listed.
pub fn unpack_backup(file: &Path, dir: &Path) -> Result<usize> {
    let meta = unpack::describe(file)?;
    let told: Told = Arc::new(|_, _| ());
    unpack::unpack(file, &meta, dir, &told)?;
    Ok(meta.files.len())
}
