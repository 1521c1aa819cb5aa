//! One setup, undo or repair at a time: each reads files, and writes them as it read them.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use mneme_model::Code;
use mneme_wire::Fault;
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

use super::apply::bad;
use super::receipt::Receipt;
use crate::connect::place;

/// Most are done sooner, unless they start a server or ask somebody.
const PATIENCE: Duration = Duration::from_secs(5);
const RETRY: Duration = Duration::from_millis(20);

/// Held for as long as files may be read and written.
pub struct Alone {
    _file: File,
    path: PathBuf,
}

// === impl Alone ===

impl Alone {
    /// None where this user may write nothing anyway, or has no home.
    pub async fn take() -> Result<Option<Self>, Fault> {
        let Ok(home) = place::home() else {
            return Ok(None);
        };
        let path = Receipt::path(&home).with_extension("lock");
        let deadline = Instant::now() + PATIENCE;
        loop {
            let late = Instant::now() >= deadline;
            match locked(&path) {
                Ok(Some(_file)) => return Ok(Some(Self { _file, path })),
                Ok(None) if late => return Err(taken(&path)),
                Ok(None) => {}
                Err(error) if closed(&error) => return Ok(None),
                Err(error) if vanished(&error) && !late => {}
                Err(error) => return Err(bad(&path, &error)),
            }
            tokio::time::sleep(RETRY).await;
        }
    }
}

impl Drop for Alone {
    /// While it is still locked: nobody can have it. The directory goes if nothing else is in it.
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
        let _ = self.path.parent().map(fs::remove_dir);
    }
}

/// None where somebody else has it, or had it and took it away.
fn locked(path: &Path) -> io::Result<Option<File>> {
    let dir = path.parent().unwrap_or(Path::new("."));
    DirBuilder::new().recursive(true).mode(0o700).create(dir)?;
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false).mode(0o600);
    let mut file = options.open(path)?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Err(Errno::WOULDBLOCK) => return Ok(None),
        locked => locked?,
    }
    let (ours, there) = (file.metadata()?, fs::metadata(path)?);
    if (ours.dev(), ours.ino()) != (there.dev(), there.ino()) {
        return Ok(None);
    }
    file.set_len(0)?;
    writeln!(file, "{}", std::process::id())?;
    Ok(Some(file))
}

fn closed(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem
    )
}

/// Its directory went with the one before, also while it was found to be there already.
fn vanished(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::AlreadyExists)
}

fn taken(path: &Path) -> Fault {
    let pid = fs::read_to_string(path).unwrap_or_default();
    let (who, way) = match pid.trim() {
        "" => (String::new(), String::new()),
        pid => (
            format!(", as process {pid}"),
            format!("answer what it asks, or end it (`kill {pid}`), and "),
        ),
    };
    let told = format!("another setup, undo or repair is going on{who}; nothing was changed");
    Fault {
        hint: format!("wait until it is done, {way}run this again"),
        ..Fault::new(Code::StoreInUse, told)
    }
}
