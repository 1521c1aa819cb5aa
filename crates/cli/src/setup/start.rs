//! The server: left alone, left running, or started, by systemd where that takes orders of this
//! user, else in the background.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use mneme_model::Code;
use mneme_wire::Fault;
use tokio::net::TcpStream;

use super::found::Found;
use super::plan::Plan;
use super::receipt::Started;
use super::wiring::Wiring;
use crate::background;
use crate::running::Running;

pub const UNIT: &str = "memoryoss.service";
const SKIP: &str = "MEMORYOSS_SKIP_START";

/// What became of it.
pub struct Server {
    pub told: String,
    pub started: Option<Started>,
}

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
pub async fn refuse_foreign(wiring: &Wiring, data_dir: &Path) -> Result<(), Fault> {
    let Ok(address) = wiring.address.parse::<SocketAddr>() else {
        return Ok(());
    };
    let ours = Running::find(data_dir).await.is_some();
    if ours || TcpStream::connect(address).await.is_err() {
        return Ok(());
    }
    let told = format!("something else listens at {address}; nothing was written");
    let mut fault = Fault::new(Code::PortTaken, told);
    fault.hint =
        String::from("stop it, or choose another port: MEMORYOSS_PORT=N with --reconfigure");
    Err(fault)
}

pub async fn start(wiring: &Wiring, data_dir: &Path, systemd: bool) -> Result<Server, Fault> {
    if let Some(running) = Running::find(data_dir).await {
        let told = format!("the server runs already, process {}", running.pid);
        return Ok(quiet(told));
    }
    if systemd && by_systemd() {
        let told = format!("the server is started by systemd: {UNIT}");
        let started = Some(Started::Systemd);
        return Ok(Server { told, started });
    }
    in_background(wiring, data_dir).await
}

fn quiet(told: String) -> Server {
    Server {
        told,
        started: None,
    }
}

fn by_systemd() -> bool {
    let orders: [&[&str]; 2] = [&["daemon-reload"], &["enable", "--now", UNIT]];
    orders.iter().all(|order| {
        let mut told = Command::new("systemctl");
        told.arg("--user").args(*order).stdin(Stdio::null());
        let told = told.stdout(Stdio::null()).stderr(Stdio::null()).status();
        told.is_ok_and(|ended| ended.success())
    })
}

async fn in_background(wiring: &Wiring, data_dir: &Path) -> Result<Server, Fault> {
    let log = wiring.home.join(".memoryoss").join("serve.log");
    let words = ["-c", &wiring.config, "serve"].map(OsString::from);
    let mut launched = background::start_apart(&wiring.program, &log, words)?;
    let address = wiring.address.clone();
    // With two processes the door is open before the memory behind it is.
    let answers = async || {
        TcpStream::connect(&address).await.ok()?;
        Running::find(data_dir).await
    };
    launched.wait(answers).await?;
    let pid = launched.child.id();
    Ok(Server {
        told: format!("the server answers at {address}, process {pid}"),
        started: i32::try_from(pid).ok().map(Started::Process),
    })
}
