//! Where a measurement keeps its stores, and how long.

use std::path::{Path, PathBuf};

use mneme_wire::Fault;

use super::load::trouble;

/// A directory that is removed afterwards, unless somebody named it: then it is kept, and the
/// next run finds there what was loaded before.
pub struct Scratch {
    dir: PathBuf,
    temporary: bool,
}

// === impl Scratch ===

impl Scratch {
    pub fn new(what: &str, named: Option<&Path>) -> Result<Self, Fault> {
        let (dir, temporary) = match named {
            Some(dir) => (dir.to_owned(), false),
            None => {
                let name = format!("mneme-bench-{what}-{}", std::process::id());
                (std::env::temp_dir().join(name), true)
            }
        };
        std::fs::create_dir_all(&dir).map_err(trouble)?;
        Ok(Self { dir, temporary })
    }

    pub fn path(&self) -> &Path {
        &self.dir
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if self.temporary {
            // Left behind it only takes space.
            let _ = std::fs::remove_dir_all(&self.dir);
        }
    }
}
