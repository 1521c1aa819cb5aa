//! Making a backup of a directory that is in use.

use std::path::{Path, PathBuf};

use mneme_model::Moment;

use super::meta::{FORMAT, Meta};
use super::pack::{Packed, pack};
use super::part::{Part, not_written};
use super::sources::{Source, sources};
use super::{Order, Refusal, Told, Written, cut};
use crate::Result;
use crate::seal::master;
use crate::store::KEYS;

/// A file that changes under our hands is met again; one that always does is trouble.
const ATTEMPTS: usize = 3;

pub(crate) fn write(dir: &Path, order: &Order, now_ms: i64, told: &Told) -> Result<Written> {
    let part = Part::begin(order, dir)?;
    for _ in 0..ATTEMPTS {
        part.empty().map_err(|e| not_written(&order.file, e))?;
        cut::take(dir, &part.cut, told)?;
        let sources = sources(dir, &part.cut, order.include_key)?;
        let meta = describe(dir, order, now_ms, &sources);
        let packed = pack(&part.out, &meta, &sources, told);
        if packed.map_err(|e| not_written(&order.file, e))? == Packed::Whole {
            return Ok(Written {
                bytes: part.finish()?,
                data_bytes: meta.bytes(),
                files: meta.files.len(),
                created_at: meta.created_at,
                key_file: key_file(dir),
            });
        }
    }
    Err(Refusal::NotWritten {
        file: order.file.clone(),
        why: String::from("files of the store change all the time"),
    }
    .into())
}

/// As it is called in the data directory.
fn key_file(dir: &Path) -> PathBuf {
    let keys = dir.join(KEYS);
    let file = master::kept_in(&keys).unwrap_or_else(|| master::path(&keys));
    file.strip_prefix(dir).unwrap_or(&file).to_path_buf()
}

fn describe(dir: &Path, order: &Order, now_ms: i64, sources: &[Source]) -> Meta {
    Meta {
        version: env!("CARGO_PKG_VERSION").into(),
        created_at: Moment::from_ms(now_ms).rfc3339(),
        data_dir: dir.display().to_string(),
        key_included: order.include_key,
        format: FORMAT,
        files: sources.iter().map(|s| s.listed.clone()).collect(),
    }
}
