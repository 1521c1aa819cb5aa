//! Ends a run in which a test hangs, and says which one and what it waited beside.

use std::collections::HashMap;
use std::process::Command;
use std::sync::{LazyLock, Mutex};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// The longest test without kills takes two minutes on a busy machine; a round of kills some
/// seconds.
const PATIENCE: Duration = Duration::from_secs(12 * 60);
const PER_ROUND: Duration = Duration::from_secs(15);
const LOOK: Duration = Duration::from_secs(5);

/// The tests that run now, by their threads.
static RUNNING: LazyLock<Mutex<HashMap<ThreadId, Test>>> = LazyLock::new(|| {
    thread::spawn(look);
    Mutex::default()
});

#[derive(Clone)]
struct Test {
    name: String,
    since: Instant,
}

/// Leaves with its thread, and a test is a thread.
struct Here;

impl Drop for Here {
    fn drop(&mut self) {
        if let Ok(mut running) = RUNNING.lock() {
            running.remove(&thread::current().id());
        }
    }
}

/// Has the test of this thread watched from now on.
pub fn watch() {
    thread_local!(static HERE: Here = begin());
    HERE.with(|_| ());
}

fn begin() -> Here {
    let here = thread::current();
    if let Some(name) = here.name() {
        let (name, since) = (name.to_owned(), Instant::now());
        RUNNING
            .lock()
            .unwrap()
            .insert(here.id(), Test { name, since });
    }
    Here
}

fn look() {
    let patience = patience();
    loop {
        thread::sleep(LOOK);
        let running: Vec<_> = RUNNING.lock().unwrap().values().cloned().collect();
        if running.iter().any(|test| test.since.elapsed() > patience) {
            give_up(&running);
        }
    }
}

fn patience() -> Duration {
    let rounds = std::env::var("MNEME_KILL_ROUNDS").ok();
    let rounds = rounds.and_then(|rounds| rounds.parse().ok());
    PATIENCE + PER_ROUND * rounds.unwrap_or(0)
}

/// A hanging test can neither be asked nor ended alone: the run ends, with all that may explain it.
fn give_up(running: &[Test]) -> ! {
    let _ = Command::new("ps").args(["-ef", "--forest"]).status();
    for Test { name, since } in running {
        eprintln!("{name} has run for {} s", since.elapsed().as_secs());
    }
    eprintln!("a test hangs; see the processes above");
    std::process::exit(101)
}
