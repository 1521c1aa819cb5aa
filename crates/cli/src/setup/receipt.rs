//! What setup wrote, and what stood there before: the way back. Kept beside the data, for its
//! owner alone, because files of others may hold secrets.

mod written;

use std::fs;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf, absolute};

use mneme_model::Code;
use mneme_wire::Fault;
use serde::{Deserialize, Serialize};

use super::decide::Exports;
use super::plan::{PRIVATE, Plan};
use super::profile::{Client, Profile};
use super::surfaces::SURFACES;
use super::wiring::{CODEX_FILE, Wiring, ZSH_FILE};
use crate::connect::place::Planned;
pub use written::{Written, sum};

const VERSION: u32 = 1;
const BROKEN: &str =
    "`mneme setup --undo` takes out what is ours without it, and puts it aside; then set up again";

#[derive(Deserialize)]
struct Marked {
    version: u32,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Receipt {
    pub version: u32,
    pub config: PathBuf,
    /// What agents were told to start.
    pub program: PathBuf,
    pub profile: String,
    pub files: Vec<Written>,
    /// Directories that were made, the outer ones first.
    pub dirs: Vec<PathBuf>,
    pub link: Option<PathBuf>,
    /// What new shells were told, and in which file; not known of one that is older.
    #[serde(default)]
    pub exports: Option<Exports>,
    #[serde(default)]
    pub rc: Option<PathBuf>,
    /// Where Codex had its files.
    #[serde(default)]
    pub codex_home: Option<PathBuf>,
    /// Who was said to go by the API key, where there was a login too.
    #[serde(default)]
    pub by_key: Vec<Client>,
    /// Whether settings say that no model reads only because no key was found.
    #[serde(default)]
    pub no_key: bool,
    /// Who was left out, with a file that must not be written.
    #[serde(default)]
    pub left: Vec<String>,
    /// The server that was started, and how.
    pub started: Option<Started>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Started {
    Process(i32),
    Systemd,
}

// === impl Receipt ===

impl Receipt {
    pub fn path(home: &Path) -> PathBuf {
        home.join(".memoryoss").join("setup.json")
    }

    pub fn read(home: &Path) -> Result<Option<Self>, Fault> {
        let planned = Planned::read(Self::path(home))?;
        if planned.before.is_empty() {
            return Ok(None);
        }
        let bad = |why: String| planned.named(Fault::new(Code::BadFile, why));
        if let Some(other) = other_version(&planned.before) {
            return Err(bad(format!("version {other} is of another build")));
        }
        let read = serde_json::from_str(&planned.before);
        let broken = |error: serde_json::Error| {
            let why = format!("this record of what setup wrote is broken: {error}");
            Fault {
                hint: String::from(BROKEN),
                ..bad(why)
            }
        };
        read.map(Some).map_err(broken)
    }

    /// Whether there is one that nobody can read.
    pub fn is_broken(home: &Path) -> bool {
        let text = Planned::read(Self::path(home)).map(|file| file.before);
        let text = text.unwrap_or_default();
        let read = serde_json::from_str::<Self>(&text);
        !text.is_empty() && other_version(&text).is_none() && read.is_err()
    }

    /// In its place: every file where something of ours may be; what stood there before is lost.
    pub fn guessed(wiring: &Wiring, link: PathBuf) -> Self {
        let paths = SURFACES.into_iter().map(|surface| (surface.path)(wiring));
        let paths = paths.map(|path| path.canonicalize().unwrap_or(path));
        let mut paths: Vec<PathBuf> = paths.filter(|path| path.is_file()).collect();
        paths.sort();
        paths.dedup();
        Self {
            version: VERSION,
            files: paths.into_iter().map(Written::guessed).collect(),
            link: Some(link),
            ..Self::default()
        }
    }

    /// With what a plan is about to do. Where a file is as we left it, the way back leads to
    /// what was there before us.
    pub fn with(mut self, plan: &Plan, wiring: &Wiring, profile: Profile) -> Self {
        self.version = VERSION;
        self.config = PathBuf::from(&wiring.config);
        self.program = PathBuf::from(&wiring.program);
        self.profile = profile.key().to_owned();
        self.link = plan.link.clone().or(self.link);
        self.exports = Some(wiring.exports);
        self.rc.clone_from(&wiring.rc);
        self.codex_home = absolute(&wiring.codex_home).ok();
        if let Some(by_key) = &plan.by_key {
            self.by_key.clone_from(by_key);
        }
        self.no_key = plan.no_key.unwrap_or(self.no_key);
        self.left
            .retain(|whose| plan.steps.iter().all(|step| step.whose != whose));
        for left in &plan.left {
            if self.left.iter().all(|whose| whose != left.whose) {
                self.left.push(left.whose.to_owned());
            }
        }
        for step in plan.changes() {
            self.dirs.extend(missing_dirs(step.path(), &self.dirs));
            let known = self
                .files
                .iter()
                .position(|file| file.path == step.file.path);
            let known = known.map(|at| self.files.remove(at));
            self.files.push(Written::by(step, known, wiring));
        }
        self
    }

    /// Where Codex had its files; of a record that is older, where one was written.
    pub fn codex_home(&self) -> Option<PathBuf> {
        let ours = |file: &&Written| file.path != self.config && file.path.ends_with(CODEX_FILE);
        let written = || self.files.iter().rfind(ours)?.path.parent();
        let known = self.codex_home.clone();
        known.or_else(|| written().map(Path::to_owned))
    }

    /// Where zsh had the file that was written.
    pub fn zsh_home(&self) -> Option<PathBuf> {
        let zsh = self.rc.as_ref().filter(|rc| rc.ends_with(ZSH_FILE));
        zsh?.parent().map(Path::to_owned)
    }

    /// The process that setup started, while it serves: on the settings it was started on, also
    /// where others were written since.
    pub fn serving(&self) -> Option<i32> {
        let files = self.files.iter().map(|file| file.path.as_path());
        let mut files = files.chain([self.config.as_path()]);
        files.find_map(|file| self.serving_on(file))
    }

    /// The same on these settings. Its number may be another's by now.
    pub fn serving_on(&self, config: &Path) -> Option<i32> {
        let Some(Started::Process(pid)) = self.started else {
            return None;
        };
        names(pid, config).then_some(pid)
    }

    pub fn write(&self, home: &Path) -> Result<(), Fault> {
        let text = serde_json::to_string_pretty(self);
        let text = text.map_err(|error| Fault::new(Code::Internal, error.to_string()))?;
        let mut file = Planned::read(Self::path(home))?;
        file.after = text + "\n";
        let dir = home.join(".memoryoss");
        let made = fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&dir);
        made.map_err(|error| Fault::new(Code::BadFile, format!("{}: {error}", dir.display())))?;
        file.write_as(PRIVATE)
    }
}

/// Whether this is one of the words that a process was started with.
pub fn names(pid: i32, word: &Path) -> bool {
    let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let mut words = line.split(|byte| *byte == 0);
    words.any(|known| known == word.as_os_str().as_encoded_bytes())
}

/// What another build calls its record, whatever else is in it.
fn other_version(text: &str) -> Option<u32> {
    let marked = serde_json::from_str::<Marked>(text).ok()?;
    (marked.version != VERSION).then_some(marked.version)
}

fn missing_dirs(path: &Path, known: &[PathBuf]) -> Vec<PathBuf> {
    let above = path.ancestors().skip(1);
    let missing = above.take_while(|dir| !dir.exists());
    let mut missing: Vec<PathBuf> = missing.map(Path::to_owned).collect();
    missing.retain(|dir| !known.contains(dir));
    missing.reverse();
    missing
}

pub fn make_dirs(path: &Path) -> Result<(), Fault> {
    let dir = path.parent().unwrap_or(Path::new("."));
    let made = fs::create_dir_all(dir);
    made.map_err(|error| Fault::new(Code::BadFile, format!("{}: {error}", dir.display())))
}
