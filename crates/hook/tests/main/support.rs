//! A home of its own for every run, so that no test meets a real server.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

pub const BIN: &str = env!("CARGO_BIN_EXE_mneme-hook");
pub const ANSWER: &str = "{\"continue\":true}\n";

/// An address of this machine where nobody listens, and the spool file of it.
pub const NOBODY: &str = "127.0.0.1:1";
pub const SPOOL: &str = "grpc-1.jsonl";

pub struct Home {
    dir: TempDir,
}

impl Home {
    pub fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        Self { dir }
    }

    pub fn data_dir(&self) -> PathBuf {
        self.dir.path().join("data")
    }

    pub fn command(&self) -> Command {
        self.command_of(Path::new(BIN))
    }

    pub fn command_of(&self, bin: &Path) -> Command {
        let mut command = Command::new(bin);
        command
            .env_clear()
            .env("HOME", self.dir.path())
            .env("TMPDIR", self.dir.path())
            .env("MNEME_DATA_DIR", self.data_dir())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Like [`Home::command`], with an address at which nobody listens: the usual port may be
    /// somebody's.
    pub fn alone(&self, address: &str) -> Command {
        let mut command = self.command();
        command.env("MEMORY_DAEMON_ADDR", address);
        command
    }

    pub fn spooled(&self, name: &str) -> Vec<Value> {
        let text = fs::read_to_string(self.data_dir().join("spool").join(name)).unwrap_or_default();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

pub fn feed(command: &mut Command, input: &[u8]) -> Child {
    let mut child = command.spawn().unwrap();
    // It may well have ended before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input);
    child
}

/// Runs it, sees that it answered as it always does, and gives what it said on standard error.
pub fn tell(command: &mut Command, input: &[u8]) -> String {
    let output = feed(command, input).wait_with_output().unwrap();
    complaint(&output)
}

pub fn complaint(output: &Output) -> String {
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{complaint}");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        ANSWER,
        "{complaint}"
    );
    assert!(complaint.lines().count() <= 1, "{complaint}");
    complaint
}
