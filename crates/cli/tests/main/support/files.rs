//! Looking at the bytes of files.

use std::fs;
use std::path::{Path, PathBuf};

/// Every plain file under a directory.
pub fn files(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| {
            if path.is_dir() {
                files(&path)
            } else {
                vec![path]
            }
        })
        .filter(|path| fs::metadata(path).is_ok_and(|meta| meta.is_file()))
        .collect()
}

/// The files that have a word in them, whatever its case.
pub fn having(dir: &Path, word: &str) -> Vec<PathBuf> {
    let has = |path: &PathBuf| {
        contains(
            &fs::read(path).unwrap_or_default().to_ascii_lowercase(),
            word.as_bytes(),
        )
    };
    files(dir).into_iter().filter(has).collect()
}

/// The files that have exactly these bytes in them.
pub fn having_bytes(dir: &Path, bytes: &[u8]) -> Vec<PathBuf> {
    let has = |path: &PathBuf| contains(&fs::read(path).unwrap_or_default(), bytes);
    files(dir).into_iter().filter(has).collect()
}

fn contains(all: &[u8], part: &[u8]) -> bool {
    all.windows(part.len()).any(|window| window == part)
}
