//! One thread follows the journal: it opens spaces when they are asked for and moves tails
//! into segments, a batch at a time.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use mneme_model::{NsId, Seq, Spell};
use tokio::sync::oneshot;

use crate::space::Space;
use crate::{Result, Settings};

/// Wait this long after a failed batch before trying again.
const AFTER_FAILURE: Duration = Duration::from_secs(1);

/// Told when a rebuild, a purge or a sealing is over.
pub type Done = oneshot::Sender<Result<()>>;

/// What the thread is asked to do.
#[derive(Default)]
pub struct Desk {
    tasks: Mutex<Tasks>,
    bell: Condvar,
}

#[derive(Default)]
struct Tasks {
    open: VecDeque<Arc<Space>>,
    rebuild: VecDeque<(Arc<Space>, Done)>,
    purge: VecDeque<(Arc<Space>, Vec<Seq>, Done)>,
    reseal: VecDeque<(Arc<Space>, Done)>,
    /// Spaces with a tail to move, and when the first of it came.
    dirty: HashMap<NsId, (Arc<Space>, Instant)>,
    hurry: bool,
    stop: bool,
}

enum Task {
    Open(Arc<Space>),
    Rebuild(Arc<Space>, Done),
    Purge(Arc<Space>, Vec<Seq>, Done),
    Reseal(Arc<Space>, Done),
    Flush(Vec<Arc<Space>>),
    Stop,
}

// === impl Desk ===

impl Desk {
    fn tasks(&self) -> MutexGuard<'_, Tasks> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn open(&self, ns: NsId, space: &Arc<Space>) {
        let mut tasks = self.tasks();
        tasks.open.push_back(space.clone());
        tasks
            .dirty
            .entry(ns)
            .or_insert_with(|| (space.clone(), Instant::now()));
        self.bell.notify_one();
    }

    /// Asks for a rebuild; what comes back is told when it is over.
    pub fn rebuild(&self, space: &Arc<Space>) -> oneshot::Receiver<Result<()>> {
        let (done, over) = oneshot::channel();
        self.tasks().rebuild.push_back((space.clone(), done));
        self.bell.notify_one();
        over
    }

    /// Asks for forgotten records to be taken out of the segments; told when it is over.
    pub fn purge(&self, space: &Arc<Space>, gone: Vec<Seq>) -> oneshot::Receiver<Result<()>> {
        let (done, over) = oneshot::channel();
        self.tasks().purge.push_back((space.clone(), gone, done));
        self.bell.notify_one();
        over
    }

    /// Asks for the files of a space to be sealed under its key of now; told when it is over.
    pub fn reseal(&self, space: &Arc<Space>) -> oneshot::Receiver<Result<()>> {
        let (done, over) = oneshot::channel();
        self.tasks().reseal.push_back((space.clone(), done));
        self.bell.notify_one();
        over
    }

    /// A space has something to move; `hurry` when it is a whole batch.
    pub fn dirty(&self, ns: NsId, space: &Arc<Space>, hurry: bool) {
        let mut tasks = self.tasks();
        let first = !tasks.dirty.contains_key(&ns);
        if first {
            tasks.dirty.insert(ns, (space.clone(), Instant::now()));
        }
        if first || (hurry && !tasks.hurry) {
            tasks.hurry |= hurry;
            self.bell.notify_one();
        }
    }

    /// Somebody waits for something else than batches: with writers that never pause there is always
    /// another batch.
    fn is_wanted(&self) -> bool {
        let tasks = self.tasks();
        let others = tasks.open.len() + tasks.rebuild.len() + tasks.purge.len();
        tasks.stop || others + tasks.reseal.len() > 0
    }

    pub fn stop(&self) {
        self.tasks().stop = true;
        self.bell.notify_all();
    }

    fn next(&self, every: Duration) -> Task {
        let mut tasks = self.tasks();
        loop {
            if tasks.stop {
                return Task::Stop;
            }
            if let Some(space) = tasks.open.pop_front() {
                return Task::Open(space);
            }
            if let Some((space, done)) = tasks.rebuild.pop_front() {
                return Task::Rebuild(space, done);
            }
            if let Some((space, gone, done)) = tasks.purge.pop_front() {
                return Task::Purge(space, gone, done);
            }
            if let Some((space, done)) = tasks.reseal.pop_front() {
                return Task::Reseal(space, done);
            }
            let oldest = tasks.dirty.values().map(|(_, since)| since.elapsed()).max();
            match oldest {
                Some(age) if age >= every || tasks.hurry => {
                    tasks.hurry = false;
                    return Task::Flush(tasks.dirty.drain().map(|(_, (space, _))| space).collect());
                }
                Some(age) => {
                    let waited = self.bell.wait_timeout(tasks, every.saturating_sub(age));
                    tasks = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
                None => {
                    tasks = self
                        .bell
                        .wait(tasks)
                        .unwrap_or_else(PoisonError::into_inner)
                }
            }
        }
    }
}

