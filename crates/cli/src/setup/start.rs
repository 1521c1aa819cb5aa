//! The server: left alone, left running, or started, by systemd where that takes orders of this
//! user, else in the background.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use mneme_gateway::front;
use mneme_model::Code;
use mneme_wire::Fault;
use serde_json::Value;
use tokio::net::TcpStream;

use super::found::Found;
use super::plan::Plan;
use super::receipt::{Receipt, Started};
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
    // One whose store does not open has no socket by which it could be found.
    let started = receipt.and_then(|own| own.serving_on(Path::new(&wiring.config)));
    let started = started.is_some();
    let ours = started || Running::find(data_dir).await.is_some();
    if ours || TcpStream::connect(address).await.is_err() {
        return Ok(());
    }
    let told = format!("something else listens at {address}; nothing was written");
    let mut fault = Fault::new(Code::PortTaken, told);
    fault.hint =
        String::from("stop it, or choose another port: MEMORYOSS_PORT=N with --reconfigure");
    Err(fault)
}

/// Says what became of it. What is started is noted at once: undo stops it, however this ends.
pub async fn start(
    wiring: &Wiring,
    data_dir: &Path,
    systemd: bool,
    receipt: &mut Receipt,
) -> Result<String, Fault> {
    let serving = Running::find(data_dir).await.map(|running| running.pid);
    if let Some(pid) = serving.or_else(|| receipt.serving_on(Path::new(&wiring.config))) {
        return Ok(format!("the server runs already, process {pid}"));
    }
    if systemd && by_systemd() {
        note(receipt, wiring, Started::Systemd)?;
        return Ok(format!("the server is started by systemd: {UNIT}"));
    }
    in_background(wiring, data_dir, receipt).await
}

fn note(receipt: &mut Receipt, wiring: &Wiring, started: Started) -> Result<(), Fault> {
    receipt.started = Some(started);
    receipt.write(&wiring.home)
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
            format!(
                "{told}\nIts memory does not: {why}\nCalls of models go on without it; `{program} doctor` says what helps."
            )
        }
    })
}

/// Why there is no memory behind a gateway that is well. A core that may still be opening its
/// store is nothing to tell of, unless it took too long.
async fn trouble(address: &str, late: bool) -> Option<String> {
    // Chosen once for the process; a second choice changes nothing.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().no_proxy().timeout(LOOK).build();
    let asked = client.ok()?.get(format!("http://{address}/health"));
    let told: Value = asked.send().await.ok()?.json().await.ok()?;
    let why = match told["core_status"].as_str() {
        Some("degraded") => told["core_error"].as_str(),
        None if told["status"] == "degraded" => told["error"].as_str(),
        _ => None,
    };
    let opening = |why: &&str| [front::NO_CORE, front::SILENT].contains(why);
    why.filter(|why| late || !opening(why)).map(str::to_owned)
}
