//! Where the file is, and how it is written: whole or not at all, for its owner's eyes only.

use std::fs::{self, DirBuilder, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use mneme_model::Code;
use mneme_wire::Fault;

use super::{Env, bad};

/// The variable that names another file.
const VARIABLE: &str = "MEMORY_ARCHIVE_CONFIG";
/// The directory that is ours in the user's home.
const OURS: &str = ".memory-archive";

#[derive(Clone, Debug)]
pub struct Place {
    path: PathBuf,
    home: Option<PathBuf>,
    temp: PathBuf,
}

// === impl Place ===

impl Place {
    pub fn find(env: Env<'_>) -> Result<Self, Fault> {
        let set = |name: &str| env(name).filter(|text| !text.is_empty());
        let home = set("HOME").map(PathBuf::from);
        let temp = PathBuf::from(set("TMPDIR").unwrap_or_else(|| String::from("/tmp")));
        let mut place = Self {
            path: PathBuf::new(),
            home,
            temp,
        };
        place.path = match (set(VARIABLE), &place.home) {
            (Some(named), _) => place.at_home(&named),
            (None, Some(home)) => home.join(OURS).join("config.json"),
            (None, None) => {
                return Err(bad(format!(
                    "there is no home directory to keep config.json in: set HOME or {VARIABLE}"
                )));
            }
        };
        Ok(place)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn temp(&self) -> &Path {
        &self.temp
    }

    /// `~` and `~/x` are in the user's home, as people write it.
    pub fn at_home(&self, path: &str) -> PathBuf {
        let inside = match path {
            "~" => Some(""),
            _ => path.strip_prefix("~/"),
        };
        match (inside, &self.home) {
            (Some(""), Some(home)) => home.clone(),
            (Some(rest), Some(home)) => home.join(rest),
            _ => PathBuf::from(path),
        }
    }

    /// Where a path of the file leads: one that begins nowhere begins beside the file.
    pub fn resolve(&self, path: &str) -> PathBuf {
        let path = self.at_home(path);
        let dir = self.path.parent().unwrap_or(Path::new(""));
        // An absolute one stays as it is.
        let whole = dir.join(path);
        std::path::absolute(&whole).unwrap_or(whole)
    }

    /// The text of the file, if there is one.
    pub fn read(&self) -> Result<Option<String>, Fault> {
        match fs::read_to_string(&self.path) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.fault("read", &error)),
        }
    }

    pub fn write(&self, text: &str) -> Result<(), Fault> {
        self.replace(text)
            .map_err(|error| self.fault("written", &error))
    }

    /// A link stays one: what it points at is replaced.
    fn replace(&self, text: &str) -> io::Result<()> {
        let path = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let dir = match path.parent() {
            Some(dir) if dir != Path::new("") => dir,
            _ => Path::new("."),
        };
        make_private(dir)?;
        let beside = dir.join(format!(".config.json.{}", std::process::id()));
        // Left by a process of the same number that was killed here.
        let _ = fs::remove_file(&beside);
        let written = write_new(&beside, text).and_then(|()| fs::rename(&beside, &path));
        if written.is_err() {
            let _ = fs::remove_file(&beside);
        }
        written?;
        fs::File::open(dir)?.sync_all()
    }

    fn fault(&self, what: &str, error: &io::Error) -> Fault {
        let path = self.path.display();
        Fault::new(Code::BadFile, format!("{path} cannot be {what}: {error}"))
    }
}

/// Makes the directory for its owner alone. One that is there is left as it is, unless it is ours.
fn make_private(dir: &Path) -> io::Result<()> {
    if !dir.is_dir() {
        return DirBuilder::new().recursive(true).mode(0o700).create(dir);
    }
    match dir.file_name().is_some_and(|name| name == OURS) {
        true => fs::set_permissions(dir, Permissions::from_mode(0o700)),
        false => Ok(()),
    }
}

fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let made = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path);
    let mut file = made?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
