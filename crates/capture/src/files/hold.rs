//! Who has a recording open in an editor: a locked file in its directory. The system frees the
//! lock when the editor ends, however it ends, and recorders may come and go meanwhile.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, OFlags, flock};
use rustix::io::Errno;

use super::{Error, Result};
use crate::sessions::Process;

/// The file that is locked. It says who locked it.
pub const HOLD: &str = ".editing";
/// More than anybody has to say about themselves.
const LONGEST: u64 = 4_096;

/// A recording that is ours to edit, until this is dropped.
pub struct Hold {
    file: File,
    path: PathBuf,
}

/// Who has a recording open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holder {
    pub process: Option<Process>,
    /// The command they gave.
    pub command: String,
}

pub enum Taken {
    Ours(Hold),
    Theirs(Holder),
}

// === impl Hold ===

impl Hold {
    /// Takes the recording in a directory for one editor, or says who was earlier.
    pub fn take(dir: &Path, who: &Holder) -> Result<Taken> {
        let path = dir.join(HOLD);
        loop {
            let mut file = opened(&path).map_err(Error::io("open", &path))?;
            match flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => {}
                Err(Errno::WOULDBLOCK) => return Ok(Taken::Theirs(Holder::read(&mut file))),
                Err(errno) => return Err(Error::io("lock", &path)(errno.into())),
            }
            // Whoever was here took the file away as they left: another one is at its place.
            if !is_at(&file, &path) {
                continue;
            }
            who.write(&mut file).map_err(Error::io("write", &path))?;
            return Ok(Taken::Ours(Self { file, path }));
        }
    }

    /// Whether the directory is still the one that was taken: one that was deleted is not, nor
    /// another under its name.
    pub fn is_there(&self) -> bool {
        is_at(&self.file, &self.path)
    }
}

impl Drop for Hold {
    /// The file goes while it is still locked: nobody can have taken it meanwhile.
    fn drop(&mut self) {
        if self.is_there() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Who has the recording in a directory open, if anybody does.
pub fn holder(dir: &Path) -> Option<Holder> {
    let mut file = File::open(dir.join(HOLD)).ok()?;
    match flock(&file, FlockOperation::NonBlockingLockShared) {
        Err(Errno::WOULDBLOCK) => Some(Holder::read(&mut file)),
        _ => None,
    }
}

fn opened(path: &Path) -> io::Result<File> {
    let no_link = OFlags::NOFOLLOW.bits().cast_signed();
    let mut options = OpenOptions::new();
    options.create(true).read(true).write(true).truncate(false);
    options.mode(0o600).custom_flags(no_link).open(path)
}

fn is_at(file: &File, path: &Path) -> bool {
    let place = |meta: &fs::Metadata| (meta.dev(), meta.ino());
    match (file.metadata(), fs::symlink_metadata(path)) {
        (Ok(ours), Ok(there)) => place(&ours) == place(&there),
        _ => false,
    }
}

// === impl Holder ===

impl Holder {
    /// What cannot be read is somebody without a name.
    fn read(file: &mut File) -> Self {
        let mut text = String::new();
        let _ = file.take(LONGEST).read_to_string(&mut text);
        let (process, command) = text.split_once('\n').unwrap_or_default();
        Self {
            process: Process::parse(process),
            command: command.trim().to_owned(),
        }
    }

    fn write(&self, file: &mut File) -> io::Result<()> {
        let process = self.process.as_ref().map(Process::text);
        file.set_len(0)?;
        file.seek(SeekFrom::Start(0))?;
        writeln!(file, "{}\n{}", process.unwrap_or_default(), self.command)
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let command = match self.command.as_str() {
            "" => "another editor",
            command => command,
        };
        match &self.process {
            Some(process) => write!(f, "{command} (process {} on {})", process.pid, process.host),
            None => f.write_str(command),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn me() -> Holder {
        Holder {
            process: Some(Process::here(std::process::id(), "desk")),
            command: "memory-archive compile".into(),
        }
    }

    fn ours(dir: &Path) -> Hold {
        match Hold::take(dir, &me()).unwrap() {
            Taken::Ours(hold) => hold,
            Taken::Theirs(who) => panic!("{who} has it"),
        }
    }

    #[test]
    fn the_second_is_told_who_the_first_is() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(holder(dir.path()), None);
        let hold = ours(dir.path());
        assert_eq!(holder(dir.path()), Some(me()));
        let Taken::Theirs(who) = Hold::take(dir.path(), &Holder::default()).unwrap() else {
            panic!("two have it");
        };
        assert_eq!(who, me());
        assert!(who.to_string().contains("memory-archive compile (process"));
        drop(hold);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
        ours(dir.path());
    }

    #[test]
    fn a_directory_that_was_deleted_or_made_again_is_not_the_one_that_was_taken() {
        let home = tempfile::tempdir().unwrap();
        let dir = home.path().join("memory");
        fs::create_dir(&dir).unwrap();
        let hold = ours(&dir);
        assert!(hold.is_there());
        fs::remove_dir_all(&dir).unwrap();
        assert!(!hold.is_there());
        fs::create_dir(&dir).unwrap();
        let other = ours(&dir);
        drop(hold);
        assert!(other.is_there(), "what is another's stays");
    }
}
