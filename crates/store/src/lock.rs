//! One process owns a data directory. The kernel frees the lock when the owner dies, however
//! it dies; the process id inside the file is only for the message.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{FlockOperation, flock};

use crate::{Error, Result};

const RETRY: Duration = Duration::from_millis(20);

/// Held for as long as the directory is ours.
#[derive(Debug)]
pub struct DirLock {
    _file: File,
}

// === impl DirLock ===

impl DirLock {
    pub fn take(dir: &Path, wait: Duration) -> Result<Self> {
        let path = dir.join("lock");
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(|e| Error::io("open the lock file", &path, e))?;
        let deadline = Instant::now() + wait;
        while flock(&file, FlockOperation::NonBlockingLockExclusive).is_err() {
            if Instant::now() >= deadline {
                return Err(Error::InUse {
                    dir: dir.to_path_buf(),
                    pid: owner(&mut file),
                });
            }
            thread::sleep(RETRY);
        }
        sign(&mut file).map_err(|e| Error::io("write the lock file", &path, e))?;
        Ok(Self { _file: file })
    }
}

/// Who holds it. The number is written just after the lock is taken, so look twice.
fn owner(file: &mut File) -> String {
    for _ in 0..10 {
        let mut text = String::new();
        let read = file.rewind().and_then(|()| file.read_to_string(&mut text));
        if read.is_ok() && !text.trim().is_empty() {
            return text.trim().to_owned();
        }
        thread::sleep(RETRY);
    }
    String::from("unknown")
}

fn sign(file: &mut File) -> std::io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{}", std::process::id())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_owner_is_told_who_holds_it() {
        let dir = tempfile::tempdir().unwrap();
        let first = DirLock::take(dir.path(), Duration::ZERO).unwrap();
        let refused = DirLock::take(dir.path(), Duration::ZERO).unwrap_err();
        assert!(
            refused
                .to_string()
                .contains(&std::process::id().to_string()),
            "{refused}"
        );
        drop(first);
        assert!(DirLock::take(dir.path(), Duration::ZERO).is_ok());
    }
}
