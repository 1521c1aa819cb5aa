//! `config.json`, which the recorder and its commands share. Whoever writes it changes what was
//! asked for and nothing else: what this build does not know stays, and so does the order.

mod change;
mod document;
mod flags;
mod keys;
mod kinds;
mod place;
mod recorder;
mod secrets;
mod shapes;
mod show;
#[cfg(test)]
mod tests;
mod typed;
mod unused;

use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use mneme_model::Code;
use mneme_wire::Fault;

use crate::commands::Outcome;
use crate::output;
use document::Node;
use place::Place;
use secrets::SecretRef;
use typed::{ControlCenter, Observability, Offsets, StorageMode, TheEyes};

pub use flags::ConfigFlags;

/// What the file says, with its defaults. All of it is read and checked; some of it is for those
/// who work from afar or keep recordings elsewhere, and nothing here does so yet.
#[derive(Clone, Debug)]
#[allow(dead_code, reason = "checked when it is read, whoever will use it")]
pub struct Config {
    /// Where it was read from, whether or not there was one.
    pub path: PathBuf,
    pub storage_path: PathBuf,
    pub storage_mode: StorageMode,
    /// Empty: sessions are kept in mneme's own store.
    pub redis_url: String,
    pub retention: mneme_capture::sessions::Retention,
    pub ipc_socket_path: PathBuf,
    pub ipc_port: Option<u16>,
    pub ipc_bind_addr: String,
    pub ma_core_addr: String,
    pub ipc_server_fingerprint: String,
    pub control_center: ControlCenter,
    pub the_eyes: TheEyes,
    pub silence_timeout_s: u64,
    /// 0 is off.
    pub idle_timeout_s: u64,
    pub drain_timeout_s: u64,
    /// How often recordings nobody works on any more are looked for.
    pub reconcile_s: u64,
    pub offsets: Offsets,
    /// Steps between two writings of a recording's metadata.
    pub metadata_flush_interval: u64,
    pub temp_session_dir: PathBuf,
    pub observability: Observability,
    pub annotator_id: String,
    pub annotator_key: SecretRef,
    /// The tenant of a recording that names none.
    pub tenant_id: String,
    /// What to tell people about their file.
    pub warnings: Vec<String>,
    document: Node,
    place: Place,
}

/// The key that says where the recorder listens.
const SOCKET: &str = "ipc_socket_path";

/// A variable of the environment, if it is set and not empty.
pub type Env<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Changes what the flags say, or shows everything.
pub fn run(flags: &ConfigFlags) -> Outcome {
    let answer = change::change(flags, &variable)?;
    for line in &answer.warnings {
        beside!("warning: {line}");
    }
    for line in &answer.lines {
        say!("{line}");
    }
    Ok(ExitCode::SUCCESS)
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

fn bad(message: impl Into<String>) -> Fault {
    let fault = Fault::new(Code::BadSetting, message);
    let hint = String::from("`memory-archive config --help` tells what can be set");
    Fault { hint, ..fault }
}

// === impl Config ===

impl Config {
    /// Reads the file the environment names, or the usual one; without one there are defaults.
    pub fn load() -> Result<Self, Fault> {
        Self::find(&variable)
    }

    fn find(env: Env<'_>) -> Result<Self, Fault> {
        let place = Place::find(env)?;
        let text = place.read()?;
        Self::read(&place, text.as_deref().unwrap_or("{}"))
    }

    /// For those who only want to find the recorder that runs: where it is can be known even if the
    /// rest cannot be read. What is wrong is told.
    pub fn to_find_it() -> Result<Self, Fault> {
        Self::find(&variable).or_else(|fault| {
            output::note(&format!("warning: {}", fault.error));
            Self::place_only()
        })
    }

    /// Where things are, and defaults for the rest.
    pub fn place_only() -> Result<Self, Fault> {
        let place = Place::find(&variable)?;
        let text = place.read().ok().flatten().unwrap_or_default();
        let document = Node::parse(&text).ok();
        let socket = document.as_ref().and_then(|all| all.leaf(SOCKET)?.as_str());
        let mut only = Node::Object(Vec::new());
        if let Some(socket) = socket {
            only.set(SOCKET, socket.into());
        }
        typed::read(&place, only, Vec::new())
    }

    /// What this text means, had it been found there.
    pub fn read(place: &Place, text: &str) -> Result<Self, Fault> {
        let wrong = |fault: Fault| Fault {
            error: format!("{}: {}", place.path().display(), fault.error),
            hint: format!(
                "mend it in {}; `memory-archive config --help` tells what can be set",
                place.path().display()
            ),
            ..fault
        };
        let document = Node::parse(text).map_err(wrong)?;
        let unknown = keys::check(&document).map_err(wrong)?;
        let warnings = unused::warnings(place.path(), &document, &unknown);
        typed::read(place, document, warnings).map_err(wrong)
    }

    /// Every key with its value, as it may be seen.
    pub fn shown(&self) -> Vec<(String, String)> {
        show::rows(&self.document)
    }

    fn dir(&self) -> PathBuf {
        self.path.parent().unwrap_or(Path::new("")).to_path_buf()
    }

    pub fn pid_file(&self) -> PathBuf {
        self.dir().join("ma-core.pid")
    }

    pub fn log_file(&self) -> PathBuf {
        self.dir().join("ma-core.log")
    }

    /// Where everything of the recorder but its recordings is: nobody else's business.
    pub fn make_dir(&self) -> io::Result<()> {
        let dir = self.dir();
        std::fs::create_dir_all(&dir)?;
        std::fs::set_permissions(&dir, std::fs::Permissions::from_mode(0o700))
    }
}
