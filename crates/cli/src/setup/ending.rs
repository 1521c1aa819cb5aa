//! Ending the server that setup started: the process in front, and the core behind it. A core that
//! hears nothing would else keep its port and the store, with nobody in front of it.

use std::fs;
use std::path::Path;
use std::time::Duration;

use mneme_wire::Fault;

use super::config::Existing;
use super::receipt::{Receipt, Started, names};
use crate::background;
use crate::running::Running;

/// What the one in front gives to the one behind on its command line.
const BEHIND: &str = "--core";
/// It was told to end, and waited for, by the one in front already.
const GOES_WITHIN: Duration = Duration::from_secs(5);

/// Who is to be ended, looked up while the settings still name the store.
#[derive(Debug, Default)]
pub struct Ending {
    front: Option<i32>,
    cores: Vec<i32>,
}

// === impl Ending ===

impl Ending {
    pub fn of(receipt: &Receipt) -> Self {
        if !matches!(receipt.started, Some(Started::Process(_))) {
            return Self::default();
        }
        let front = receipt.serving();
        let mut cores = front.map(children).unwrap_or_default();
        cores.extend(owners(&receipt.config));
        cores.retain(|pid| is_core(*pid, front, &receipt.config));
        cores.sort_unstable();
        cores.dedup();
        Self { front, cores }
    }

    /// Says which process it ended, if any was there.
    pub async fn carry_out(&self) -> Result<Option<i32>, Fault> {
        let stopped = match self.front {
            Some(front) => background::stop(front).await,
            None => Ok(()),
        };
        // Its number may be another's by now.
        let cores = self.cores.iter().filter(|core| is_behind(**core));
        for core in cores {
            background::stop_within(*core, GOES_WITHIN).await?;
        }
        stopped.map(|()| self.front.or(self.cores.first().copied()))
    }
}

/// Who says that the store of these settings is theirs: in its lock, or as whoever serves it.
/// Neither may be true any more.
fn owners(config: &Path) -> Vec<i32> {
    let existing = Existing::read(config).ok();
    let says = existing.as_ref().and_then(Existing::says);
    let Some(dir) = says.and_then(|says| says.data_dir.as_ref()) else {
        return Vec::new();
    };
    let locked = fs::read_to_string(dir.join("lock")).unwrap_or_default();
    let serving = Running::read(dir).map(|running| running.pid);
    let locked = locked.trim().parse().ok();
    serving.into_iter().chain(locked).collect()
}

/// Whether a process is the core of the server that setup started: behind it, or left alone by it.
/// One behind a server that somebody else started on the same settings is theirs.
fn is_core(pid: i32, front: Option<i32>, config: &Path) -> bool {
    let above = parent(pid);
    let left = || names(pid, config) && above.is_some_and(|above| !names(above, config));
    is_behind(pid) && ((above.is_some() && above == front) || left())
}

fn is_behind(pid: i32) -> bool {
    names(pid, Path::new(BEHIND))
}

fn children(of: i32) -> Vec<i32> {
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = all.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.filter(|pid| parent(*pid) == Some(of)).collect()
}

/// Behind the name, which may have anything in it, stand the state and the parent.
fn parent(pid: i32) -> Option<i32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, rest) = stat.rsplit_once(") ")?;
    rest.split(' ').nth(1)?.parse().ok()
}
