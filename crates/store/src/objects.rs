//! Bulk artefacts (frames, documents): files in a directory, each written whole or not at all,
//! each with the checksum it must still have when it is read.

use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::checksum::sha256;
use crate::replace::replace;
use crate::{Error, Result};

/// Where an object is and what it must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectRef {
    pub rel_path: String,
    pub sha256: String,
    pub len: u64,
}

/// Objects in a local directory.
pub struct LocalObjects {
    root: PathBuf,
}

// === impl LocalObjects ===

impl LocalObjects {
    pub fn at(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    pub fn put(&self, rel_path: &str, bytes: &[u8]) -> Result<ObjectRef> {
        let path = self.resolve(rel_path)?;
        let parent = path.parent().unwrap_or(&self.root);
        fs::create_dir_all(parent).map_err(|e| Error::io("create", parent, e))?;
        replace(&path, bytes)?;
        Ok(ObjectRef {
            rel_path: rel_path.to_owned(),
            sha256: sha256(bytes),
            len: bytes.len() as u64,
        })
    }

    /// Reads an object and refuses it when it is not what was written.
    pub fn get(&self, object: &ObjectRef) -> Result<Vec<u8>> {
        let path = self.resolve(&object.rel_path)?;
        let bytes = fs::read(&path).map_err(|e| Error::io("read the object", &path, e))?;
        if bytes.len() as u64 != object.len || sha256(&bytes) != object.sha256 {
            return Err(Error::Corrupt(format!(
                "object {} is not what was written",
                object.rel_path
            )));
        }
        Ok(bytes)
    }

    fn resolve(&self, rel_path: &str) -> Result<PathBuf> {
        let rel = Path::new(rel_path);
        let plain = rel.components().all(|c| matches!(c, Component::Normal(_)));
        if rel_path.is_empty() || !plain {
            return Err(Error::Corrupt(format!(
                "{rel_path} does not stay inside the object directory"
            )));
        }
        Ok(self.root.join(rel))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_comes_back_and_leaves_no_parts() {
        let dir = tempfile::tempdir().unwrap();
        let objects = LocalObjects::at(dir.path());
        let object = objects.put("session/0001/before.png", b"pixels").unwrap();
        assert_eq!(objects.get(&object).unwrap(), b"pixels");
        let left: Vec<_> = fs::read_dir(dir.path().join("session/0001"))
            .unwrap()
            .collect();
        assert_eq!(left.len(), 1);
    }

    #[test]
    fn a_changed_object_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let objects = LocalObjects::at(dir.path());
        let object = objects.put("a", b"pixels").unwrap();
        fs::write(dir.path().join("a"), b"pixelz").unwrap();
        assert!(matches!(objects.get(&object), Err(Error::Corrupt(_))));
    }

    #[test]
    fn paths_stay_inside() {
        let objects = LocalObjects::at("unused");
        for bad in ["", "../x", "/etc/passwd", "a/../../x", "."] {
            assert!(objects.put(bad, b"").is_err(), "{bad}");
        }
    }
}
