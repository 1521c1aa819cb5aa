//! `metadata.json`, the record of a recording.

use std::fs;
use std::path::Path;

use mneme_model::archive::Metadata;

use super::{Error, METADATA, Result, replace};

pub fn read(dir: &Path) -> Result<Metadata> {
    let path = dir.join(METADATA);
    let text = fs::read(&path).map_err(Error::io("read", &path))?;
    serde_json::from_slice(&text).map_err(|source| Error::Record { path, source })
}

pub fn write(dir: &Path, metadata: &Metadata) -> Result<()> {
    let text = serde_json::to_vec_pretty(metadata).map_err(Error::Unwritten)?;
    Ok(replace(&dir.join(METADATA), &text)?)
}
