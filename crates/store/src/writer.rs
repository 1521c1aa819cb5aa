//! One thread writes. It takes whatever is queued, runs each operation in a savepoint of its
//! own, commits them together with one sync, and only then answers. One refusal does not undo
//! its neighbours; a failed commit answers everyone with its cause.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use mneme_model::Clock;
use rusqlite::Connection;
use rusqlite::hooks::Wal;
use tokio::sync::{mpsc, oneshot};

use crate::closing::Open;
use crate::settings::Settings;
use crate::store::PAGE_BYTES;
use crate::tables::journal;
use crate::view::{Shared, Tx, View};
use crate::{Error, Result, room, signals};

const QUEUE: usize = 8_192;

/// An operation waiting for its turn.
trait Job: Send {
    /// Runs inside a savepoint; `false` asks for it to be undone.
    fn run(&mut self, tx: &Tx<'_>) -> bool;
    fn bytes(&self) -> usize;
    /// Called once, after the group's commit.
    fn answer(self: Box<Self>, committed: Result<(), &Error>);
}

struct Operation<F, A, T, E> {
    bytes: usize,
    body: Option<F>,
    after: A,
    outcome: Option<Result<T, E>>,
    reply: oneshot::Sender<Result<T, E>>,
}

#[derive(Clone)]
pub struct Writer {
    queue: mpsc::Sender<Box<dyn Job>>,
}

// === impl Operation ===

impl<F, A, T, E> Job for Operation<F, A, T, E>
where
    F: FnOnce(&Tx<'_>) -> Result<T, E> + Send,
    A: FnOnce(&mut T) + Send,
    T: Send,
    E: From<Error> + Send,
{
    fn run(&mut self, tx: &Tx<'_>) -> bool {
        // A panic in one operation is that operation's failure, not the writer's end.
        let run = |body: F| catch_unwind(AssertUnwindSafe(|| body(tx)));
        self.outcome = match self.body.take().map(run) {
            Some(Ok(outcome)) => Some(outcome),
            Some(Err(_)) => Some(Err(E::from(Error::Commit(String::from(
                "an operation panicked",
            ))))),
            None => None,
        };
        matches!(self.outcome, Some(Ok(_)))
    }

    fn bytes(&self) -> usize {
        self.bytes
    }

    fn answer(self: Box<Self>, committed: Result<(), &Error>) {
        let Self {
            body,
            after,
            outcome,
            reply,
            ..
        } = *self;
        // What the operation holds goes before its caller is told: the caller may then drop
        // the last other handle, and the store must not end on its own writer's thread.
        drop(body);
        let outcome = match (committed, outcome) {
            (Ok(()), Some(Ok(mut answer))) => {
                after(&mut answer);
                Ok(answer)
            }
            (committed, outcome) => {
                drop(after);
                match (committed, outcome) {
                    (Err(error), _) => Err(E::from(error.repeat())),
                    (Ok(()), Some(outcome)) => outcome,
                    (Ok(()), None) => Err(E::from(Error::Closed)),
                }
            }
        };
        // A caller that went away does not undo what it asked for.
        let _ = reply.send(outcome);
    }
}

// === impl Writer ===

impl Writer {
    pub(crate) fn start(
        conn: Connection,
        shared: Arc<Shared>,
        clock: Arc<dyn Clock>,
        settings: &Settings,
    ) -> Result<(Self, JoinHandle<()>)> {
        let (queue, jobs) = mpsc::channel(QUEUE);
        let last_ms = journal::last_recorded(&View::new(&conn, &shared))?;
        let group = Group {
            ops: settings.group_ops,
            bytes: settings.group_bytes,
        };
        let open = Open::new();
        let thread = thread::Builder::new()
            .name("mneme-writer".into())
            .spawn(move || {
                let _open = open;
                Loop {
                    conn,
                    shared,
                    clock,
                    last_ms,
                    group,
                }
                .run(jobs)
            })
            .map_err(|e| Error::io("start", "the writer thread", e))?;
        Ok((Self { queue }, thread))
    }

    /// Runs `body` in the writer and answers once it is on disk. `bytes` is its rough size;
    /// `after` runs on the writer's thread between commit and answer, whether or not the
    /// caller still waits.
    pub async fn write<F, A, T, E>(&self, bytes: usize, body: F, after: A) -> Result<T, E>
    where
        F: FnOnce(&Tx<'_>) -> Result<T, E> + Send + 'static,
        A: FnOnce(&mut T) + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        let (job, answer) = operation(bytes, body, after);
        self.queue.send(job).await.map_err(|_| Error::Closed)?;
        signals::WRITE_QUEUE.set((QUEUE - self.queue.capacity()) as u64);
        answer.await.map_err(|_| Error::Closed)?
    }

    /// How much of the room for waiting operations is taken, 0 to 1.
    pub fn queue_share(&self) -> f64 {
        (QUEUE - self.queue.capacity()) as f64 / QUEUE as f64
    }

    /// As [`Writer::write`], for a thread that may wait where it stands.
    pub fn write_now<F, T, E>(&self, bytes: usize, body: F) -> Result<T, E>
    where
        F: FnOnce(&Tx<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        let (job, answer) = operation(bytes, body, |_: &mut T| ());
        self.queue.blocking_send(job).map_err(|_| Error::Closed)?;
        answer.blocking_recv().map_err(|_| Error::Closed)?
    }
}

type Answer<T, E> = oneshot::Receiver<Result<T, E>>;

/// A job for the queue, and where its answer will come.
fn operation<F, A, T, E>(bytes: usize, body: F, after: A) -> (Box<dyn Job>, Answer<T, E>)
where
    F: FnOnce(&Tx<'_>) -> Result<T, E> + Send + 'static,
    A: FnOnce(&mut T) + Send + 'static,
    T: Send + 'static,
    E: From<Error> + Send + 'static,
{
    let (reply, answer) = oneshot::channel();
    let job = Operation {
        bytes,
        body: Some(body),
        after,
        outcome: None,
        reply,
    };
    (Box::new(job), answer)
}

/// How much may share a commit.
struct Group {
    ops: usize,
    bytes: usize,
}

struct Loop {
    conn: Connection,
    shared: Arc<Shared>,
    clock: Arc<dyn Clock>,
    last_ms: i64,
    group: Group,
}

// === impl Loop ===

impl Loop {
    fn run(mut self, mut jobs: mpsc::Receiver<Box<dyn Job>>) {
        while let Some(first) = jobs.blocking_recv() {
            let group = self.gather(first, &mut jobs);
            self.last_ms = self.last_ms.max(self.clock.now_ms());
            self.commit(group);
        }
        // The thread that watches the log closes its connection before this one is closed.
        let unwatched = self
            .conn
            .wal_hook(None::<fn(&mut Wal, i32) -> rusqlite::Result<()>>);
        if let Err(error) = unwatched {
            tracing::warn!(%error, "the log is still watched");
        }
    }

    fn gather(
        &self,
        first: Box<dyn Job>,
        jobs: &mut mpsc::Receiver<Box<dyn Job>>,
    ) -> Vec<Box<dyn Job>> {
        let mut bytes = first.bytes();
        let mut group = vec![first];
        while group.len() < self.group.ops && bytes < self.group.bytes {
            let Ok(job) = jobs.try_recv() else { break };
            bytes += job.bytes();
            group.push(job);
        }
        group
    }

    fn commit(&self, mut group: Vec<Box<dyn Job>>) {
        let before = self.conn.total_changes();
        let inside = self.shared.gate.enter();
        let committed = self.run_group(&mut group);
        let commits = &self.shared.commits;
        match &committed {
            Err(error) => {
                commits.failed(error, self.last_ms);
                let _ = self.conn.execute_batch("ROLLBACK");
            }
            // What changed nothing says nothing of the disk.
            Ok(()) if self.conn.total_changes() == before => {}
            // And a few bytes find a place in a full store, too.
            Ok(()) if commits.failing().is_some() && !self.has_room() => {}
            Ok(()) => commits.succeeded(),
        }
        drop(inside);
        signals::COMMITS.add(1);
        signals::OPERATIONS.add(group.len() as u64);
        for job in group {
            job.answer(committed.as_ref().map(|_| ()));
        }
    }

    /// Whether the configured limit leaves any; what the disk leaves is looked at by whoever asks.
    fn has_room(&self) -> bool {
        let left = self.free_pages().map(|pages| pages * PAGE_BYTES);
        left.is_ok_and(|bytes| bytes >= room::NONE)
    }

    fn free_pages(&self) -> rusqlite::Result<u64> {
        let told = |name: &str| -> rusqlite::Result<u64> {
            let asked = format!("PRAGMA {name}");
            self.conn.query_row(&asked, [], |row| row.get(0))
        };
        let unmade = told("max_page_count")?.saturating_sub(told("page_count")?);
        Ok(unmade + told("freelist_count")?)
    }

    fn run_group(&self, group: &mut [Box<dyn Job>]) -> Result<()> {
        self.conn.execute_batch("BEGIN IMMEDIATE")?;
        let tx = Tx::new(View::new(&self.conn, &self.shared), self.last_ms)?;
        for job in group {
            run_one(&self.conn, &tx, job.as_mut())?;
        }
        self.conn.execute_batch("COMMIT")?;
        tx.publish();
        Ok(())
    }
}

fn run_one(conn: &Connection, tx: &Tx<'_>, job: &mut dyn Job) -> Result<()> {
    let mark = tx.mark();
    conn.prepare_cached("SAVEPOINT op")?.execute([])?;
    if !job.run(tx) {
        // A full disk makes SQLite give the whole transaction up, and with it the group.
        if conn.is_autocommit() {
            return Err(Error::Full);
        }
        conn.prepare_cached("ROLLBACK TO op")?.execute([])?;
        tx.back_to(mark);
    }
    conn.prepare_cached("RELEASE op")?.execute([])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::cursors;
    use crate::{Settings, Store};

    struct Never;

    impl Clock for Never {
        fn now_ms(&self) -> i64 {
            0
        }
    }

    fn set(store: &Store, name: String) -> Result<()> {
        store.write_now(1, move |tx| cursors::set(tx, &name, 1))
    }

    fn long(n: usize) -> String {
        format!("{n}{}", "x".repeat(9_000))
    }

    #[test]
    fn what_is_small_enough_for_a_full_store_does_not_make_it_well() {
        let dir = tempfile::tempdir().unwrap();
        let open = |max_bytes| {
            let settings = Settings {
                max_bytes,
                ..Settings::at(dir.path())
            };
            Store::open(&settings, Arc::new(Never)).unwrap()
        };
        let store = open(600_000);
        set(&store, "small".into()).unwrap();
        let refused = (0..100).find(|n| set(&store, long(*n)).is_err()).unwrap();
        for _ in 0..3 {
            store
                .write_now(1, |tx| cursors::set(tx, "small", 2))
                .unwrap();
        }
        assert!(store.room().failing.is_some());
        assert!(set(&store, long(refused)).is_err());
        let gone = store.write_now(1, |tx| {
            (0..10).try_for_each(|n| cursors::remove(tx, &long(n)))
        });
        gone.unwrap();
        assert_eq!(store.room().failing, None, "there is room again");
        set(&store, long(refused)).unwrap();
    }
}
