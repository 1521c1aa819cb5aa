//! The timeline from the command line: `memory-daemon`, `memory` and `mneme timeline`.

mod admin;
mod config;
mod daemon;
mod jobs;
mod line;
mod locally;
mod memory;
mod options;
mod owner;
mod query;

use std::path::PathBuf;
use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::support::{Home, Ran, eventually};
use line::Line;

/// A home with links to the product under the names of Agent Memory, and a database of its own.
pub struct Daemon {
    pub home: Home,
    pub db: PathBuf,
}

// === impl Daemon ===

impl Daemon {
    pub fn new() -> Self {
        let home = Home::new();
        for name in ["memory-daemon", "memory"] {
            std::os::unix::fs::symlink(&home.line(&[])[0], home.path().join(name)).unwrap();
        }
        let db = home.data();
        Self { home, db }
    }

    /// One that answers at a port of the system's choice.
    pub fn started() -> Self {
        let daemon = Self::new();
        daemon.run(&["start", "-p", "0"]).ok();
        daemon
    }

    /// One that has made its table of contents of the talk.
    pub fn with_contents() -> Self {
        let daemon = Self::started();
        daemon.line().tell_all(line::talk());
        // Periods are told from below: with the year, everything is.
        eventually("the table of contents", || {
            let year = daemon.json(&["query", "node", "toc:year:2026", "--json"]);
            (!year["node"]["bullets"].as_array()?.is_empty()).then_some(())
        });
        // It may have begun to tell before the last words came.
        daemon.run(&["admin", "rebuild-toc"]).ok();
        daemon
    }

    pub fn command(&self, name: &str, args: &[&str]) -> Command {
        let mut command = self.home.program(self.home.path().join(name));
        command.args(args).stdin(Stdio::null());
        command
    }

    /// `memory-daemon` on this database.
    pub fn run(&self, args: &[&str]) -> Ran {
        let mut command = self.command("memory-daemon", args);
        command.arg("--db-path").arg(&self.db);
        Ran::soon(command)
    }

    pub fn json(&self, args: &[&str]) -> Value {
        self.run(args).json()
    }

    /// What `run.json` says while it runs.
    pub fn facts(&self) -> Value {
        let text = std::fs::read_to_string(self.db.join("run.json")).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    pub fn url(&self) -> String {
        let facts = self.facts();
        facts["doors"]["grpc"].as_str().unwrap().to_owned()
    }

    pub fn pid(&self) -> Option<Pid> {
        let pid = self.facts()["pid"].as_i64()?;
        Pid::from_raw(i32::try_from(pid).ok()?)
    }

    pub fn line(&self) -> Line {
        Line::to(&self.url())
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        // A test that failed may have left it running.
        if let Some(pid) = self.pid() {
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}

/// Words that differ from run to run, replaced.
pub fn settled(text: &str, replaced: &[(&str, &str)]) -> String {
    let replace = |text: String, (from, to): &(&str, &str)| text.replace(from, to);
    replaced.iter().fold(text.to_owned(), replace)
}
