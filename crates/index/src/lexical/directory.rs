//! Where segments live: each file sealed on disk under the namespace's key, held open in
//! memory. Files are moved into place but not synced one by one: a file lost to a power cut
//! does not open, and the index is made again from the journal.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, RwLock};

use mneme_store::names::Namespace;
use mneme_store::seal::Place;
use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    AntiCallToken, Directory, DirectoryLock, FileHandle, Lock, OwnedBytes, TerminatingWrite,
    WatchCallback, WatchHandle, WritePtr,
};

#[derive(Clone)]
pub struct SealedDirectory {
    inner: Arc<Inner>,
}

struct Inner {
    root: PathBuf,
    namespace: Namespace,
    open: RwLock<HashMap<PathBuf, OwnedBytes>>,
    locks: Locks,
    /// Held while a file is put in its place or taken away, so that one which is only sealed
    /// again never comes back in its older form.
    disk: Mutex<()>,
}

/// Locks between the threads of this process. Other processes are kept out by the lock on the
/// data directory, which a kill frees; a lock file would outlive its owner.
#[derive(Default)]
struct Locks {
    held: Mutex<HashSet<PathBuf>>,
    freed: Condvar,
}

/// Held until dropped.
struct HeldLock {
    inner: Arc<Inner>,
    path: PathBuf,
}

struct SealedFile {
    directory: SealedDirectory,
    path: PathBuf,
    bytes: Vec<u8>,
}

// === impl SealedDirectory ===

impl SealedDirectory {
    pub fn at(root: PathBuf, namespace: Namespace) -> io::Result<Self> {
        fs::create_dir_all(&root)?;
        Ok(Self {
            inner: Arc::new(Inner {
                root,
                namespace,
                open: RwLock::default(),
                locks: Locks::default(),
                disk: Mutex::default(),
            }),
        })
    }

    /// Seals every file under the namespace's key of now that another key sealed. Nobody has to
    /// wait for more than one file.
    pub fn reseal(&self) -> io::Result<()> {
        // One that is just being put in its place may have been sealed a moment earlier: it is
        // waited for, and listed.
        drop(self.disk());
        for entry in fs::read_dir(&self.inner.root)? {
            let entry = entry?;
            let name = PathBuf::from(entry.file_name());
            let part = name.extension().is_some_and(|end| end == "part");
            if entry.file_type()?.is_file() && !part {
                self.reseal_file(&name)?;
            }
        }
        Ok(())
    }

    fn reseal_file(&self, path: &Path) -> io::Result<()> {
        let _disk = self.disk();
        let sealed = match fs::read(self.inner.root.join(path)) {
            Ok(sealed) => sealed,
            // Merged away meanwhile.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        let (name, namespace) = (table(path), &self.inner.namespace);
        let renewed = namespace.key.renewed(place(&name, namespace), &sealed);
        match renewed.map_err(io::Error::other)? {
            Some(renewed) => self.put(path, &renewed),
            None => Ok(()),
        }
    }

    fn disk(&self) -> MutexGuard<'_, ()> {
        let disk = &self.inner.disk;
        disk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, path: &Path, sealed: &[u8]) -> io::Result<()> {
        let target = self.inner.root.join(path);
        // The whole name kept: files of one segment are written by several threads at once.
        let part = self.inner.root.join(format!("{}.part", path.display()));
        fs::write(&part, sealed)?;
        fs::rename(&part, &target)
    }

    fn known(&self, path: &Path) -> Option<OwnedBytes> {
        self.inner
            .open
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(path)
            .cloned()
    }

    fn keep(&self, path: &Path, bytes: OwnedBytes) {
        self.inner
            .open
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(path.to_path_buf(), bytes);
    }

    fn read(&self, path: &Path) -> io::Result<OwnedBytes> {
        if let Some(bytes) = self.known(path) {
            return Ok(bytes);
        }
        let sealed = fs::read(self.inner.root.join(path))?;
        let name = table(path);
        let plain = self
            .inner
            .namespace
            .key
            .open(place(&name, &self.inner.namespace), &sealed);
        let bytes = OwnedBytes::new(plain.map_err(io::Error::other)?);
        self.keep(path, bytes.clone());
        Ok(bytes)
    }

