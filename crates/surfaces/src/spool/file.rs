//! One file of the spool, in our hands.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use mneme_wire::control::MAX_LINE_BYTES;
use mneme_wire::shapes::EventRequest;

use super::aside;

const MAX_BATCH_EVENTS: usize = 500;
const MAX_BATCH_BYTES: usize = 4 * 1024 * 1024;
/// Bad lines beyond this are only told.
const MAX_BAD_BYTES: u64 = 64 * 1024 * 1024;
/// A hook holds the lock for one write; whoever holds it longer is left alone this time.
const LOCK_TRIES: usize = 50;
const LOCK_PAUSE: Duration = Duration::from_millis(2);

/// A file that no hook writes to any more. The lock is kept, so that no second reader begins.
pub struct Taken {
    name: String,
    path: PathBuf,
    bad_path: PathBuf,
    reader: BufReader<File>,
    /// By an earlier round.
    pub left: bool,
}

/// A line that says an event.
pub struct Line {
    pub bytes: Vec<u8>,
    pub event: EventRequest,
}

#[derive(Default)]
pub struct Batch {
    pub lines: Vec<Line>,
    pub bad: Vec<Vec<u8>>,
    /// Nothing follows.
    pub last: bool,
}

// === impl Taken ===

impl Taken {
    /// What an earlier round left, else what hooks have written; `None` if there is neither, or
    /// somebody else has it.
    pub fn take_over(dir: &Path, name: &str) -> io::Result<Option<Self>> {
        let (path, draining) = (dir.join(name), dir.join(format!("{name}.draining")));
        let left = draining.exists();
        let Some(file) = open_locked(if left { &draining } else { &path })? else {
            return Ok(None);
        };
        if !left {
            fs::rename(&path, &draining)?;
        }
        Ok(Some(Self {
            name: name.to_owned(),
            path: draining,
            bad_path: aside::path(dir, name),
            reader: BufReader::new(file),
            left,
        }))
    }

    pub fn next_batch(&mut self) -> io::Result<Batch> {
        let (mut batch, mut bytes) = (Batch::default(), 0);
        while batch.lines.len() < MAX_BATCH_EVENTS && bytes < MAX_BATCH_BYTES {
            let mut line = Vec::new();
            let mut bounded = self.reader.by_ref().take(MAX_LINE_BYTES as u64);
            if bounded.read_until(b'\n', &mut line)? == 0 {
                batch.last = true;
                break;
            }
            bytes += line.len();
            batch.push(line.trim_ascii());
        }
        Ok(batch)
    }

    /// Keeps lines that nobody will take where somebody can look at them.
    pub fn set_aside(&self, bad: &[Vec<u8>]) -> io::Result<()> {
        if bad.is_empty() {
            return Ok(());
        }
        tracing::warn!(
            file = self.name,
            lines = bad.len(),
            "lines of the spool were set aside as bad"
        );
        let mut options = OpenOptions::new();
        let mut file = options
            .append(true)
            .create(true)
            .mode(0o600)
            .open(&self.bad_path)?;
        if file.metadata()?.len() > MAX_BAD_BYTES {
            tracing::error!(
                file = self.name,
                "too many bad lines are kept already; these are gone"
            );
            return Ok(());
        }
        let lines = bad.iter().flat_map(|line| [line.as_slice(), b"\n"]);
        file.write_all(&lines.collect::<Vec<_>>().concat())?;
        file.sync_data()
    }

    /// All of it is somewhere else now.
    pub fn remove(self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }
}

// === impl Batch ===

impl Batch {
    /// Empty lines come from hooks that closed a torn line. A line without an id would be taken
    /// in twice, if it came twice.
    fn push(&mut self, line: &[u8]) {
        if line.is_empty() {
            return;
        }
        let bytes = line.to_vec();
        match serde_json::from_slice::<EventRequest>(line) {
            Ok(event) if event.id.is_some() => self.lines.push(Line { bytes, event }),
            _ => self.bad.push(bytes),
        }
    }
}

/// The file of this name with its lock, unless it is not there or not to be had.
pub fn open_locked(path: &Path) -> io::Result<Option<File>> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file?,
    };
    for _ in 0..LOCK_TRIES {
        if file.try_lock().is_ok() {
            return Ok(is_at(&file, path).then_some(file));
        }
        thread::sleep(LOCK_PAUSE);
    }
    Ok(None)
}

/// Whether another reader has not taken it away in between.
fn is_at(file: &File, path: &Path) -> bool {
    let place = |meta: fs::Metadata| (meta.dev(), meta.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(open), Ok(named)) => place(open) == place(named),
        _ => false,
    }
}
