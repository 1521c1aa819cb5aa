//! Started under another name: the real binary behind a link called `memoryoss`.

mod behind;
mod commands;
mod compat;
mod file;
mod health;
mod limits;
mod links;
mod published;
mod routing;
mod show;
mod tls;

use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::support::{Client, Home, Ran, Server};

/// A home with a `memoryoss.toml` and a link to the product under that name.
pub struct Oss {
    pub home: Home,
}

pub const ADMIN: &str = "ek_admin_of_these_tests";
pub const WRITER: &str = "ek_writer_of_these_tests";
pub const READER: &str = "ek_reader_of_these_tests";

/// Keys of three roles, a port of its own, no model, and further lines.
pub fn usual(more: &str) -> String {
    let key = |key, role| format!("[[auth.api_keys]]\nkey = \"{key}\"\nrole = \"{role}\"\n");
    format!(
        "{more}\n[server]\nport = 0\n[storage]\ndata_dir = \"data\"\n[embeddings]\nmodel = \"off\"\n{}{}{}",
        key(ADMIN, "admin"),
        key(WRITER, "writer"),
        key(READER, "reader")
    )
}

pub const PLAIN: &str = "[tls]\nenabled = false\n";

// === impl Oss ===

impl Oss {
    pub fn new(toml: &str) -> Self {
        let home = Home::new();
        symlink(&home.line(&[])[0], home.path().join("memoryoss")).unwrap();
        std::fs::write(home.path().join("memoryoss.toml"), toml).unwrap();
        Self { home }
    }

    /// In the directory of its settings file, which is therefore not named.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = self.home.program(self.home.path().join("memoryoss"));
        command.args(args).stdin(Stdio::null());
        command
    }

    pub fn run(&self, args: &[&str]) -> Ran {
        Ran::soon(self.command(args))
    }

    pub fn serve(&self, args: &[&str]) -> Server {
        Server::launch(self.command(args), &self.home)
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.home.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    }
}

pub fn client(server: &Server, key: &str) -> Client {
    Client::new(server.http(), Some(key))
}