    fn write(&self, path: &Path, plain: &[u8]) -> io::Result<()> {
        let (name, namespace) = (table(path), &self.inner.namespace);
        let _disk = self.disk();
        let sealed = namespace.key.seal(place(&name, namespace), plain);
        self.put(path, &sealed.map_err(io::Error::other)?)
    }
}

fn table(path: &Path) -> String {
    format!("index/{}", path.display())
}

fn place<'a>(table: &'a str, namespace: &Namespace) -> Place<'a> {
    Place {
        table,
        ns: namespace.ns,
        row: 0,
    }
}

impl std::fmt::Debug for SealedDirectory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SealedDirectory({})", self.inner.root.display())
    }
}

impl Directory for SealedDirectory {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        let bytes = self.read(path).map_err(|e| open_error(path, e))?;
        Ok(Arc::new(bytes))
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        let _disk = self.disk();
        self.inner
            .open
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(path);
        fs::remove_file(self.inner.root.join(path)).map_err(|e| match e.kind() {
            io::ErrorKind::NotFound => DeleteError::FileDoesNotExist(path.to_path_buf()),
            _ => DeleteError::IoError {
                io_error: Arc::new(e),
                filepath: path.to_path_buf(),
            },
        })
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        Ok(self.inner.root.join(path).exists())
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        if self.inner.root.join(path).exists() {
            return Err(OpenWriteError::FileAlreadyExists(path.to_path_buf()));
        }
        let file = SealedFile {
            directory: self.clone(),
            path: path.to_path_buf(),
            bytes: Vec::new(),
        };
        Ok(io::BufWriter::new(Box::new(file)))
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        self.read(path)
            .map(|bytes| bytes.to_vec())
            .map_err(|e| open_error(path, e))
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        self.write(path, data)?;
        self.keep(path, OwnedBytes::new(data.to_vec()));
        Ok(())
    }

    fn sync_directory(&self) -> io::Result<()> {
        Ok(())
    }

    fn acquire_lock(&self, lock: &Lock) -> Result<DirectoryLock, LockError> {
        let locks = &self.inner.locks;
        let mut held = locks.held.lock().unwrap_or_else(PoisonError::into_inner);
        while !held.insert(lock.filepath.clone()) {
            if !lock.is_blocking {
                return Err(LockError::LockBusy);
            }
            held = locks
                .freed
                .wait(held)
                .unwrap_or_else(PoisonError::into_inner);
        }
        let path = lock.filepath.clone();
        Ok(DirectoryLock::from(Box::new(HeldLock {
            inner: self.inner.clone(),
            path,
        })))
    }

    fn watch(&self, _: WatchCallback) -> tantivy::Result<WatchHandle> {
        Ok(WatchHandle::empty())
    }
}

fn open_error(path: &Path, error: io::Error) -> OpenReadError {
    match error.kind() {
        io::ErrorKind::NotFound => OpenReadError::FileDoesNotExist(path.to_path_buf()),
        _ => OpenReadError::wrap_io_error(error, path.to_path_buf()),
    }
}

// === impl HeldLock ===

impl Drop for HeldLock {
    fn drop(&mut self) {
        let locks = &self.inner.locks;
        locks
            .held
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&self.path);
        locks.freed.notify_all();
    }
}

// === impl SealedFile ===

impl Write for SealedFile {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(buf);
        Ok(buf.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl TerminatingWrite for SealedFile {
    fn terminate_ref(&mut self, _: AntiCallToken) -> io::Result<()> {
        let bytes = std::mem::take(&mut self.bytes);
        self.directory.write(&self.path, &bytes)?;
        self.directory.keep(&self.path, OwnedBytes::new(bytes));
        Ok(())
    }
}

#[cfg(test)]
mod tests;
