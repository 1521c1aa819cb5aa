//! A place beside the final one, where files are gathered until they are all there and good.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use mneme_wire::Fault;
use rustix::process::{Pid, test_kill_process};

use super::fetch::failed;

/// Between a model's name and the process that gathers its files.
const PART: &str = ".part-";

/// Removed unless it is put in place.
pub struct Staged(pub PathBuf);

// === impl Staged ===

impl Staged {
    pub fn beside(dir: &Path) -> Result<Self, Fault> {
        let models = dir.parent().unwrap_or(dir);
        sweep(models);
        let name = dir.file_name().unwrap_or_default().to_string_lossy();
        let staged = models.join(format!("{name}{PART}{}", std::process::id()));
        let made = fs::create_dir_all(&staged);
        made.map_err(|error| failed(format!("{} cannot be made: {error}", staged.display())))?;
        Ok(Self(staged))
    }

    pub fn put(self, dir: &Path) -> Result<(), Fault> {
        let moved = match fs::remove_dir_all(dir) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => fs::rename(&self.0, dir),
        };
        moved.map_err(|error| failed(format!("{} cannot be put in place: {error}", dir.display())))
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        // Gone already when it was put in place.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Takes away what interrupted fetches left. One that still runs keeps its own.
fn sweep(models: &Path) {
    let entries = fs::read_dir(models).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| is_left(&entry.file_name().to_string_lossy())) {
        // Whoever may not remove it is not kept from fetching.
        let _ = fs::remove_dir_all(entry.path());
    }
}

/// Whether it belongs to a process that is gone. Our own number can only be an old one's.
fn is_left(name: &str) -> bool {
    let number = name.rsplit_once(PART).and_then(|(_, pid)| pid.parse().ok());
    let Some(pid) = number.and_then(Pid::from_raw) else {
        return false;
    };
    let gone = test_kill_process(pid) == Err(rustix::io::Errno::SRCH);
    gone || pid == rustix::process::getpid()
}
