//! Other names this program answers to: it then speaks the command line of the system that
//! had the name, reads its settings file, and opens only its doors.

mod agentmemory;
mod memory;
mod memory_archive;
mod memory_daemon;
mod memoryoss;
mod served;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use mneme_model::Code;
use mneme_wire::Fault;

use crate::args::{Args, Global};
use crate::commands::{self, Outcome};

/// Every name `install-aliases` links.
pub const NAMES: [&str; 6] = [
    "memoryoss",
    "memory-daemon",
    "memory",
    "memory-archive",
    "ma-core",
    "agentmemory",
];

/// A command line, in the language of the name the program was started under.
pub enum Line {
    Mneme(Box<Args>),
    Memoryoss(Box<memoryoss::Args>),
    MemoryDaemon(Box<memory_daemon::Args>),
    Memory(Box<memory::Args>),
    MemoryArchive(Box<memory_archive::Args>),
    Agentmemory(Box<agentmemory::Args>),
}

// === impl Line ===

impl Line {
    /// Reads the command line, or says what is wrong with it and ends.
    pub fn read() -> Self {
        let called: OsString = std::env::args_os().next().unwrap_or_default();
        match Path::new(&called)
            .file_name()
            .and_then(|name| name.to_str())
        {
            Some(memoryoss::NAME) => {
                memoryoss::speak();
                Self::Memoryoss(Box::new(memoryoss::Args::read()))
            }
            Some("memory-daemon") => Self::MemoryDaemon(Box::new(memory_daemon::Args::read())),
            Some("memory") => Self::Memory(Box::new(memory::Args::read())),
            Some("memory-archive") => Self::MemoryArchive(Box::new(memory_archive::Args::read())),
            Some("ma-core") => Self::MemoryArchive(Box::new(memory_archive::Args::read_core())),
            Some("agentmemory") => Self::Agentmemory(Box::new(agentmemory::Args::read())),
            _ => Self::Mneme(Box::new(Args::read())),
        }
    }

    /// Whether errors should be JSON too.
    pub fn wants_json(&self) -> bool {
        match self {
            Self::Mneme(args) => args.wants_json(),
            Self::Memoryoss(args) => args.wants_json(),
            Self::MemoryDaemon(args) => args.wants_json(),
            // It wraps its errors itself.
            Self::Memory(_) => false,
            Self::MemoryArchive(args) => args.verb.wants_json(),
            Self::Agentmemory(args) => args.wants_json(),
        }
    }

    pub async fn run(self) -> Outcome {
        match self {
            Self::Mneme(args) => commands::run(*args).await,
            Self::Memoryoss(args) => memoryoss::run(*args).await,
            Self::MemoryDaemon(args) => memory_daemon::run(*args).await,
            Self::Memory(args) => memory::run(*args).await,
            Self::MemoryArchive(args) => memory_archive::run(*args).await,
            Self::Agentmemory(args) => agentmemory::run(*args).await,
        }
    }
}

/// `memoryoss hook …` and `mneme hook …`: the small program of hooks is inside this one as well,
/// for whoever has only this. Nothing is set up for it.
pub fn as_hook() -> Option<ExitCode> {
    let mut args = std::env::args_os();
    let called = args.next().unwrap_or_default();
    let name = Path::new(&called).file_name()?.to_str()?.to_owned();
    let whole = name == "memoryoss" || !NAMES.contains(&name.as_str());
    (whole && args.next()? == "hook").then(|| mneme_hook::run_as(format!("{name} hook"), args))
}

/// A command that the system of this name has and this build has not, or nobody has.
fn absent(alias: &str, later: &[&str], words: &[OsString]) -> Fault {
    let name = words.first().and_then(|word| word.to_str());
    let name = name.unwrap_or_default();
    let told = match later.contains(&name) {
        true => format!("`{alias} {name}` is not in this build yet"),
        false => format!("there is no command '{name}'"),
    };
    let mut fault = Fault::new(Code::BadRequest, told);
    fault.hint = format!("`{alias} --help` lists what there is");
    fault
}

/// What the environment says of our own settings, where a file of others says nothing.
fn environment() -> Global {
    let dir = |name: &str| std::env::var_os(name).map(PathBuf::from);
    Global {
        data_dir: dir("MNEME_DATA_DIR"),
        models_dir: dir("MNEME_MODELS_DIR"),
        ..Global::default()
    }
}
