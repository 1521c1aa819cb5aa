//! What the environment says: where to send, where to keep what nobody took.

mod file;

use std::env;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::send::Endpoint;

/// From the first try until the event goes to the spool instead.
const WAIT_MS: u64 = 80;
/// More is not asked of any agent.
const MAX_WAIT_MS: u64 = 60_000;

#[derive(Clone)]
pub struct Settings {
    /// The gRPC address that was named, as it was named.
    pub named: Option<String>,
    /// `None` where no home is known.
    pub data_dir: Option<PathBuf>,
    pub spool_dir: Option<PathBuf>,
    pub dry_run: bool,
    /// How long all tries together may take.
    pub wait: Duration,
}

// === impl Settings ===

impl Settings {
    pub fn read() -> Self {
        let named = || file::data_dir(&settings_file()?);
        let data_dir = path("MNEME_DATA_DIR")
            .or_else(named)
            .or_else(default_data_dir);
        let spool = path("MNEME_SPOOL_DIR");
        let wait = text("MNEME_HOOK_WAIT_MS").and_then(|wait| wait.trim().parse().ok());
        Self {
            named: text("MEMORY_DAEMON_ADDR").or_else(|| text("MEMORY_ENDPOINT")),
            spool_dir: spool.or_else(|| Some(data_dir.as_ref()?.join("spool"))),
            data_dir,
            dry_run: text("MEMORY_INGEST_DRY_RUN").is_some_and(|value| value != "0"),
            wait: Duration::from_millis(wait.unwrap_or(WAIT_MS).clamp(1, MAX_WAIT_MS)),
        }
    }

    /// The spool file of this destination.
    pub fn spool_name(&self) -> String {
        let Some(named) = &self.named else {
            return "control.jsonl".into();
        };
        match Endpoint::parse(named) {
            Ok(endpoint) => endpoint.spool_name(),
            Err(_) => "grpc-unknown.jsonl".into(),
        }
    }

    /// The control socket, if there is one that belongs to this user.
    pub fn control_socket(&self) -> Option<PathBuf> {
        let socket = socket_path(self.data_dir.as_ref()?);
        is_ours(&socket).then_some(socket)
    }
}

fn path(name: &str) -> Option<PathBuf> {
    let value = env::var_os(name).filter(|value| !value.is_empty());
    value.map(PathBuf::from)
}

fn text(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.trim().is_empty())
}

/// The file the command would read: the rule of `crates/cli/src/settings.rs`.
fn settings_file() -> Option<PathBuf> {
    let usual = || {
        let base = path("XDG_CONFIG_HOME").or_else(|| Some(path("HOME")?.join(".config")));
        Some(base?.join("mneme").join("mneme.toml"))
    };
    path("MNEME_CONFIG").or_else(usual)
}

/// The rule of `crates/cli/src/settings.rs`.
fn default_data_dir() -> Option<PathBuf> {
    let absolute = |name| path(name).filter(|path| path.is_absolute());
    let base =
        absolute("XDG_DATA_HOME").or_else(|| Some(absolute("HOME")?.join(".local").join("share")));
    base.map(|base| base.join("mneme"))
}

/// The rule of `mneme_wire::control::socket_path`; a test below holds the two together.
fn socket_path(data_dir: &Path) -> PathBuf {
    const MAX_PATH_BYTES: usize = 100;
    let dir = data_dir
        .canonicalize()
        .unwrap_or_else(|_| data_dir.to_path_buf());
    let inside = dir.join("control.sock");
    if inside.as_os_str().len() <= MAX_PATH_BYTES {
        return inside;
    }
    let bytes = dir.as_os_str().as_encoded_bytes().iter();
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    });
    env::temp_dir().join(format!("mneme-{hash:016x}.sock"))
}

/// Anybody may put a socket into the directory for temporary files; only the one of this user,
/// or of the one who may do anything anyway, is spoken to.
fn is_ours(socket: &Path) -> bool {
    let owner = fs::symlink_metadata(socket).map(|meta| meta.uid());
    let own = fs::metadata("/proc/self").map(|meta| meta.uid());
    match (owner, own) {
        (Ok(0), Ok(_)) => true,
        (Ok(owner), Ok(own)) => owner == own,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use mneme_wire::control;

    use super::*;

    #[test]
    fn the_socket_is_where_the_server_puts_it() {
        let dir = tempfile::tempdir().unwrap();
        let long = dir.path().join("x".repeat(120));
        for path in [dir.path(), &long, Path::new("relative"), Path::new("/gone")] {
            assert_eq!(socket_path(path), control::socket_path(path));
        }
        fs::create_dir(&long).unwrap();
        assert_eq!(socket_path(&long), control::socket_path(&long));
    }

    #[test]
    fn only_what_exists_can_be_ours() {
        let dir = tempfile::tempdir().unwrap();
        assert!(is_ours(dir.path()));
        assert!(!is_ours(&dir.path().join("gone")));
    }
}
