//! One process owns a data directory. The kernel frees the lock when the owner dies, however
//! it dies; the process id inside the file is only for the message.
//!
//! Whoever waits holds `turn` meanwhile: an owner that lets go and wants the directory again at
//! once stands behind it, and cannot keep everybody else out call by call.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
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
        let deadline = Instant::now() + wait;
        let _turn = match wait.is_zero() {
            true => None,
            false => turn(dir, deadline)?,
        };
        let mut file = loop {
            match hold(&path).map_err(|e| Error::io("open the lock file", &path, e))? {
                Held::Ours(file) => break file,
                Held::Theirs(mut file) if Instant::now() >= deadline => {
                    return Err(Error::InUse {
                        dir: dir.to_path_buf(),
                        pid: owner(&mut file),
                    });
                }
                Held::Theirs(_) => thread::sleep(RETRY),
            }
        };
        sign(&mut file).map_err(|e| Error::io("write the lock file", &path, e))?;
        Ok(Self { _file: file })
    }
}

/// The right to be next; none if others wanted it until the deadline.
fn turn(dir: &Path, deadline: Instant) -> Result<Option<File>> {
    let path = dir.join("turn");
    loop {
        match hold(&path).map_err(|e| Error::io("open the file of turns", &path, e))? {
            Held::Ours(file) => return Ok(Some(file)),
            Held::Theirs(_) if Instant::now() >= deadline => return Ok(None),
            Held::Theirs(_) => thread::sleep(RETRY),
        }
    }
}

/// A file that was asked for, and who has it now.
pub(crate) enum Held {
    Ours(File),
    Theirs(File),
}

/// Locks the file at `path`, made if it is missing. A restore swaps whole directories and a
/// finished backup gets its name, so a lock counts only if its file is still the one there.
pub(crate) fn hold(path: &Path) -> io::Result<Held> {
    loop {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .open(path)?;
        if flock(&file, FlockOperation::NonBlockingLockExclusive).is_err() {
            return Ok(Held::Theirs(file));
        }
        if is_at(&file, path)? {
            return Ok(Held::Ours(file));
        }
    }
}

fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let ours = file.metadata()?;
    let there = fs::metadata(path).ok();
    Ok(there.is_some_and(|there| (there.dev(), there.ino()) == (ours.dev(), ours.ino())))
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

fn sign(file: &mut File) -> io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{}", std::process::id())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use rustix::fs::{CWD, RenameFlags, renameat_with};

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

    #[test]
    fn who_waits_is_next_although_the_owner_wants_it_again() {
        let root = tempfile::tempdir().unwrap();
        let (dir, long) = (root.path(), Duration::from_secs(60));
        let own = DirLock::take(dir, Duration::ZERO).unwrap();
        let was_next = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                let _held = DirLock::take(dir, long).unwrap();
                was_next.store(true, Ordering::SeqCst);
            });
            while matches!(hold(&dir.join("turn")).unwrap(), Held::Ours(_)) {
                thread::yield_now();
            }
            drop(own);
            let _again = DirLock::take(dir, long).unwrap();
            assert!(was_next.load(Ordering::SeqCst));
        });
    }

    #[test]
    fn who_waited_for_a_directory_that_was_swapped_gets_the_new_one() {
        let root = tempfile::tempdir().unwrap();
        let (dir, other) = (root.path().join("data"), root.path().join("other"));
        fs::create_dir(&dir).unwrap();
        fs::create_dir(&other).unwrap();
        let first = DirLock::take(&dir, Duration::ZERO).unwrap();
        thread::scope(|scope| {
            let waiting = scope.spawn(|| DirLock::take(&dir, Duration::from_secs(60)));
            renameat_with(CWD, &dir, CWD, &other, RenameFlags::EXCHANGE).unwrap();
            drop(first);
            let second = waiting.join().unwrap().unwrap();
            assert!(is_at(&second._file, &dir.join("lock")).unwrap());
        });
    }
}
