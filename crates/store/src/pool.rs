//! A fixed number of threads read, each with a connection of its own; requests wait in a
//! bounded line. No caller ever runs SQLite on its own thread.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use rusqlite::Connection;
use tokio::sync::{Semaphore, oneshot};

use crate::closing::Open;
use crate::view::{Shared, View};
use crate::{Error, Result};

type Job = Box<dyn FnOnce(&View<'_>) + Send>;

#[derive(Default)]
struct Line {
    jobs: VecDeque<Job>,
    closed: bool,
}

#[derive(Default)]
struct Desk {
    line: Mutex<Line>,
    ready: Condvar,
}

pub struct Pool {
    desk: Arc<Desk>,
    places: Semaphore,
    readers: Vec<JoinHandle<()>>,
}

// === impl Pool ===

impl Pool {
    pub(crate) fn start(
        connections: Vec<Connection>,
        shared: &Arc<Shared>,
        queue: usize,
    ) -> Result<Self> {
        let mut pool = Self {
            desk: Arc::default(),
            places: Semaphore::new(queue),
            readers: Vec::new(),
        };
        for (n, conn) in connections.into_iter().enumerate() {
            let (desk, shared, open) = (pool.desk.clone(), shared.clone(), Open::new());
            let reader = thread::Builder::new()
                .name(format!("mneme-reader-{n}"))
                .spawn(move || {
                    let (_open, conn) = (open, conn);
                    serve(&desk, &conn, &shared);
                })
                .map_err(|e| Error::io("start", "a reader thread", e))?;
            pool.readers.push(reader);
        }
        Ok(pool)
    }

    pub async fn read<F, T, E>(&self, body: F) -> Result<T, E>
    where
        F: FnOnce(&View<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        let _place = self.places.acquire().await.map_err(|_| Error::Closed)?;
        // Closed also when the body panicked: the thread survives, the reply does not.
        self.desk.ask(body).await.map_err(|_| Error::Closed)?
    }

    pub fn read_now<F, T, E>(&self, body: F) -> Result<T, E>
    where
        F: FnOnce(&View<'_>) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        self.desk
            .ask(body)
            .blocking_recv()
            .map_err(|_| Error::Closed)?
    }

    /// Nothing more is read; returns once every connection is closed.
    pub(crate) fn close(&mut self) {
        self.desk.close();
        let this = thread::current().id();
        // The last handle may go on a thread that reads, which cannot wait for itself.
        let others = self.readers.drain(..).filter(|r| r.thread().id() != this);
        for reader in others {
            let _ = reader.join();
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

// === impl Desk ===

impl Desk {
    fn ask<T: Send + 'static>(
        &self,
        body: impl FnOnce(&View<'_>) -> T + Send + 'static,
    ) -> oneshot::Receiver<T> {
        let (reply, answer) = oneshot::channel();
        self.push(Box::new(move |view| {
            let _ = reply.send(body(view));
        }));
        answer
    }

    fn push(&self, job: Job) {
        self.line
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .jobs
            .push_back(job);
        self.ready.notify_one();
    }

    /// Whoever asked is gone, or the pool would not close: what still waits is not read.
    fn close(&self) {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        line.closed = true;
        let unread = std::mem::take(&mut line.jobs);
        drop(line);
        self.ready.notify_all();
        drop(unread);
    }

    fn next(&self) -> Option<Job> {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(job) = line.jobs.pop_front() {
                return Some(job);
            }
            if line.closed {
                return None;
            }
            line = self
                .ready
                .wait(line)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn serve(desk: &Desk, conn: &Connection, shared: &Shared) {
    let view = View::new(conn, shared);
    while let Some(job) = desk.next() {
        let _inside = shared.gate.enter();
        if catch_unwind(AssertUnwindSafe(|| job(&view))).is_err() {
            tracing::error!("a read request panicked; its thread goes on");
        }
    }
}
