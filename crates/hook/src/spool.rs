//! Events nobody took, a line each, until a server reads them (`crates/surfaces/src/spool.rs`).
//!
//! A line goes in with one write under the file's lock, and is synced. The reader takes the
//! whole file away by another name under the same lock, so a line is either in the file it
//! takes or in the next one.

pub mod lost;
#[cfg(test)]
mod tests;

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, FileExt, MetadataExt, OpenOptionsExt};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// All files of the spool together.
const MAX_SPOOL_BYTES: u64 = 256 * 1024 * 1024;
/// How long somebody else may hold the file. Afterwards the line is written all the same: it
/// may be lost that way, and would surely be lost without.
const MAX_LOCK_WAIT: Duration = Duration::from_millis(100);
const LOCK_PAUSE: Duration = Duration::from_millis(1);

pub fn append(dir: &Path, name: &str, line: &str) -> Result<(), String> {
    append_up_to(MAX_SPOOL_BYTES, dir, name, line)
}

fn append_up_to(max_bytes: u64, dir: &Path, name: &str, line: &str) -> Result<(), String> {
    let lost = |why: String| format!("the event is lost: {}: {why}", dir.display());
    make(dir).map_err(|error| lost(error.to_string()))?;
    if held_bytes(dir) + line.len() as u64 > max_bytes {
        return Err(lost(format!(
            "{max_bytes} bytes wait there already; start the server"
        )));
    }
    let written = write_line(&dir.join(name), line, MAX_LOCK_WAIT);
    // Not under the lock: others may write while this one waits for the disk.
    let synced = written.and_then(|written| written.sync(dir));
    synced.map_err(|error| lost(error.to_string()))
}

fn make(dir: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(dir)
}

fn held_bytes(dir: &Path) -> u64 {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    entries
        .flat_map(|entry| entry.metadata())
        .map(|meta| meta.len())
        .sum()
}

/// A file with a line more.
struct Written {
    file: File,
    /// The first line of the file: its name has to reach the disk too.
    first: bool,
}

impl Written {
    fn sync(&self, dir: &Path) -> io::Result<()> {
        self.file.sync_data()?;
        match self.first {
            true => File::open(dir)?.sync_all(),
            false => Ok(()),
        }
    }
}

fn write_line(path: &Path, line: &str, max_wait: Duration) -> io::Result<Written> {
    let file = open_locked(path, max_wait)?;
    let length = file.metadata()?.len();
    // Of a line that a crash cut off only the line itself is lost.
    let start = if ends_open(&file, length)? { "\n" } else { "" };
    let whole = format!("{start}{line}\n");
    match (&file).write(whole.as_bytes())? {
        written if written == whole.len() => {}
        _ => return Err(io::ErrorKind::StorageFull.into()),
    }
    // Closing the file frees it too.
    let _ = file.unlock();
    Ok(Written {
        file,
        first: length == 0,
    })
}

/// The file of this name, locked, and still of this name.
fn open_locked(path: &Path, max_wait: Duration) -> io::Result<File> {
    let until = Instant::now() + max_wait;
    loop {
        let mut options = OpenOptions::new();
        let file = options
            .read(true)
            .append(true)
            .create(true)
            .mode(0o600)
            .open(path)?;
        let locked = file.try_lock().is_ok();
        let patient = Instant::now() < until;
        if (locked || !patient) && is_at(&file, path) {
            return Ok(file);
        }
        if !patient {
            return Err(io::ErrorKind::ResourceBusy.into());
        }
        if !locked {
            thread::sleep(LOCK_PAUSE);
        }
    }
}

/// Whether nobody has taken the file away since it was opened.
fn is_at(file: &File, path: &Path) -> bool {
    let place = |meta: fs::Metadata| (meta.dev(), meta.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(open), Ok(named)) => place(open) == place(named),
        _ => false,
    }
}

fn ends_open(file: &File, length: u64) -> io::Result<bool> {
    let mut last = [b'\n'];
    if length > 0 {
        file.read_exact_at(&mut last, length - 1)?;
    }
    Ok(last != *b"\n")
}
