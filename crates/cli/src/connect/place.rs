//! Files of others: read whole, written in one step, the old one kept.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use mneme_model::{Clock, Code, Moment};
use mneme_wire::Fault;
use rustix::fs::{Access, access};

use super::octets;
use crate::clock::WallClock;

pub const HOOK: &str = "mneme-hook";
/// Settings may hold secrets of others: a new file is for its owner.
const MODE: u32 = 0o600;
/// Those that stand for bytes here.
const RESERVED: &str = "it has characters from U+10FE80 to U+10FEFF, which cannot be kept";
/// More than anybody writes by hand.
const MAX_BYTES: u64 = 32 * 1024 * 1024;

/// As many as the system follows.
const MOST_LINKS: usize = 40;

/// A file as it is and as it shall be, in the characters of [`octets`].
#[derive(Debug)]
pub struct Planned {
    pub path: PathBuf,
    /// Empty where there is none.
    pub before: String,
    pub after: String,
}

pub fn home() -> Result<PathBuf, Fault> {
    let home = std::env::var_os("HOME").filter(|home| !home.is_empty());
    let missing = || Fault::new(Code::BadFile, "no home directory is known: HOME is not set");
    home.map(PathBuf::from).ok_or_else(missing)
}

/// This program, by the path an agent finds it under.
pub fn program() -> Result<String, Fault> {
    let own = std::env::current_exe();
    let own = own.map_err(|error| Fault::new(Code::BadFile, error.to_string()))?;
    let named = own.with_file_name("mneme");
    let shown = if named.exists() { named } else { own };
    Ok(shown.display().to_string())
}

/// The hook beside it, as a shell takes it.
pub fn hook_program() -> Result<String, Fault> {
    let beside = Path::new(&program()?).with_file_name(HOOK);
    Ok(quoted(&beside.display().to_string()))
}

/// One word of a shell's line.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-=".contains(c);
    match word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// What a process that was killed left beside this file, half written: no part of it is anywhere
/// else, and secrets may stand in it.
pub fn clear_unfinished(path: &Path) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = path.parent().and_then(|dir| fs::read_dir(dir).ok());
    for entry in beside.into_iter().flatten().flatten() {
        let other = entry.file_name();
        let pid = other.to_str().and_then(|other| writer(other, &name));
        if pid.is_some_and(|pid| !Path::new("/proc").join(pid).exists()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whose number stands in the name of a file that is to become the other.
fn writer<'n>(new: &'n str, name: &str) -> Option<&'n str> {
    let pid = new.strip_prefix(name)?.strip_prefix('.')?;
    let pid = pid.strip_suffix(".new")?;
    let digits = pid.bytes().all(|digit| digit.is_ascii_digit());
    (digits && !pid.is_empty()).then_some(pid)
}

// === impl Planned ===

