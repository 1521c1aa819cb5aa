//! A home of its own: data directory, settings file and a clean environment.

use std::ffi::{OsStr, OsString};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

use super::{eventually, watch};

const BINARY: &str = env!("CARGO_BIN_EXE_mneme");
/// What a child may know of the environment the tests run in.
const KEPT: [&str; 3] = ["PATH", "TMPDIR", "LD_LIBRARY_PATH"];

/// No command of a test takes this long.
const AT_MOST: Duration = Duration::from_secs(5 * 60);

#[derive(Clone)]
pub struct Home {
    root: Arc<TempDir>,
}

/// What a command said, and how it ended.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Ended when nobody waits for it any more.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already; then there is nothing to do.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

// === impl Home ===

impl Home {
    pub fn new() -> Self {
        watch();
        let root = Arc::new(tempfile::tempdir().unwrap());
        Self { root }
    }

    pub fn with_settings(toml: &str) -> Self {
        let home = Self::new();
        home.set(toml);
        home
    }

    /// Writes the settings file of this home.
    pub fn set(&self, toml: &str) {
        let path = self.settings();
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, toml).unwrap();
    }

    /// Where a user of this home would keep settings.
    pub fn settings(&self) -> PathBuf {
        self.path().join("config").join("mneme").join("mneme.toml")
    }

    pub fn path(&self) -> &Path {
        self.root.path()
    }

    pub fn data(&self) -> PathBuf {
        self.path().join("data")
    }

    pub fn database(&self) -> PathBuf {
        self.data().join("mneme.db")
    }

    pub fn master_key(&self) -> PathBuf {
        self.data().join("keys").join("master.key")
    }

    /// A program in this home and in nobody else's environment.
    pub fn program(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env_clear();
        for name in KEPT {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        command
            .env("HOME", self.path())
            .env("XDG_DATA_HOME", self.path().join("share"))
            .env("XDG_CONFIG_HOME", self.path().join("config"))
            .current_dir(self.path());
        command
    }

    /// The command line of the product on this home's data directory.
    pub fn line(&self, args: &[&str]) -> Vec<OsString> {
        let start = [BINARY.into(), "--data-dir".into(), self.data().into()];
        start
            .into_iter()
            .chain(args.iter().map(Into::into))
            .collect()
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let line = self.line(args);
        let mut command = self.program(&line[0]);
        command.args(&line[1..]);
        command
    }

    pub fn run(&self, args: &[&str]) -> Ran {
        Ran::of(self.command(args).stdin(Stdio::null()))
    }

    /// As [`Home::run`], for a command that must not take for ever.
    pub fn run_soon(&self, args: &[&str]) -> Ran {
        Ran::soon(self.command(args))
    }

    pub fn run_with(&self, args: &[&str], input: &[u8]) -> Ran {
        let mut command = self.command(args);
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = pipes.stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        Ran::ended(child)
    }

    pub fn json(&self, args: &[&str]) -> Value {
        self.run(args).json()
    }
}

// === impl Ran ===

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Ran {
    /// Runs a command to its end.
    pub fn of(command: &mut Command) -> Self {
        let pipes = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        Self::ended(pipes.spawn().unwrap())
    }

    /// What a child says until it ends. One that never would is ended: a test that fails tells
    /// more than one that hangs.
    pub fn ended(child: Child) -> Self {
        let pid = Pid::from_child(&child);
        let (done, ended) = channel::<()>();
        thread::spawn(move || {
            if ended.recv_timeout(AT_MOST) == Err(RecvTimeoutError::Timeout) {
                let _ = kill_process(pid, Signal::KILL);
            }
        });
        let output = child.wait_with_output().unwrap();
        drop(done);
        Self::from(output)
    }

    /// Runs a command that must not take for ever.
    pub fn soon(mut command: Command) -> Self {
        let pipes = command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut running = Running(pipes.stderr(Stdio::piped()).spawn().unwrap());
        let what = format!("{command:?} to end");
        let status = eventually(&what, || running.0.try_wait().unwrap());
        let (mut out, mut err) = (String::new(), String::new());
        running
            .0
            .stdout
            .take()
            .unwrap()
            .read_to_string(&mut out)
            .unwrap();
        running
            .0
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut err)
            .unwrap();
        let code = status.code().unwrap_or(-1);
        Ran { code, out, err }
    }

    pub fn ok(self) -> String {
        assert_eq!(self.code, 0, "{self:?}");
        assert!(!self.err.contains("panicked"), "{self:?}");
        self.out
    }

    pub fn json(self) -> Value {
        let said = self.ok();
        serde_json::from_str(&said).unwrap_or_else(|error| panic!("{error} in {said}"))
    }

    /// Ended with this exit code and named this error, in words and without panicking.
    pub fn refused(self, exit: i32, code: &str) -> Self {
        assert_eq!(self.code, exit, "{self:?}");
        assert!(self.err.contains(code), "{code} is not in {self:?}");
        assert!(!self.err.contains("panicked"), "{self:?}");
        self
    }

    /// The error a `--json` command prints: the last line of standard error.
    pub fn fault(&self) -> Value {
        let last = self.err.lines().last().unwrap_or_default();
        serde_json::from_str(last).unwrap_or_else(|error| panic!("{error} in {self:?}"))
    }
}
