//! The server: left alone, left running, or started, by systemd where that takes orders of this
//! user, else in the background.

use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use mneme_gateway::front;
use mneme_model::Code;
use mneme_wire::Fault;
use rustix::fs::{Access, access};
use serde_json::Value;
use tokio::net::TcpStream;

use super::config::{Existing, PORT};
use super::ending::Ending;
use super::found::Found;
use super::plan::Plan;
use super::receipt::{Receipt, Started};
use super::serving::{self, Holds, Serving};
use super::wiring::Wiring;
use crate::background;
use crate::output;
use crate::running::Running;

pub const UNIT: &str = "memoryoss.service";
const SKIP: &str = "MEMORYOSS_SKIP_START";

/// A large store may have to be read first; whoever sets up does not wait for that for ever.
const OPENS_WITHIN: Duration = Duration::from_secs(30);
/// A gateway that is well answers sooner.
const LOOK: Duration = Duration::from_secs(3);

/// Why nobody is to start it.
pub fn skipped(no_start: bool) -> Option<String> {
    let set = std::env::var_os(SKIP).is_some_and(|value| !value.is_empty() && value != "0");
    match (set, no_start) {
        (true, _) => Some(format!("{SKIP} is set: the server was not started")),
        (_, true) => Some(String::from("the server was not started")),
        _ => None,
    }
}

pub fn unit_file(found: &Found) -> PathBuf {
    let config = std::env::var_os("XDG_CONFIG_HOME").filter(|dir| !dir.is_empty());
    let config = config.map_or_else(|| found.home.join(".config"), PathBuf::from);
    config.join("systemd").join("user").join(UNIT)
}

pub fn unit(wiring: &Wiring) -> String {
    let quoted = |word: &str| format!("\"{}\"", word.replace('%', "%%").replace('"', "\\\""));
    let (program, config) = (quoted(&wiring.program), quoted(&wiring.config));
    format!(
        "# Written by `memoryoss setup`.\n[Unit]\nDescription=memoryOSS, served by mneme\n\n[Service]\nExecStart={program} -c {config} serve\nRestart=on-failure\n\n[Install]\nWantedBy=default.target\n"
    )
}

/// That file, as it should be.
pub fn planned(plan: &mut Plan, file: PathBuf, wiring: &Wiring) -> Result<(), Fault> {
    let step = plan.file(file, "service")?;
    step.file.after = unit(wiring);
    step.mode = Some(0o644);
    step.what.push("systemd starts the server when you sign in");
    Ok(())
}

/// Nobody's keys are led to a program of somebody else: who listens there is asked before
/// anything is written.
pub async fn refuse_foreign(
    wiring: &Wiring,
    data_dir: &Path,
    receipt: Option<&Receipt>,
) -> Result<(), Fault> {
    let Ok(address) = wiring.address.parse::<SocketAddr>() else {
        return Ok(());
    };
    let listens = TcpStream::connect(address).await.is_ok();
    if !listens || is_ours(address.port(), wiring, data_dir, receipt).await {
        return Ok(());
    }
    let told = format!("something else listens at {address}; nothing was written");
    let mut fault = Fault::new(Code::PortTaken, told);
    fault.hint =
        String::from("stop it, or choose another port: MEMORYOSS_PORT=N with --reconfigure");
    Err(fault)
}

/// Whether a server of this store has that port now. One whose store does not open has no socket
/// by which it could be found; it has the port of its settings, which are not written anew yet.
async fn is_ours(port: u16, wiring: &Wiring, data_dir: &Path, receipt: Option<&Receipt>) -> bool {
    if let Some(running) = Running::find(data_dir).await {
        let ends = format!(":{port}");
        return running.doors.values().any(|door| door.ends_with(&ends));
    }
    let config = Path::new(&wiring.config);
    let started = receipt.is_some_and(|own| {
        own.serving_on(config).is_some() || own.started == Some(Started::Systemd)
    });
    let said = Existing::read(config).ok();
    let said = said.as_ref().and_then(Existing::says);
    started && said.is_some_and(|says| says.port.unwrap_or(PORT) == port)
}

/// That this user may not keep anything in a directory that is there, and what helps.
pub fn closed(dir: &Path) -> Option<Fault> {
    let shown = dir.display();
    let mode = match fs::metadata(dir) {
        Ok(meta) if !meta.is_dir() => return None,
        Ok(meta) => meta.permissions().mode() & 0o777,
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            let told = format!("nobody but its owner may look where {shown} is");
            return Some(Fault::new(Code::StorageReadOnly, told));
        }
        Err(_) => return None,
    };
    let all = Access::READ_OK | Access::WRITE_OK | Access::EXEC_OK;
    let open = mode & 0o700 == 0o700 && access(dir, all).is_ok();
    let told = format!("this user may not read and write in {shown} (mode {mode:o})");
    (!open).then(|| Fault::new(Code::StorageReadOnly, told))
}

/// What a settings file has to do with whoever serves on it.
pub struct Settled<'a> {
    pub wiring: &'a Wiring,
    pub data_dir: &'a Path,
    /// The file as it is now.
    pub text: &'a str,
    /// Whether it says something else than before.
    pub changed: bool,
}

// === impl Settled ===