impl Planned {
    pub fn read(path: PathBuf) -> Result<Self, Fault> {
        if let Ok(meta) = fs::metadata(&path)
            && !meta.is_file()
        {
            // Reading a pipe would wait for whoever writes into it.
            return Err(no_file(&path, meta.file_type()));
        }
        // A link to the file somebody keeps elsewhere stays a link.
        let path = path.canonicalize().unwrap_or_else(|_| led(path));
        let trouble = |why: String| bad(&path, &why);
        let before = match fs::metadata(&path) {
            Ok(meta) if meta.len() > MAX_BYTES => return Err(trouble("it is too large".into())),
            Ok(_) => {
                let bytes = fs::read(&path).map_err(|error| trouble(error.to_string()))?;
                octets::text(&bytes).ok_or_else(|| trouble(RESERVED.into()))?
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(trouble(error.to_string())),
        };
        Ok(Self {
            path,
            after: before.clone(),
            before,
        })
    }

    /// Trouble with this file names it.
    pub fn named(&self, fault: Fault) -> Fault {
        Fault {
            error: format!("{}: {}", self.path.display(), fault.error),
            ..fault
        }
    }

    pub fn changes(&self) -> bool {
        self.before != self.after
    }

    /// What there is to edit: an object, even where there is no file.
    pub fn text(&self) -> String {
        match self.after.trim().is_empty() {
            true => String::from("{}\n"),
            false => self.after.clone(),
        }
    }

    /// Writes it, and says where the old one is.
    pub fn write(&self) -> Result<Option<PathBuf>, Fault> {
        let trouble = |error: std::io::Error| bad(&self.path, &error.to_string());
        fs::create_dir_all(self.dir()).map_err(trouble)?;
        let kept = self.keep().map_err(trouble)?;
        self.replace(self.mode()).map_err(trouble)?;
        Ok(kept)
    }

    /// Writes it with this mode, in a directory that is there.
    pub fn write_as(&self, mode: u32) -> Result<(), Fault> {
        let trouble = |error: std::io::Error| bad(&self.path, &error.to_string());
        let written = self.replace(mode);
        written.map_err(|error| self.closed().unwrap_or_else(|| trouble(error)))
    }

    /// Why it must not be written, and what helps. A file that somebody protects would give way to
    /// a new one; that is not what they want.
    pub fn closed(&self) -> Option<Fault> {
        if let Some(fault) = self.protected() {
            return Some(fault);
        }
        let dir = self.dir().ancestors().find(|dir| dir.exists())?;
        let mode = fs::metadata(dir).map_or(0, |meta| meta.permissions().mode());
        let open = mode & 0o222 != 0 && access(dir, Access::WRITE_OK | Access::EXEC_OK).is_ok();
        let why = format!("nothing may be written in {}", dir.display());
        (!open).then(|| protected(&self.path, &why, dir))
    }

    /// That somebody protects the file itself.
    pub fn protected(&self) -> Option<Fault> {
        let meta = fs::metadata(&self.path).ok()?;
        let mode = meta.permissions().mode() & 0o777;
        let why = format!("it is protected against writing (mode {mode:o})");
        (mode & 0o222 == 0).then(|| protected(&self.path, &why, &self.path))
    }

    /// The mode it has, or gets as a new file.
    pub fn mode(&self) -> u32 {
        fs::metadata(&self.path).map_or(MODE, |meta| meta.permissions().mode() & 0o7777)
    }

    fn dir(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("."))
    }

    fn keep(&self) -> std::io::Result<Option<PathBuf>> {
        if !self.path.exists() {
            return Ok(None);
        }
        let now = Moment::from_ms(WallClock.now_ms()).rfc3339();
        let stamp: String = now.chars().filter(char::is_ascii_digit).collect();
        let kept = self.beside(&format!("before-mneme-{stamp}"));
        fs::copy(&self.path, &kept)?;
        Ok(Some(kept))
    }

    fn replace(&self, mode: u32) -> std::io::Result<()> {
        let new = self.beside(&format!("{}.new", std::process::id()));
        let mut options = fs::OpenOptions::new();
        let mut file = options.write(true).create_new(true).mode(mode).open(&new)?;
        let written = file
            .write_all(&octets::bytes(&self.after))
            // What a person's umask takes away of a mode is put back.
            .and_then(|()| file.set_permissions(fs::Permissions::from_mode(mode)))
            .and_then(|()| file.sync_all())
            .and_then(|()| fs::rename(&new, &self.path));
        if written.is_err() {
            // Half a file helps nobody.
            let _ = fs::remove_file(&new);
        }
        written?;
        fs::File::open(self.dir())?.sync_all()
    }

    fn beside(&self, what: &str) -> PathBuf {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        self.path.with_file_name(format!("{name}.{what}"))
    }
}

/// Where links lead, also where nothing is there yet: the file is made there, and they stay.
fn led(path: PathBuf) -> PathBuf {
    let mut at = path.clone();
    for _ in 0..MOST_LINKS {
        let Ok(to) = fs::read_link(&at) else {
            break;
        };
        at = at.parent().unwrap_or(Path::new(".")).join(to);
    }
    if at == path {
        return path;
    }
    let above = at.parent().and_then(|dir| dir.canonicalize().ok());
    let whole = above.and_then(|above| Some(above.join(at.file_name()?)));
    whole.unwrap_or(at)
}

fn no_file(path: &Path, kind: fs::FileType) -> Fault {
    let what = match kind {
        kind if kind.is_dir() => "a directory",
        kind if kind.is_fifo() => "a named pipe",
        kind if kind.is_socket() => "a socket",
        _ => "a device",
    };
    let mut fault = bad(path, &format!("this is {what}, where a file is expected"));
    fault.hint = String::from("move it away; nothing was written");
    fault
}

fn protected(path: &Path, why: &str, closed: &Path) -> Fault {
    let mut fault = bad(path, why);
    fault.hint = format!("allow it with `chmod u+w {}`", closed.display());
    fault
}

fn bad(path: &Path, why: &str) -> Fault {
    Fault::new(Code::BadFile, format!("{}: {why}", path.display()))
}
