//! A server in a process of its own, asked over HTTP.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use mneme_wire::Fault;
use mneme_wire::client::http::HttpClient;

use super::archive::probe::Probe;
use super::load::trouble;
use crate::compose;

/// A server that ends with this value.
pub struct Server {
    child: Child,
    address: SocketAddr,
    timeline: Option<String>,
    key: String,
}

// === impl Server ===

impl Server {
    /// Serves a directory, as anybody would start it.
    pub fn start(dir: &Path) -> Result<Self, Fault> {
        Self::start_with(dir, &[])
    }

    /// The same, with further arguments.
    pub fn start_with(dir: &Path, more: &[&OsStr]) -> Result<Self, Fault> {
        let program = std::env::current_exe().map_err(trouble)?;
        let mut child = Command::new(program)
            .args([
                "serve",
                "--log",
                "error",
                "--http",
                "127.0.0.1:0",
                "--grpc",
                "127.0.0.1:0",
                "--data-dir",
            ])
            .arg(dir)
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(trouble)?;
        let out = child
            .stdout
            .take()
            .ok_or_else(|| trouble("the server has no output"))?;
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line).map_err(trouble)?;
        let facts: serde_json::Value =
            serde_json::from_str(line.trim_start_matches("ready ")).map_err(trouble)?;
        let address = facts["doors"]["http"]
            .as_str()
            .and_then(|text| text.strip_prefix("http://"));
        let address = address
            .and_then(|text| text.parse().ok())
            .ok_or_else(|| trouble("the server named no door"))?;
        let key = std::fs::read_to_string(compose::key_file(dir)).map_err(trouble)?;
        Ok(Self {
            child,
            address,
            timeline: facts["doors"]["grpc"].as_str().map(str::to_owned),
            key: key.trim().to_owned(),
        })
    }

    /// Where its timeline answers.
    pub fn timeline(&self) -> Result<&str, Fault> {
        let timeline = self.timeline.as_deref();
        timeline.ok_or_else(|| trouble("the server opened no gRPC door"))
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// How long it has worked, on all processors together.
    pub fn worked(&self) -> Duration {
        Probe::of(self.child.id()).used().cpu
    }

    /// Memory it holds, in bytes.
    pub fn resident(&self) -> u64 {
        resident(&self.child.id().to_string())
    }

    pub fn client(&self) -> Result<HttpClient, Fault> {
        HttpClient::connect(self.address, Some(&self.key)).map_err(trouble)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn post(client: &mut HttpClient, path: &str, body: &[u8]) -> Result<Vec<u8>, Fault> {
    let reply = client.send("POST", path, body).map_err(trouble)?;
    if !matches!(reply.status, 200 | 201) {
        return Err(trouble(format!(
            "{path} answered {}: {}",
            reply.status,
            String::from_utf8_lossy(&reply.body)
        )));
    }
    Ok(reply.body)
}

/// Memory a process holds, in bytes; 0 where the system does not tell.
pub fn resident(pid: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kib.unwrap_or(0) * 1024
}