impl Settled<'_> {
    fn config(&self) -> &Path {
        Path::new(&self.wiring.config)
    }

    async fn serving(&self, receipt: &Receipt) -> Option<Serving> {
        let found = Serving::find(self.data_dir, self.config(), self.text, Some(receipt));
        let serving = found.await?;
        // Whoever does not say what it holds was there before.
        let before = serving.holds == Holds::Unknown && self.changed;
        Some(match before {
            true => Serving {
                holds: Holds::Former,
                ..serving
            },
            false => serving,
        })
    }

    /// What somebody should know of a server that is left alone.
    pub async fn left(&self, receipt: &Receipt) -> Option<String> {
        let serving = self.serving(receipt).await?;
        let (wrong, pid) = (serving.wrong()?, serving.pid);
        let way = serving::way(self.config(), Some(receipt));
        Some(format!("the server, process {pid}, {wrong}; {way}"))
    }

    /// Says what became of it. What is started is noted at once: undo stops it, however this ends.
    pub async fn start(&self, systemd: bool, receipt: &mut Receipt) -> Result<String, Fault> {
        let Some(serving) = self.serving(receipt).await else {
            if self.changed && systemd && receipt.started == Some(Started::Systemd) {
                // One that keeps another store is not found by this one.
                told(&["stop", UNIT]);
            }
            return self.started(systemd, receipt).await;
        };
        let pid = serving.pid;
        if serving.wrong().is_none() {
            return Ok(format!("the server runs already, process {pid}"));
        }
        if serving.is_former() && self.ended(systemd, receipt).await {
            let told = self.started(systemd, receipt).await?;
            return Ok(format!(
                "its settings changed: the server was ended\n{told}"
            ));
        }
        Ok(self.left(receipt).await.unwrap_or_default())
    }

    /// Whether the one that setup started has ended, and is ours to start again.
    async fn ended(&self, systemd: bool, receipt: &Receipt) -> bool {
        match receipt.serving_on(self.config()) {
            Some(_) => Ending::of(receipt).carry_out().await.is_ok(),
            None => systemd && receipt.started == Some(Started::Systemd) && told(&["stop", UNIT]),
        }
    }

    async fn started(&self, systemd: bool, receipt: &mut Receipt) -> Result<String, Fault> {
        if systemd && by_systemd() {
            note(receipt, self.wiring, Started::Systemd)?;
            return Ok(format!("the server is started by systemd: {UNIT}"));
        }
        in_background(self.wiring, self.data_dir, receipt).await
    }
}

fn note(receipt: &mut Receipt, wiring: &Wiring, started: Started) -> Result<(), Fault> {
    receipt.started = Some(started);
    receipt.write(&wiring.home)
}

fn by_systemd() -> bool {
    told(&["daemon-reload"]) && told(&["enable", "--now", UNIT])
}

/// Whether systemd did as it was told.
fn told(order: &[&str]) -> bool {
    let mut told = Command::new("systemctl");
    told.arg("--user").args(order).stdin(Stdio::null());
    let told = told.stdout(Stdio::null()).stderr(Stdio::null()).status();
    told.is_ok_and(|ended| ended.success())
}

async fn in_background(
    wiring: &Wiring,
    data_dir: &Path,
    receipt: &mut Receipt,
) -> Result<String, Fault> {
    let log = wiring.home.join(".memoryoss").join("serve.log");
    let words = ["-c", &wiring.config, "serve"].map(OsString::from);
    let mut launched = background::start_apart(&wiring.program, &log, words)?;
    let pid = launched.child.id();
    if let Ok(pid) = i32::try_from(pid) {
        note(receipt, wiring, Started::Process(pid))?;
    }
    let (address, begun) = (&wiring.address, Instant::now());
    // With two processes the door is open before the memory behind it is.
    let answers = async || {
        TcpStream::connect(address).await.ok()?;
        if Running::find(data_dir).await.is_some() {
            return Some(None);
        }
        let trouble = trouble(address, begun.elapsed() > OPENS_WITHIN).await;
        trouble.map(Some)
    };
    let told = format!("the server answers at {address}, process {pid}");
    Ok(match launched.wait(answers).await? {
        None => told,
        Some(why) => {
            let program = output::program();
            let hint = closed(data_dir).map(|fault| fault.hint);
            let way = hint.unwrap_or_else(|| format!("`{program} doctor` says what helps"));
            format!("{told}\nIts memory does not: {why}\nCalls of models go on without it; {way}.")
        }
    })
}

/// Why there is no memory behind a gateway that is well. A core that may still be opening its
/// store is nothing to tell of, unless it took too long.
pub async fn trouble(address: &str, late: bool) -> Option<String> {
    let told: Value = health(address).await?.json().await.ok()?;
    let why = match told["core_status"].as_str() {
        Some("degraded") => told["core_error"].as_str(),
        None if told["status"] == "degraded" => told["error"].as_str(),
        _ => None,
    };
    let opening = |why: &&str| [front::NO_CORE, front::SILENT].contains(why);
    why.filter(|why| late || !opening(why)).map(str::to_owned)
}

/// Whether anybody answers there.
pub async fn answers(address: &str) -> bool {
    health(address).await.is_some()
}

async fn health(address: &str) -> Option<reqwest::Response> {
    // Chosen once for the process; a second choice changes nothing.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().no_proxy().timeout(LOOK).build();
    let asked = client.ok()?.get(format!("http://{address}/health"));
    asked.send().await.ok()
}
