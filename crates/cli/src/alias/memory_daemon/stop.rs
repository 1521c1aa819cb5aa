//! `memory-daemon stop`

use std::process::ExitCode;
use std::time::{Duration, Instant};

use mneme_model::Code;
use mneme_wire::Fault;
use rustix::process::{Pid, Signal, kill_process, test_kill_process};

use crate::commands::Outcome;
use crate::running::Running;
use crate::settings::Settings;

/// Requests under way get a few seconds to finish, jobs half a minute.
const PATIENCE: Duration = Duration::from_secs(60);
const LOOK: Duration = Duration::from_millis(10);

pub async fn run(settings: &Settings) -> Outcome {
    let Some(running) = Running::find(&settings.data_dir).await else {
        say!("Daemon is not running");
        return Ok(ExitCode::SUCCESS);
    };
    let pid = Pid::from_raw(running.pid);
    let pid = pid.ok_or_else(|| Fault::new(Code::Internal, "run.json names no process"))?;
    if let Err(error) = kill_process(pid, Signal::TERM) {
        let told = format!("process {} cannot be told to stop: {error}", running.pid);
        return Err(Fault::new(Code::Internal, told));
    }
    let begun = Instant::now();
    while lives(pid) {
        if begun.elapsed() > PATIENCE {
            let told = format!("process {} was told to stop and has not yet", running.pid);
            return Err(Fault::new(Code::Internal, told));
        }
        tokio::time::sleep(LOOK).await;
    }
    say!("Daemon stopped");
    Ok(ExitCode::SUCCESS)
}

/// A process that has ended but was not collected by its parent does not live: it holds nothing.
fn lives(pid: Pid) -> bool {
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
