//! A server that was started on a settings file and keeps another store than the file names now.
//! Nobody finds it by that store: it is looked for among the processes of this user.

use std::fs::{self, read_link};
use std::path::{Path, PathBuf};

use super::is_same;
use crate::running::{Held, Running};

/// Whoever keeps a store has this file of it open.
const LOCK: &str = "lock";

pub struct Away {
    pub pid: i32,
    pub store: PathBuf,
    pub held: Held,
}

impl Away {
    pub fn find(config: &Path, named: &Path) -> Option<Self> {
        let all = fs::read_dir("/proc").into_iter().flatten().flatten();
        let pids = all.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let kept = pids.flat_map(|pid| stores(pid).map(move |store| (pid, store)));
        let elsewhere = kept.filter(|(_, store)| !is_same(store, named));
        let mut away = elsewhere.filter_map(|(pid, store)| Self::of(pid, store));
        away.find(|away| {
            let file = away.held.file.as_deref();
            file.is_some_and(|file| is_same(file, config))
        })
    }

    /// Whoever only waits for a store has its file open, too.
    fn of(pid: i32, store: PathBuf) -> Option<Self> {
        let running = Running::read(&store).filter(|running| running.pid == pid)?;
        let held = running.settings?;
        Some(Self { pid, store, held })
    }
}

fn stores(pid: i32) -> impl Iterator<Item = PathBuf> {
    let open = fs::read_dir(format!("/proc/{pid}/fd"))
        .into_iter()
        .flatten();
    let files = open.flatten().filter_map(|one| read_link(one.path()).ok());
    let locks = files.filter(|file| file.file_name().is_some_and(|name| name == LOCK));
    locks.filter_map(|lock| Some(lock.parent()?.to_owned()))
}