/// The thread. `moved` is told after each batch.
pub fn run(desk: &Desk, settings: &Settings, moved: impl Fn(&Arc<Space>)) {
    // Whoever answers a caller goes first. The threads that write and merge segments are started
    // from here and stand behind as well.
    let _ = rustix::process::nice(5);
    let every = Duration::from_millis(settings.follow_ms);
    let mut recent: VecDeque<Arc<Space>> = VecDeque::new();
    let trouble = Spell::default();
    loop {
        match desk.next(every) {
            Task::Stop => return,
            Task::Open(space) => space.open(),
            Task::Rebuild(space, done) => {
                // Whoever asked may have gone away; the index is as good without them.
                let _ = done.send(space.rebuild());
            }
            Task::Purge(space, gone, done) => {
                let _ = done.send(space.purge(&gone));
            }
            Task::Reseal(space, done) => {
                let _ = done.send(space.reseal());
            }
            Task::Flush(spaces) => {
                for space in spaces {
                    flush(desk, &space, &moved, &trouble);
                    keep_few_writers(&mut recent, space, settings.open_writers);
                }
            }
        }
    }
}

/// A disk that is full stays so for a while: trouble is told when it begins and when it is over.
fn flush(desk: &Desk, space: &Arc<Space>, moved: &impl Fn(&Arc<Space>), trouble: &Spell) {
    space.open();
    if !space.is_open() {
        if trouble.failed() {
            tracing::error!("an index could not be opened; trying again");
        }
        std::thread::sleep(AFTER_FAILURE);
        return desk.dirty(space.ns(), space, false);
    }
    loop {
        let more = space.flush();
        moved(space);
        match more {
            Ok(true) if !desk.is_wanted() => {}
            Ok(more) => {
                if more {
                    desk.dirty(space.ns(), space, true);
                }
                if let Some(failed) = trouble.ended() {
                    tracing::info!(failed, "the index takes batches again");
                }
                return;
            }
            Err(error) => {
                // What cannot be written to is derived: make it again, from the journal.
                if trouble.failed() {
                    tracing::error!(%error, "the index could not take a batch; making it again");
                }
                std::thread::sleep(AFTER_FAILURE);
                if let Err(error) = space.rebuild() {
                    tracing::debug!(%error, "the index could not be made again");
                }
                desk.dirty(space.ns(), space, false);
                return;
            }
        }
    }
}

/// Writers hold memory: only the most recently used keep theirs.
fn keep_few_writers(recent: &mut VecDeque<Arc<Space>>, space: Arc<Space>, keep: usize) {
    recent.retain(|known| !Arc::ptr_eq(known, &space));
    if space.has_writer() {
        recent.push_back(space);
    }
    while recent.len() > keep {
        if let Some(Err(error)) = recent.pop_front().map(|space| space.rest()) {
            tracing::warn!(%error, "an index writer did not close cleanly");
        }
    }
}
