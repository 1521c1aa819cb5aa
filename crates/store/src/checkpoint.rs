//! The write-ahead log is folded back into the database file beside the writer, not by it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use mneme_model::Spell;
use rusqlite::Connection;

use crate::closing::Open;
use crate::{Error, Result, signals};

/// After this long without a commit the log is emptied whole.
const IDLE: Duration = Duration::from_secs(2);

/// The writer's end: told after every commit how long the log is.
pub struct Watch {
    mark: i32,
    dirty: Arc<AtomicBool>,
    wake: Option<SyncSender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    pub fn committed(&self, log_pages: i32) {
        self.dirty.store(true, Ordering::Relaxed);
        if log_pages >= self.mark {
            let _ = self.wake.as_ref().map(|wake| wake.try_send(()));
        }
    }
}

impl Drop for Watch {
    /// Ends once the thread's connection is closed.
    fn drop(&mut self) {
        drop(self.wake.take());
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// Starts the thread; it ends when the watch is dropped.
pub fn start(conn: Connection, mark: i32) -> Result<Watch> {
    let (wake, woken) = sync_channel(1);
    let dirty = Arc::new(AtomicBool::new(true));
    let told = dirty.clone();
    let open = Open::new();
    let thread = thread::Builder::new()
        .name("mneme-checkpoint".into())
        .spawn(move || {
            let (_open, conn) = (open, conn);
            run(&conn, &woken, &told);
        })
        .map_err(|e| Error::io("start", "the checkpoint thread", e))?;
    Ok(Watch {
        mark,
        dirty,
        wake: Some(wake),
        thread: Some(thread),
    })
}

fn run(conn: &Connection, woken: &Receiver<()>, dirty: &AtomicBool) {
    let trouble = Spell::default();
    loop {
        match woken.recv_timeout(IDLE) {
            Ok(()) => {
                checkpoint(conn, "PASSIVE", &trouble);
            }
            Err(RecvTimeoutError::Timeout) if dirty.swap(false, Ordering::Relaxed) => {
                if !checkpoint(conn, "TRUNCATE", &trouble) {
                    dirty.store(true, Ordering::Relaxed);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

/// Whether the log was folded back whole.
fn checkpoint(conn: &Connection, mode: &str, trouble: &Spell) -> bool {
    signals::CHECKPOINTS.add(1);
    let busy = conn.query_row(&format!("PRAGMA wal_checkpoint({mode})"), [], |row| {
        row.get::<_, i64>(0)
    });
    match busy {
        Ok(busy) => {
            if let Some(failed) = trouble.ended() {
                tracing::info!(failed, "checkpoints succeed again");
            }
            busy == 0
        }
        Err(error) => {
            if trouble.failed() {
                tracing::warn!(%error, "checkpoint failed; the log stays and is tried again");
            }
            false
        }
    }
}
