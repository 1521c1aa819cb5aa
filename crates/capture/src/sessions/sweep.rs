//! Putting right what a crash left behind, before anybody is let in, and removing what has had
//! its time. What to do with a recording is decided in [`decide`]; the rest carries it out.

mod decide;
#[cfg(test)]
mod tests;

use std::io;
use std::sync::Arc;

use mneme_model::archive::{Session, Status, Turn};
use tokio::task::{JoinError, JoinSet, spawn_blocking};

use super::{Change, Error, Fields, Mended, Move, Owners, Registry, Result};

pub use decide::{
    ANNOTATOR, Action, LOCAL, ORIGIN, OnDisk, REMOTE, Rules, WAITING, concerns, decide,
};

/// Where the files of recordings are. Calls may wait for the disk.
pub trait Shelf: Send + Sync {
    /// What its directory says of a recording.
    fn look(&self, session: &Session) -> OnDisk;

    /// Gives the directory the name of an incomplete one and says where it is now; nothing if
    /// there is none. Asked again after a crash, it says the same.
    fn set_aside(&self, session: &Session) -> io::Result<Option<String>>;

    /// Removes the directory, if it is this recording's.
    fn discard(&self, session: &Session) -> io::Result<()>;
}

/// What a sweep did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    pub mended: Mended,
    /// Finished recordings whose registry had not heard of it.
    pub restored: u64,
    /// Recordings whose recorder died.
    pub lost: u64,
    /// Recordings that were not begun, and are looked after again.
    pub adopted: u64,
    /// Annotations nobody sits at any more.
    pub put_back: u64,
    /// Recordings that had their time.
    pub removed: u64,
    /// What could not be done; the log says why, and the next sweep tries again.
    pub failed: u64,
}

#[derive(Clone)]
pub struct Sweeper {
    pub registry: Arc<dyn Registry>,
    pub shelf: Arc<dyn Shelf>,
    pub owners: Arc<Owners>,
    pub rules: Rules,
}

/// Recordings with a recorder.
const CAPTURING: [Status; 2] = [Status::Active, Status::ReasoningDegraded];
/// What is looked at again and again.
const ALWAYS: [Status; 3] = [Status::Annotating, Status::Complete, Status::Incomplete];

// === impl Sweeper ===

impl Sweeper {
    /// Everything, once, at the start.
    pub async fn at_start(&self) -> Result<Swept> {
        let mended = self.registry.mend().await?;
        let mut swept = Swept {
            mended,
            ..Swept::default()
        };
        self.all(&CAPTURING, &mut swept).await?;
        self.all(&ALWAYS, &mut swept).await?;
        tracing::info!(target: "ma_core::capture", ?swept, "sessions were swept");
        Ok(swept)
    }

    /// What can become true at any time, for a job that runs every minute.
    pub async fn again(&self) -> Result<Swept> {
        let mut swept = Swept::default();
        self.all(&ALWAYS, &mut swept).await?;
        Ok(swept)
    }

    async fn all(&self, statuses: &[Status], swept: &mut Swept) -> Result<()> {
        for status in statuses {
            let mut from = None;
            loop {
                let chunk = self.registry.walk(*status, from.as_deref()).await?;
                self.some(chunk.sessions, swept).await?;
                from = chunk.next;
                if from.is_none() {
                    break;
                }
            }
        }
        Ok(())
    }

    /// A chunk at once: a store commits it together, a server answers it in one go.
    async fn some(&self, mut sessions: Vec<Session>, swept: &mut Swept) -> Result<()> {
        sessions.retain(|session| concerns(session, &self.owners, self.rules));
        let mut doing = JoinSet::new();
        for (session, action) in self.decided(sessions).await? {
            let sweeper = self.clone();
            doing.spawn(async move { (action, sweeper.act(&session, action).await) });
        }
        while let Some(done) = doing.join_next().await {
            let (action, done) = done.map_err(broken)?;
            swept.count(action, done?);
        }
        Ok(())
    }

    async fn decided(&self, sessions: Vec<Session>) -> Result<Vec<(Session, Action)>> {
        let sweeper = self.clone();
        let look = move || {
            let each = sessions.into_iter().map(|session| {
                let on_disk = sweeper.shelf.look(&session);
                let action = decide(&session, on_disk, &sweeper.owners, sweeper.rules);
                (session, action)
            });
            each.collect()
        };
        spawn_blocking(look).await.map_err(broken)
    }

    /// Whether it was done. Only a registry that does not answer ends a sweep.
    async fn act(&self, session: &Session, action: Action) -> Result<bool> {
        match action {
            Action::Leave => Ok(false),
            Action::Turn(turn) => self.turn(session, Move::new(turn, self.rules.now_ms)).await,
            Action::GiveUp(turn) => {
                let mut by = Move::new(turn, self.rules.now_ms);
                match self
                    .on_shelf(session, |shelf, s| shelf.set_aside(s))
                    .await?
                {
                    Some(Some(path)) => by = by.with("memory_path", path),
                    Some(None) => (),
                    None => return Ok(false),
                }
                self.turn(session, by).await
            }
            Action::Adopt => {
                let set = self.registry.set(&[self.adopted(session)]).await?;
                Ok(set == [true])
            }
            Action::Remove => {
                let gone = self.on_shelf(session, |shelf, s| shelf.discard(s)).await?;
                match gone {
                    Some(()) => self.registry.remove(session.id()).await,
                    None => Ok(false),
                }
            }
        }
    }

    fn adopted(&self, session: &Session) -> Change {
        let mut fields = Fields::new();
        self.owners.me.sign(&mut fields);
        let id = session.id().to_owned();
        Change { id, fields }
    }

    /// Somebody else may have moved it on meanwhile: then it is theirs.
    async fn turn(&self, session: &Session, by: Move) -> Result<bool> {
        match self.registry.turn(session.id(), by).await {
            Ok(_) => Ok(true),
            Err(Error::Refused(_) | Error::NoSuchSession(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Nothing if the disk refused: the record stays as it is, for the next sweep.
    async fn on_shelf<T: Send + 'static>(
        &self,
        session: &Session,
        work: impl FnOnce(&dyn Shelf, &Session) -> io::Result<T> + Send + 'static,
    ) -> Result<Option<T>> {
        let (shelf, kept) = (self.shelf.clone(), session.clone());
        let done = spawn_blocking(move || work(shelf.as_ref(), &kept)).await;
        match done.map_err(broken)? {
            Ok(done) => Ok(Some(done)),
            Err(error) => {
                let session_id = session.id();
                tracing::warn!(target: "ma_core::storage", session_id, %error, "a sweep left a directory as it is");
                Ok(None)
            }
        }
    }
}

// === impl Swept ===

impl Swept {
    fn count(&mut self, action: Action, done: bool) {
        let counter = match action {
            Action::Leave => return,
            _ if !done => &mut self.failed,
            Action::Turn(turn) if decide::puts_back(turn) => &mut self.put_back,
            Action::Turn(Turn::Lost) | Action::GiveUp(_) => &mut self.lost,
            Action::Turn(_) => &mut self.restored,
            Action::Adopt => &mut self.adopted,
            Action::Remove => &mut self.removed,
        };
        *counter += 1;
    }
}

/// A panic in one task is a failure of the sweep, not of the process.
fn broken(error: JoinError) -> Error {
    Error::Store(mneme_store::Error::io(
        "finish",
        "a sweep",
        io::Error::other(error),
    ))
}
