//! A file that is written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use crate::seal::random;
use crate::{Error, Result};

/// Writes beside under a name of its own, syncs, then moves into place and syncs the directory.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    let parent = path.parent().unwrap_or(Path::new("."));
    let part = parent.join(format!(".{:016x}.part", u64::from_le_bytes(random::<8>()?)));
    let write = || -> io::Result<()> {
        let mut file = File::create_new(&part)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&part, path)?;
        File::open(parent)?.sync_all()
    };
    write().map_err(|e| {
        let _ = fs::remove_file(&part);
        Error::io("write", path, e)
    })
}

/// Whether a name is that of a file not yet, or never, moved into place.
pub fn is_part(name: &str) -> bool {
    name.starts_with('.') && name.ends_with(".part")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_080_a_file_is_the_old_one_or_the_new_one_and_nothing_stays_beside_it() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        for text in ["first", "second"] {
            replace(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::create_dir(dir.path().join("taken")).unwrap();
        replace(&dir.path().join("taken"), b"x").unwrap_err();
        let names = fs::read_dir(dir.path()).unwrap();
        let names: Vec<_> = names.map(|e| e.unwrap().file_name()).collect();
        assert!(
            !names.iter().any(|name| is_part(&name.to_string_lossy())),
            "{names:?}"
        );
    }
}
