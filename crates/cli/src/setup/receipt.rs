//! What setup wrote, and what stood there before: the way back. Kept beside the data, for its
//! owner alone, because files of others may hold secrets.

use std::fs;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf, absolute};

use mneme_model::Code;
use mneme_store::checksum::sha256;
use mneme_wire::Fault;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::decide::Exports;
use super::plan::{Change, PRIVATE, Plan, Step};
use super::profile::{Client, Profile};
use super::surfaces::SURFACES;
use super::wiring::{CODEX_FILE, Wiring, ZSH_FILE};
use crate::connect::edit;
use crate::connect::place::Planned;

const VERSION: u32 = 1;
/// What our entries stand in, in files of JSON.
const HOLDERS: [&str; 2] = ["mcpServers", "hooks"];
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

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Written {
    pub path: PathBuf,
    /// Nothing where there was no file.
    pub before: Option<String>,
    pub mode: Option<u32>,
    /// Of what was written; none where the file went.
    pub sha256: Option<String>,
    /// Secrets of ours stand in it.
    #[serde(default)]
    pub private: bool,
    /// The mode that setup left it with.
    #[serde(default)]
    pub mode_left: Option<u32>,
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
        let file = |path| Written {
            path,
            before: None,
            mode: None,
            sha256: None,
            private: false,
            mode_left: None,
        };
        Self {
            version: VERSION,
            files: paths.into_iter().map(file).collect(),
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
            self.files.push(written(step, known, wiring));
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

fn written(step: &Step, known: Option<Written>, wiring: &Wiring) -> Written {
    let there = step.there.then(|| step.file.before.clone());
    let as_left = |known: &Written| known.sha256 == there.as_deref().map(sum);
    let mode_now = step.there.then(|| step.file.mode());
    let (before, mode) = match known {
        Some(known) if as_left(&known) => (known.before, known.mode),
        // Somebody wrote in it since: what they have without us is where the way back leads.
        Some(known) => {
            let theirs = there.map(|text| known.cleaned(wiring, &text));
            // A file of ours alone is no file of theirs.
            let theirs = theirs.filter(|text| !known.is_nothing(text));
            let mode = match step.mode {
                // Whoever opened it to others since did so to secrets that we put there.
                Some(PRIVATE) => Some(known.mode.unwrap_or(PRIVATE)),
                _ => mode_now,
            };
            (theirs, mode)
        }
        None => (there, mode_now),
    };
    Written {
        path: step.file.path.clone(),
        before,
        mode,
        sha256: (step.change() != Change::Remove).then(|| sum(&step.file.after)),
        private: step.mode == Some(PRIVATE),
        mode_left: Some(step.mode_after()),
    }
}

pub fn sum(text: &str) -> String {
    sha256(text.as_bytes())
}

// === impl Written ===

impl Written {
    /// A text without anything of ours, and with what stood in its place before; nor what was only
    /// made to hold it, where it is known what stood there.
    pub fn cleaned(&self, wiring: &Wiring, text: &str) -> String {
        let before = self.before.as_deref().unwrap_or_default();
        let cleaned = self.without_us(wiring, text, before);
        let before = Some(before).filter(|text| !text.trim().is_empty());
        let before = before.unwrap_or("{}");
        match self.sha256.is_some() && cleaned != text {
            true => without_empty(&cleaned, before).unwrap_or(cleaned),
            false => cleaned,
        }
    }

    fn without_us(&self, wiring: &Wiring, text: &str, before: &str) -> String {
        let wiring = wiring.as_for(&self.path);
        let here = SURFACES.into_iter().filter(|surface| {
            let own = (surface.path)(&wiring);
            own.canonicalize().unwrap_or(own) == self.path
        });
        here.fold(text.to_owned(), |text, surface| {
            surface.taken(&wiring, &text, before)
        })
    }

    /// The mode that a file gets back, which has this one now: what somebody chose since stays,
    /// unless our secrets stood in it.
    pub fn mode_back(&self, now: Option<u32>) -> Option<u32> {
        match now {
            Some(now) if !self.private && self.mode_left.is_some_and(|left| left != now) => {
                Some(now)
            }
            _ => self.mode.or(now),
        }
    }

    /// Whether it has secrets of ours and was made by us: what stays of it is its owner's alone.
    pub fn is_ours_alone(&self) -> bool {
        self.private && self.mode.is_none_or(|mode| mode == PRIVATE)
    }

    /// Whether this text is no more than there was, where there was no file.
    pub fn is_nothing(&self, text: &str) -> bool {
        let text = text.trim();
        let known = self.sha256.is_some();
        self.before.is_none() && (text.is_empty() || (known && text == "{}"))
    }
}

/// Objects that hold nothing any more, and were not there before. Other files have none.
fn without_empty(text: &str, before: &str) -> Result<String, Fault> {
    HOLDERS.iter().try_fold(text.to_owned(), |text, holder| {
        let empty = edit::get(&text, &[*holder])? == Some(json!({}));
        match empty && edit::get(before, &[*holder])?.is_none() {
            true => edit::remove(&text, &[*holder]),
            false => Ok(text),
        }
    })
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
