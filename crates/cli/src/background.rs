//! Starting a server in the background. Whoever starts it waits until it answers, or tells why it
//! never will.

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
use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use tokio::net::TcpStream;

use crate::commands::Outcome;
use crate::running::Running;
use crate::settings::Settings;

/// A large store may have to be read first.
const PATIENCE: Duration = Duration::from_secs(120);
const LOOK: Duration = Duration::from_millis(20);
/// A log that grew beyond this at a start gives way to a new one; one old log is kept.
const LOG_BYTES: u64 = 10_000_000;
/// Requests under way get a few seconds to finish, and jobs half a minute. Nobody waits that long for these: what
/// one of them has not done yet, its next run does.
const ENDS_WITHIN: Duration = Duration::from_secs(20);
const GOES_WITHIN: Duration = Duration::from_secs(5);
const SHOWN_LINES: usize = 10;

pub fn log_file(data_dir: &Path) -> PathBuf {
    data_dir.join("daemon.log")
}

/// Leaves the session of whoever started this process: their terminal may close.
pub fn detach() -> Result<(), Fault> {
    let refused = |error| Fault::new(Code::Internal, format!("no session of its own: {error}"));
    rustix::process::setsid().map(drop).map_err(refused)
}

/// A process of ours in the background, and what it says while it starts.
pub struct Launched {
    pub child: Child,
    log: PathBuf,
    from: u64,
}

/// The timeline's daemon.
pub async fn launch(settings: &Settings) -> Outcome {
    let words = std::env::args_os().skip(1).chain(["--detached".into()]);
    let mut launched = start(&log_file(&settings.data_dir), words)?;
    let running = answering(settings, &mut launched).await?;
    let port = running.port().unwrap_or_default();
    say!("Daemon started (PID {}, port {port})", running.pid);
    Ok(ExitCode::SUCCESS)
}

/// This program again, under the name it was given, with these words.
pub fn start(log: &Path, words: impl IntoIterator<Item = OsString>) -> Result<Launched, Fault> {
    let name = std::env::args_os().next().unwrap_or_default();
    start_as(name, log, words)
}

/// This program under another of its names; it leaves our session by itself.
pub fn start_as(
    name: impl Into<OsString>,
    log: &Path,
    words: impl IntoIterator<Item = OsString>,
) -> Result<Launched, Fault> {
    launched(again(name, words), log)
}

/// The same for a command that does not: a terminal that closes hangs up on whoever stands in its
/// foreground, which it is put out of.
pub fn start_apart(
    name: impl Into<OsString>,
    log: &Path,
    words: impl IntoIterator<Item = OsString>,
) -> Result<Launched, Fault> {
    let apart = again(name, words).map(|mut command| {
        command.process_group(0);
        command
    });
    launched(apart, log)
}

fn launched(command: io::Result<Command>, log: &Path) -> Result<Launched, Fault> {
    let cannot = |error| {
        Fault::new(
            Code::BadFile,
            format!("{} cannot be written: {error}", log.display()),
        )
    };
    let file = open_log(log).map_err(cannot)?;
    let from = file.metadata().map_err(cannot)?.len();
    let child = command.and_then(|command| spawn(command, file));
    let child = child.map_err(|error| {
        Fault::new(
            Code::Internal,
            format!("no process could be started: {error}"),
        )
    })?;
    let log = log.to_path_buf();
    Ok(Launched { child, log, from })
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

fn again(
    name: impl Into<OsString>,
    words: impl IntoIterator<Item = OsString>,
) -> io::Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg0(name.into()).args(words);
    Ok(command)
}

fn spawn(mut command: Command, log: File) -> io::Result<Child> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
}

async fn answering(settings: &Settings, launched: &mut Launched) -> Result<Running, Fault> {
    let pid = launched.child.id();
    launched
        .wait(async || {
            let running = Running::read(&settings.data_dir)?;
            let ours = running.pid.unsigned_abs() == pid && answers(&running).await;
            ours.then_some(running)
        })
        .await
}

// === impl Launched ===

impl Launched {
    /// Waits until `look` sees what it looks for, or the process ends.
    pub async fn wait<T>(&mut self, mut look: impl AsyncFnMut() -> Option<T>) -> Result<T, Fault> {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Ok(Some(status)) = self.child.try_wait() {
                let told = format!("the daemon ended while it was starting ({status})");
                return Err(with_log(told, &self.log, self.from));
            }
            if let Some(seen) = look().await {
                return Ok(seen);
            }
            tokio::time::sleep(LOOK).await;
        }
        let told = format!(
            "the daemon (process {}) does not answer yet",
            self.child.id()
        );
        Err(with_log(told, &self.log, self.from))
    }
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

/// Tells a server to stop, and waits until it has. One that does not listen is ended: whatever it
/// acknowledged is on the disk.
pub async fn stop(pid: i32) -> Result<(), Fault> {
    stop_within(pid, ENDS_WITHIN).await
}

/// The same with less patience, for one that may have heard of it already, and ended.
pub async fn stop_within(pid: i32, patience: Duration) -> Result<(), Fault> {
    let trouble = |told: String| Fault::new(Code::Internal, told);
    let process = Pid::from_raw(pid).ok_or_else(|| trouble(format!("{pid} is no process")))?;
    match kill_process(process, Signal::TERM) {
        // It has ended by itself.
        Err(Errno::SRCH) => return Ok(()),
        Err(error) => {
            let told = format!("process {pid} cannot be told to stop: {error}");
            return Err(trouble(told));
        }
        Ok(()) => {}
    }
    if ended(process, patience).await {
        return Ok(());
    }
    let _ = kill_process(process, Signal::KILL);
    match ended(process, GOES_WITHIN).await {
        true => Ok(()),
        false => Err(trouble(format!(
            "process {pid} was ended and is still there"
        ))),
    }
}

async fn ended(process: Pid, within: Duration) -> bool {
    let begun = Instant::now();
    while lives(process) && begun.elapsed() <= within {
        tokio::time::sleep(LOOK).await;
    }
    !lives(process)
}

/// A process that has ended but was not collected by its parent does not live: it holds nothing.
pub fn lives(pid: Pid) -> bool {
    if test_kill_process(pid).is_err() {
        return false;
    }
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero()));
    let ended = |stat: &str| {
        stat.rsplit(") ")
            .next()
            .is_some_and(|rest| rest.starts_with('Z'))
    };
    !stat.is_ok_and(|stat| ended(&stat))
}
