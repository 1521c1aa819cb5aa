//! What is written into files: which program is started, on which settings, at which address.

use std::ffi::OsStr;
use std::path::{Path, PathBuf, absolute};

use mneme_model::Code;
use mneme_wire::Fault;

use super::decide::Exports;
use super::found::{Found, can_run, on_path};
use super::surfaces::claude;
use crate::connect::{Start, place};

/// The name of our entry in every file.
pub const NAME: &str = "memoryoss";
const HOOK: &str = "mneme-hook";
/// What Codex and zsh call theirs, in a directory that a variable may name.
pub const CODEX_FILE: &str = "config.toml";
pub const ZSH_FILE: &str = ".zshrc";

#[derive(Clone, Debug, Default)]
pub struct Wiring {
    pub home: PathBuf,
    pub codex_home: PathBuf,
    /// Where zsh has its files, if that is not the home.
    pub zsh_home: Option<PathBuf>,
    /// The program an agent starts, by its whole path.
    pub program: String,
    pub config: String,
    /// The small program of hooks, as words of a command line.
    pub hook: Vec<String>,
    /// Whether the guard's script can be run as one.
    pub python: bool,
    /// Whether the script of the status line is ours, or nobody's yet.
    pub own_status_line: bool,
    /// Where the gateway answers: host and port.
    pub address: String,
    pub exports: Exports,
    pub rc: Option<PathBuf>,
}

// === impl Wiring ===

impl Wiring {
    pub fn new(
        found: &Found,
        program: &Path,
        config: &Path,
        address: String,
    ) -> Result<Self, Fault> {
        let program = words(program)?;
        Ok(Self {
            hook: hook(&program),
            config: words(config)?,
            own_status_line: claude::is_free(&found.home),
            home: found.home.clone(),
            codex_home: found.codex_home.clone(),
            zsh_home: found.zsh_home.clone(),
            rc: found.rc.clone(),
            python: found.python,
            exports: Exports::default(),
            program,
            address,
        })
    }

    /// Only where files are: enough to take out what is ours.
    pub fn bare(found: &Found) -> Self {
        Self {
            home: found.home.clone(),
            codex_home: found.codex_home.clone(),
            zsh_home: found.zsh_home.clone(),
            ..Self::default()
        }
    }

    /// The same for a file that setup wrote: wherever this shell says that Codex and zsh have
    /// theirs, they had it there.
    pub fn as_for(&self, file: &Path) -> Self {
        let dir = file.parent().map(Path::to_owned).unwrap_or_default();
        let mut wiring = self.clone();
        match file.file_name().and_then(OsStr::to_str) {
            Some(CODEX_FILE) => wiring.codex_home = dir,
            Some(ZSH_FILE) => wiring.zsh_home = Some(dir),
            _ => {}
        }
        wiring
    }

    pub fn start(&self) -> Start {
        let args = ["-c", &self.config, "mcp-server"].map(str::to_owned);
        Start::named(NAME, self.program.clone(), args.to_vec())
    }

    /// The small program and one more word, as a shell takes it.
    pub fn hook_line(&self, word: &str) -> String {
        let words = self.hook.iter().map(String::as_str).chain([word]);
        words.map(place::quoted).collect::<Vec<_>>().join(" ")
    }
}

/// The one beside the program, or the program itself: it has it inside.
fn hook(program: &str) -> Vec<String> {
    let beside = Path::new(program).with_file_name(HOOK);
    match beside.to_str().filter(|_| can_run(&beside)) {
        Some(beside) => vec![beside.to_owned()],
        None => vec![program.to_owned(), "hook".to_owned()],
    }
}

/// Where agents find this program under its other name. What was just built may be gone
/// tomorrow: one that was installed goes before it.
pub fn program(found: &Found) -> Result<PathBuf, Fault> {
    let own = invoked()?;
    let built = own.components().any(|part| part.as_os_str() == "target");
    let installed = [
        PathBuf::from("/usr/local/bin"),
        PathBuf::from("/usr/bin"),
        found.home.join(".cargo").join("bin"),
    ];
    let mut installed = installed.iter().map(|dir| dir.join(NAME));
    let installed = installed.find(|file| built && can_run(file));
    let named = match own.file_name() {
        Some(name) if name == NAME => Some(own.clone()),
        _ => Some(own.with_file_name(NAME)).filter(|beside| can_run(beside)),
    };
    Ok(installed.or(named).unwrap_or_else(|| link(found)))
}

/// A link of our own, for whoever has none under that name.
pub fn link(found: &Found) -> PathBuf {
    found.home.join(".memoryoss").join("bin").join(NAME)
}

/// Whether it starts us: after an update, a link may still lead to what was here before. A program
/// that somebody put there is theirs to renew.
pub fn leads_here(link: &Path) -> bool {
    // One that was replaced while it runs has no path of its own to compare.
    let Ok(own) = std::env::current_exe().and_then(|own| own.canonicalize()) else {
        return can_run(link);
    };
    let same = link.canonicalize().is_ok_and(|to| to == own);
    can_run(link) && (same || !link.is_symlink())
}

/// This program by the name it was called, which the system does not keep.
fn invoked() -> Result<PathBuf, Fault> {
    let called = std::env::args_os().next().map(PathBuf::from);
    let called = called.unwrap_or_default();
    let trouble = |error: std::io::Error| Fault::new(Code::BadFile, error.to_string());
    match called.components().count() {
        0 => std::env::current_exe().map_err(trouble),
        1 => match called.to_str().and_then(on_path) {
            Some(found) => Ok(found),
            None => std::env::current_exe().map_err(trouble),
        },
        _ => absolute(&called).map_err(trouble),
    }
}

fn words(path: &Path) -> Result<String, Fault> {
    let wrong = || {
        let told = format!("{}: no settings file can hold this path", path.display());
        Fault::new(Code::BadFile, told)
    };
    path.to_str().map(str::to_owned).ok_or_else(wrong)
}
