//! Starting the daemon in the background. Whoever starts it waits until its port answers, or
//! tells why it never will.

use std::ffi::OsString;
use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use mneme_model::Code;
use mneme_wire::Fault;
use tokio::net::TcpStream;

use crate::commands::Outcome;
use crate::running::Running;
use crate::settings::Settings;

/// A large store may have to be read first.
const PATIENCE: Duration = Duration::from_secs(120);
const LOOK: Duration = Duration::from_millis(20);
/// A log that grew beyond this at a start gives way to a new one; one old log is kept.
const LOG_BYTES: u64 = 10_000_000;
const SHOWN_LINES: usize = 10;

pub fn log_file(data_dir: &Path) -> PathBuf {
    data_dir.join("daemon.log")
}

/// Leaves the session of whoever started this process: their terminal may close.
pub fn detach() -> Result<(), Fault> {
    let refused = |error| Fault::new(Code::Internal, format!("no session of its own: {error}"));
    rustix::process::setsid().map(drop).map_err(refused)
}

pub async fn launch(settings: &Settings) -> Outcome {
    let path = log_file(&settings.data_dir);
    let cannot = |error| {
        Fault::new(
            Code::BadFile,
            format!("{} cannot be written: {error}", path.display()),
        )
    };
    let log = open_log(&path).map_err(cannot)?;
    let from = log.metadata().map_err(cannot)?.len();
    let mut child = spawn(log).map_err(|error| {
        Fault::new(
            Code::Internal,
            format!("no process could be started: {error}"),
        )
    })?;
    let running = answering(settings, &mut child, &path, from).await?;
    let port = running.port().unwrap_or_default();
    say!("Daemon started (PID {}, port {port})", running.pid);
    Ok(ExitCode::SUCCESS)
}

fn open_log(path: &Path) -> io::Result<File> {
    if let Some(dir) = path.parent().filter(|dir| !dir.is_dir()) {
        DirBuilder::new().recursive(true).mode(0o700).create(dir)?;
    }
    if path.metadata().is_ok_and(|log| log.len() > LOG_BYTES) {
        std::fs::rename(path, path.with_extension("log.old"))?;
    }
    OpenOptions::new()
        .create(true)
        .append(true)
        .mode(0o600)
        .open(path)
}

/// The same command line again, in the name it was given.
fn spawn(log: File) -> io::Result<Child> {
    let mut words = std::env::args_os();
    let name: OsString = words.next().unwrap_or_default();
    Command::new(std::env::current_exe()?)
        .arg0(name)
        .args(words)
        .arg("--detached")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
}

async fn answering(
    settings: &Settings,
    child: &mut Child,
    log: &Path,
    from: u64,
) -> Result<Running, Fault> {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        if let Ok(Some(status)) = child.try_wait() {
            let told = format!("the daemon ended while it was starting ({status})");
            return Err(with_log(told, log, from));
        }
        let running = Running::read(&settings.data_dir);
        if let Some(running) = running.filter(|running| running.pid.unsigned_abs() == child.id())
            && answers(&running).await
        {
            return Ok(running);
        }
        tokio::time::sleep(LOOK).await;
    }
    let told = format!("the daemon (process {}) does not answer yet", child.id());
    Err(with_log(told, log, from))
}

async fn answers(running: &Running) -> bool {
    let url = running.timeline().unwrap_or_default();
    match url.strip_prefix("http://") {
        Some(address) => TcpStream::connect(address).await.is_ok(),
        None => false,
    }
}

/// What it said last, of what it said this time.
fn with_log(told: String, log: &Path, from: u64) -> Fault {
    let text = std::fs::read(log).unwrap_or_default();
    let from = usize::try_from(from).unwrap_or_default();
    let text = String::from_utf8_lossy(text.get(from..).unwrap_or_default()).into_owned();
    let lines: Vec<&str> = text.lines().collect();
    let last = &lines[lines.len().saturating_sub(SHOWN_LINES)..];
    let last: String = last.iter().map(|line| format!("\n  {line}")).collect();
    let mut fault = Fault::new(Code::NotServing, format!("{told}; its last words:{last}\n"));
    fault.hint = format!("{} has all of it", log.display());
    fault
}
