//! `memoryoss setup`: agents, shells and settings of a home that is made for one test.

mod addresses;
mod agents;
mod alone;
mod anew;
mod back;
mod changed;
mod doctor;
mod guard;
mod kept;
mod matrix;
mod modes;
mod moved;
mod odd;
mod places;
mod reading;
mod serving;
mod shown;
mod sign_in;
mod spelled;
mod theirs;

use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::support::{Home, Ran, files};

/// Something that is put in the place of a file.
type Put = (&'static str, fn(&Path));

/// A home, a directory of programs that is its whole `PATH`, and a place for settings.
pub struct Desk {
    pub home: Home,
    environment: Vec<(&'static str, String)>,
}

// === impl Desk ===

impl Desk {
    /// With these programs installed.
    pub fn with(programs: &[&str]) -> Self {
        let home = Home::new();
        symlink(&home.line(&[])[0], home.path().join("memoryoss")).unwrap();
        fs::create_dir(home.path().join("bin")).unwrap();
        let desk = Self {
            home,
            environment: Vec::new(),
        };
        for program in programs {
            desk.write(&format!("bin/{program}"), "#!/bin/sh\nexit 0\n");
            let path = desk.at(&format!("bin/{program}"));
            fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        desk
    }

    pub fn and_python(self) -> Self {
        let found = Ran::of(self.home.program("sh").args(["-c", "command -v python3"])).ok();
        symlink(found.trim(), self.at("bin/python3")).unwrap();
        self
    }

    /// A variable of whoever runs setup.
    pub fn says(mut self, name: &'static str, value: &str) -> Self {
        self.environment.retain(|(known, _)| *known != name);
        self.environment.push((name, value.to_owned()));
        self
    }

    pub fn at(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    pub fn config(&self) -> PathBuf {
        self.at("oss/memoryoss.toml")
    }

    pub fn write(&self, name: &str, text: &str) -> &Self {
        let path = self.at(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.at(name)).unwrap_or_default()
    }

    pub fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn toml(&self, name: &str) -> toml::Table {
        self.read(name).parse().unwrap()
    }

    pub fn there(&self, name: &str) -> bool {
        self.at(name).exists()
    }

    /// The command on this desk's settings; nobody starts a server unasked.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = self.home.program(self.at("memoryoss"));
        let variables = self.environment.iter().map(|(name, value)| (name, value));
        command
            .env("PATH", self.at("bin"))
            .env("SHELL", "/bin/bash")
            .env("MEMORYOSS_SKIP_START", "1")
            .envs(variables)
            .arg("-c")
            .arg(self.config())
            .args(args);
        command
    }

    pub fn run(&self, args: &[&str]) -> Ran {
        Ran::of(self.command(args).stdin(Stdio::null()))
    }

    /// With these lines on standard input.
    pub fn answer(&self, args: &[&str], lines: &str) -> Ran {
        let mut command = self.command(args);
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = pipes.stderr(Stdio::piped()).spawn().unwrap();
        child
            .stdin
            .take()
            .unwrap()
            .write_all(lines.as_bytes())
            .unwrap();
        Ran::ended(child)
    }

    pub fn setup(&self, profile: &str) -> String {
        self.run(&["setup", "--profile", profile]).ok()
    }

    /// How an agent is told to start the tools.
    pub fn args(&self) -> Value {
        json!(["-c", self.config(), "mcp-server"])
    }

    pub fn entry(&self) -> Value {
        json!({ "command": self.at("memoryoss"), "args": self.args() })
    }

    /// Every file with its bytes and its mode, but for programs.
    pub fn everything(&self) -> Vec<(PathBuf, Vec<u8>, u32)> {
        let all = files(self.home.path()).into_iter();
        let mut all: Vec<_> = all
            .filter(|path| !path.starts_with(self.at("bin")) && *path != self.at("memoryoss"))
            .map(|path| {
                let mode = fs::metadata(&path).unwrap().permissions().mode();
                (path.clone(), fs::read(&path).unwrap(), mode)
            })
            .collect();
        all.sort();
        all
    }
}

pub fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

pub const OAUTH: &str = r#"{"claudeAiOauth": {"accessToken": "sk-ant-oat01-x"}}"#;
pub const CODEX_OAUTH: &str = r#"{"OPENAI_API_KEY": null, "tokens": {"access_token": "x"}}"#;
pub const OPENAI_URL: &str = "export OPENAI_BASE_URL=http://127.0.0.1:8000/proxy/v1\n";
pub const ANTHROPIC_URL: &str =
    "export ANTHROPIC_BASE_URL=http://127.0.0.1:8000/proxy/anthropic/v1\n";
