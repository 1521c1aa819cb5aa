//! A backup that is not finished: beside its place, under a name of its own.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Seek};
use std::path::{Path, PathBuf};

use super::{Order, Refusal};
use crate::lock::{Held, hold};
use crate::{Error, Result};

/// `FILE.part` and, while it is made, the cut of the tables in `FILE.part.db`. Both go when
/// this is dropped; what a kill leaves behind, the next backup to the same place takes away.
pub struct Part {
    pub out: File,
    pub cut: PathBuf,
    path: PathBuf,
    file: PathBuf,
    force: bool,
    finished: bool,
}

// === impl Part ===

impl Part {
    /// Looks whether the place is free, and takes it.
    pub fn begin(order: &Order, data_dir: &Path) -> Result<Self> {
        let file = order.file.clone();
        refuse_existing(&file, order.force)?;
        refuse_inside(&file, data_dir)?;
        let (path, cut) = (with(&file, ".part"), with(&file, ".part.db"));
        let out = match hold(&path).map_err(|e| not_written(&file, e))? {
            Held::Ours(out) => out,
            Held::Theirs(_) => return Err(Refusal::Busy(file).into()),
        };
        let part = Self {
            out,
            cut,
            path,
            file,
            force: order.force,
            finished: false,
        };
        part.empty().map_err(|e| not_written(&part.file, e))?;
        Ok(part)
    }

    /// Starts over.
    pub fn empty(&self) -> io::Result<()> {
        self.out.set_len(0)?;
        (&self.out).rewind()?;
        self.remove_cut()
    }

    /// On disk, then under its name: never half of it. How large it is.
    pub fn finish(mut self) -> Result<u64> {
        refuse_existing(&self.file, self.force)?;
        let put = || {
            // Before the name is given up: what is beside it may be another's by then.
            self.remove_cut()?;
            self.out.sync_all()?;
            fs::rename(&self.path, &self.file)?;
            sync_dir(parent(&self.file))?;
            Ok(self.out.metadata()?.len())
        };
        let bytes = put().map_err(|e| not_written(&self.file, e))?;
        self.finished = true;
        Ok(bytes)
    }

    fn remove_cut(&self) -> io::Result<()> {
        remove(&with(&self.cut, "-journal"))?;
        remove(&self.cut)
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if !self.finished {
            // Not being able to tidy up must not hide why we stopped.
            let _ = self.remove_cut().and_then(|()| remove(&self.path));
        }
    }
}

pub fn not_written(file: &Path, error: io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Error::Full,
        _ => Refusal::NotWritten {
            file: file.to_path_buf(),
            why: error.to_string(),
        }
        .into(),
    }
}

fn refuse_existing(file: &Path, force: bool) -> Result<()> {
    match fs::symlink_metadata(file) {
        Ok(there) if there.is_dir() => Err(not_written(file, io::ErrorKind::IsADirectory.into())),
        Ok(_) if !force => Err(Refusal::Exists(file.to_path_buf()).into()),
        _ => Ok(()),
    }
}

/// A backup in the data directory would be lost with it, and be taken for a part of it.
fn refuse_inside(file: &Path, data_dir: &Path) -> Result<()> {
    let place = parent(file).canonicalize();
    let place = place.map_err(|e| not_written(file, e))?;
    let inside = data_dir
        .canonicalize()
        .is_ok_and(|dir| place.starts_with(dir));
    match inside {
        true => Err(Refusal::NotWritten {
            file: file.to_path_buf(),
            why: String::from("it would lie in the data directory itself"),
        }
        .into()),
        false => Ok(()),
    }
}

pub fn parent(file: &Path) -> &Path {
    match file.parent() {
        Some(dir) if !dir.as_os_str().is_empty() => dir,
        _ => Path::new("."),
    }
}

pub fn with(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    PathBuf::from(name)
}

pub fn sync_dir(dir: &Path) -> io::Result<()> {
    File::open(dir)?.sync_all()
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
