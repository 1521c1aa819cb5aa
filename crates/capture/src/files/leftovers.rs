//! Files that a crash kept from being moved into place. They are never promoted: what they
//! held is in the journal, or was never acknowledged.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use mneme_store::replace::is_part;

use super::{Error, Result, inside};

/// Deletes leftovers last written before `before_ms`; a younger one may still be somebody's.
/// Returns how many there were.
pub fn sweep(dir: &Path, before_ms: i64) -> Result<usize> {
    let before = UNIX_EPOCH + Duration::from_millis(u64::try_from(before_ms).unwrap_or(0));
    let mut swept = 0;
    for path in inside::all(dir)? {
        let path = dir.join(path);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if is_leftover(&name) && is_stale(&path, before) {
            fs::remove_file(&path).map_err(Error::io("delete", &path))?;
            swept += 1;
        }
    }
    Ok(swept)
}

/// Ours, and the names others give to such files.
pub fn is_leftover(name: &str) -> bool {
    let ends = [".part", ".tmp", ".partial", "~"];
    is_part(name) || ends.iter().any(|end| name.ends_with(end)) || name.contains(".tmp.")
}

fn is_stale(path: &Path, before: SystemTime) -> bool {
    let written = fs::symlink_metadata(path).and_then(|meta| meta.modified());
    written.is_ok_and(|at| at < before)
}
