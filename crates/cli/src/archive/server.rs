//! Starting and stopping the recorder, and reading its log.

use std::fs::File;
use std::io::{BufRead, BufReader, Seek};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use mneme_model::Code;
use mneme_wire::Fault;
use mneme_wire::ipc::{Client, Request};
use tokio::signal::unix::{SignalKind, signal};

use super::lock::{Role, holder};
use super::{Config, core};
use crate::args::{CoreArgs, LogsArgs, ServerStartArgs, ServerVerb};
use crate::commands::Outcome;
use crate::settings::Settings;
use crate::{background, output};

/// How often a followed log is looked at.
const LOOK: Duration = Duration::from_millis(100);

pub async fn run(settings: &Settings, config: Config, verb: ServerVerb) -> Outcome {
    match verb {
        ServerVerb::Start(args) if args.daemon => launch(settings, &config, &args).await,
        ServerVerb::Start(_) => core::run(settings, config, &CoreArgs::default()).await,
        ServerVerb::Stop => stop(&config).await,
        ServerVerb::Logs(args) => logs(&config, &args).await,
    }
}

async fn launch(settings: &Settings, config: &Config, args: &ServerStartArgs) -> Outcome {
    if let Some(one) = holder(config) {
        return Err(one.taken());
    }
    let log = args.log_file.clone().unwrap_or_else(|| config.log_file());
    let place = ["--data-dir".into(), settings.data_dir.clone().into()];
    let words = ["archive", "core", "--detached"].map(Into::into);
    let words = place.into_iter().chain(words);
    let mut launched = background::start_as("mneme", &log, words)?;
    let pid = launched.child.id();
    let socket = config.ipc_socket_path.clone();
    launched
        .wait(async || {
            let mut client = Client::connect(&socket).await.ok()?;
            let own = holder(config).is_some_and(|one| one.pid.unsigned_abs() == pid);
            client.ask(&Request::Ping).await.ok().filter(|_| own)
        })
        .await?;
    say!("ma-core started (PID {pid})");
    output::note(&format!("log: {}", log.display()));
    Ok(ExitCode::SUCCESS)
}

async fn stop(config: &Config) -> Outcome {
    match holder(config) {
        Some(one) if one.role != Role::Alone => Err(one.spared()),
        Some(one) => {
            let pid = one.pid;
            background::stop(pid).await?;
            say!("ma-core stopped (PID {pid})");
            Ok(ExitCode::SUCCESS)
        }
        None => {
            let stale = std::fs::remove_file(config.pid_file()).is_ok();
            output::note(match stale {
                true => "ma-core was not running; its old PID file is removed",
                false => "ma-core is not running",
            });
            Ok(ExitCode::FAILURE)
        }
    }
}

async fn logs(config: &Config, args: &LogsArgs) -> Outcome {
    let path = args.log_file.clone().unwrap_or_else(|| config.log_file());
    let file = File::open(&path).map_err(|error| unreadable(&path, &error))?;
    if predates(&file, config) {
        output::note("this log is older than the recorder that runs; it logs elsewhere");
    }
    let mut read = BufReader::new(file);
    let mut last = std::collections::VecDeque::new();
    let mut line = String::new();
    while read_line(&mut read, &mut line, &path)? {
        last.push_back(std::mem::take(&mut line));
        if last.len() > args.lines {
            last.pop_front();
        }
    }
    for line in last {
        say!("{}", line.trim_end());
    }
    if args.follow {
        follow(read, line, &path).await?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Until Ctrl-C. `line` is the half of one that was there already. A log that was begun anew is
/// read from its beginning.
async fn follow(mut read: BufReader<File>, mut line: String, path: &Path) -> Result<(), Fault> {
    // Once, for all rounds: an interrupt that comes between two of them must not get lost.
    let interrupted = signal(SignalKind::interrupt());
    let mut interrupted =
        interrupted.map_err(|error| Fault::new(Code::Internal, format!("no signals: {error}")))?;
    loop {
        while read_line(&mut read, &mut line, path)? {
            say!("{}", line.trim_end());
            line.clear();
        }
        tokio::select! {
            () = tokio::time::sleep(LOOK) => {}
            _ = interrupted.recv() => return Ok(()),
        }
        let at = read.stream_position().unwrap_or(0);
        if path.metadata().is_ok_and(|log| log.len() < at) {
            read = BufReader::new(File::open(path).map_err(|error| unreadable(path, &error))?);
            line.clear();
        }
    }
}

/// The next whole line is in `line`; half of one stays there until the rest comes.
fn read_line(read: &mut impl BufRead, line: &mut String, path: &Path) -> Result<bool, Fault> {
    let mut bytes = Vec::new();
    let more = read.by_ref().read_until(b'\n', &mut bytes);
    more.map_err(|error| unreadable(path, &error))?;
    line.push_str(&String::from_utf8_lossy(&bytes));
    Ok(line.ends_with('\n'))
}

fn predates(log: &File, config: &Config) -> bool {
    let written = log.metadata().and_then(|log| log.modified());
    let started = config.pid_file().metadata().and_then(|pid| pid.modified());
    match (written, started, holder(config)) {
        (Ok(written), Ok(started), Some(_)) => {
            let started: SystemTime = started;
            written < started
        }
        _ => false,
    }
}

fn unreadable(path: &Path, error: &std::io::Error) -> Fault {
    Fault::new(
        Code::BadFile,
        format!("{} cannot be read: {error}", path.display()),
    )
}
