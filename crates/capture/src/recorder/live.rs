//! One recording that goes on: a single task that owns it from the first command to the last.
//!
//! It takes what the peer said in the order it was said. A step is recorded once the journal has
//! it; its rows and pictures follow. The peer's stream is read by a task of its own, so nothing
//! here can slow it down.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use mneme_model::archive::{Command, Session, Step};
use mneme_wire::ipc::Notice;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::gathering::gone;
use super::metadata::Story;
use super::notices::{Hub, Outbox};
use super::pictures::Outcome;
use super::{Inner, Result, on_disk, steps, write_failed};
use crate::files;
use crate::frames::eyes::{Health, Place};
use crate::signals;
use crate::sources::{Heard, Watch};

/// Commands taken into the journal in one go.
const AT_ONCE: usize = 256;
/// How often a step is tried again when the journal cannot take it.
const TRIES: u32 = 5;

/// What the task of a recording can be told.
pub enum Order {
    Attach(Outbox),
    /// Whoever asks is answered, and told nothing more.
    Done(Outbox, oneshot::Sender<Result<u32>>),
    /// For everybody but whoever asked, who is answered.
    Tell(Outbox, Box<Notice>),
    /// Something of it was forgotten.
    Forget(oneshot::Sender<Result<()>>),
    /// The registry lost its record: it is to be written again. Answers whether it was.
    List(oneshot::Sender<bool>),
    Interrupt(oneshot::Sender<()>),
}

/// How others reach the task.
#[derive(Clone)]
pub struct Handle {
    pub orders: mpsc::Sender<Order>,
    /// No model answers for it.
    pub degraded: bool,
    /// Its peer was heard.
    pub begun: bool,
    /// Why its peer is not heard now.
    pub trouble: Option<String>,
}

/// A recording and everything that belongs to it while it goes on.
pub struct Live {
    pub inner: Arc<Inner>,
    pub session: Session,
    pub dir: PathBuf,
    pub story: Story,
    pub hub: Hub,
    pub watch: Watch,
    /// The capture peer, if there is one.
    pub eyes: Option<Place>,
    /// Whether it is there.
    health: Option<tokio::sync::watch::Receiver<Health>>,
    /// It did not answer when the end came: no picture is waited for.
    pub blind: bool,
    /// Pictures asked for and not heard of.
    pub awaited: usize,
    /// Whether rows are missing in the files that the journal has.
    pub rows_behind: bool,
    /// Boxed: a queue has room for several from the start, in every recording.
    pub errands: mpsc::UnboundedSender<Box<Outcome>>,
    pub found: mpsc::UnboundedReceiver<Box<Outcome>>,
    /// What its record does not show yet, and when it was written.
    pub changes: u32,
    pub written: Instant,
}

/// Why the task of a recording ended.
pub enum End {
    Done(Outbox, oneshot::Sender<Result<u32>>),
    Interrupted(oneshot::Sender<()>),
    Lost(String),
}

// === impl Handle ===

impl Handle {
    pub fn new(orders: mpsc::Sender<Order>) -> Self {
        Self {
            orders,
            degraded: false,
            begun: false,
            trouble: None,
        }
    }

    pub async fn interrupt(self) {
        let (told, ended) = oneshot::channel();
        if self.orders.send(Order::Interrupt(told)).await.is_ok() {
            let _ = ended.await;
        }
    }
}

// === impl Live ===

impl Live {
    pub fn new(inner: Arc<Inner>, session: Session, story: Story, watch: Watch) -> Self {
        let (errands, found) = mpsc::unbounded_channel();
        let eyes = inner.eyes_of(&session);
        let health = eyes.as_ref().map(|place| {
            let every = inner.parts.settings.the_eyes_poll;
            inner.parts.eyes.liveness(place, every)
        });
        Self {
            eyes,
            health,
            blind: false,
            dir: super::dir(&session),
            inner,
            session,
            story,
            hub: Hub::default(),
            watch,
            awaited: 0,
            rows_behind: false,
            errands,
            found,
            changes: 1,
            written: Instant::now(),
        }
    }

    /// Goes on until it is told to end or the peer does. What happens now and then is boxed: a
    /// recording that waits is as large as the largest thing it may be doing.
    pub async fn run(mut self, mut orders: mpsc::Receiver<Order>) {
        let end = loop {
            let due = self.due();
            tokio::select! {
                biased;
                Some(order) = orders.recv() => {
                    if let Some(end) = Box::pin(self.ordered(order)).await {
                        break end;
                    }
                }
                Some(outcome) = self.found.recv() => Box::pin(self.seen(vec![*outcome])).await,
                heard = self.watch.next() => {
                    if let Some(end) = Box::pin(self.told(heard, &mut orders)).await {
                        break end;
                    }
                }
                down = gone(&mut self.health) => break End::Lost(down),
                () = tokio::time::sleep_until(due) => Box::pin(self.catch_up()).await,
            }
        };
        Box::pin(self.end(end, orders)).await;
    }

    /// What the peer said, or that it cannot be heard; the end, if that is one.
    async fn told(&mut self, heard: Heard, orders: &mut mpsc::Receiver<Order>) -> Option<End> {
        match heard.may_pass() {
            true => self.reconnect(&heard, orders).await,
            false => self.heard(heard).await.err().map(End::Lost),
        }
    }

    /// Does as it is told; the end, if it was told to end.
    pub async fn ordered(&mut self, order: Order) -> Option<End> {
        match order {
            Order::Attach(outbox) => self.hub.attach(outbox),
            Order::Tell(asker, notice) => self.hub.tell_others(&asker, *notice),
            Order::Forget(answer) => {
                let _ = answer.send(self.forget().await);
            }
            Order::List(answer) => {
                let _ = answer.send(self.list().await);
            }
            Order::Done(asker, answer) => return Some(End::Done(asker, answer)),
            Order::Interrupt(answer) => return Some(End::Interrupted(answer)),
        }
        None
    }

    /// Takes what the peer said; the error is why the recording cannot go on.
    pub async fn heard(&mut self, heard: Heard) -> Result<(), String> {
        match heard {
            Heard::Command(first) => {
                let commands = self.with_what_waits(*first);
                self.take(commands).await
            }
            Heard::Heartbeat { agent_version, .. } => {
                self.note_agent(&agent_version);
                Ok(())
            }
            last => Err(last.reason().unwrap_or_default()),
        }
    }

    /// Whatever is there already goes along: one commit for all of it.
    fn with_what_waits(&mut self, first: Command) -> Vec<Command> {
        let mut commands = vec![first];
        while commands.len() < AT_ONCE
            && let Some(command) = self.watch.waiting()
        {
            commands.push(command);
        }
        commands
    }

    async fn take(&mut self, commands: Vec<Command>) -> Result<(), String> {
        let mut taken: Vec<(Step, Command)> = Vec::with_capacity(commands.len());
        for command in commands {
            self.note_agent(&command.agent_version);
            if command.action() == mneme_model::archive::Action::Position {
                signals::POSITIONS.add(1);
                continue;
            }
            let already = u32::try_from(taken.len()).unwrap_or(u32::MAX);
            let step = steps::taken(&command, self.story.total() + already + 1);
            taken.push((step, command));
        }
        if taken.is_empty() {
            return Ok(());
        }
        let began = Instant::now();
        self.append(&mut taken).await?;
        signals::STEP_TOOK.observe(began.elapsed(), taken.len() as u64);
        self.write_rows(&taken).await;
        for (step, command) in taken {
            self.captured(step, &command).await;
        }
        self.count();
        Ok(())
    }

    /// Into the journal: from here on the steps are recorded.
    async fn append(&mut self, taken: &mut [(Step, Command)]) -> Result<(), String> {
        let now_ms = self.inner.now_ms();
        let drafts: Vec<_> = taken
            .iter()
            .map(|(step, command)| steps::draft(&self.session, step, command, now_ms))
            .collect();
        let appended = self.append_drafts(drafts).await?;
        for ((step, _), appended) in taken.iter_mut().zip(appended) {
            step.event_offset = Some(appended.seq);
        }
        Ok(())
    }

    pub async fn append_drafts(
        &self,
        drafts: Vec<mneme_journal::Draft>,
    ) -> Result<Vec<mneme_journal::Appended>, String> {
        let parts = &self.inner.parts;
        let mut tried = 0;
        loop {
            let (ns, origin) = (self.inner.namespace.clone(), self.inner.origin());
            match parts.journal.append(ns, origin, drafts.clone()).await {
                Ok(appended) => {
                    (parts.stir)();
                    return Ok(appended);
                }
                Err(error) if tried + 1 == TRIES => return Err(format!("storage error: {error}")),
                Err(error) => {
                    tracing::error!(target: "ma_core::storage", session_id = self.session.id(), %error, "a step could not be written; trying again");
                    signals::APPENDS_RETRIED.add(1);
                    tokio::time::sleep(Duration::from_millis(200 << tried)).await;
                    tried += 1;
                }
            }
        }
    }

    /// One row of each file for each step. The journal has them: a disk that fails here costs
    /// nothing but another writing at the end.
    async fn write_rows(&mut self, taken: &[(Step, Command)]) {
        let (writer, rows) = (super::writer(&self.session), taken.to_vec());
        let append = move || {
            let mut rows = rows.iter();
            rows.try_for_each(|(step, command)| writer.append(step, command))
        };
        let written = on_disk(append).await;
        if let Err(error) = written.and_then(|done| done.map_err(write_failed)) {
            tracing::error!(target: "ma_core::storage", session_id = self.session.id(), %error, "rows are missing until the recording ends");
            signals::STORAGE_ERRORS.add(1);
            self.rows_behind = true;
            return;
        }
        if self.hub.is_watched() {
            for _ in taken {
                for name in files::COMMANDS {
                    self.tell_written(name);
                }
            }
        }
    }

    async fn captured(&mut self, step: Step, command: &Command) {
        signals::STEPS.add(1);
        signals::FAILED_COMMANDS.add(u64::from(!step.success));
        signals::SUSPECTS.add(u64::from(step.record_suspect.is_some()));
        let said = format!("Step {:04} captured", step.step_id);
        tracing::info!(
            target: "ma_core::capture",
            session_id = self.session.id(),
            action_type = step.action_type,
            step_id = step.step_id,
            upload_queued = false,
            "{said}"
        );
        self.send_for_pictures(&step, command).await;
        self.story.steps.push(step);
        self.changes += 1;
    }

    pub fn tell_written(&mut self, relative_path: &str) {
        if self.hub.is_watched() {
            self.hub.tell(Notice::FileWritten {
                session_id: self.session.id().to_owned(),
                relative_path: relative_path.to_owned(),
                abs_path: self.dir.join(relative_path).display().to_string(),
            });
        }
    }

    fn note_agent(&mut self, version: &str) {
        if !version.is_empty() && self.session.get("actuation_agent_version") != version {
            self.session.set("actuation_agent_version", version);
            self.changes += 1;
            self.count();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size_of_running<A, B, F>(_: fn(A, B) -> F) -> usize {
        size_of::<F>()
    }

    /// Thousands of them wait at a time, and queues have room for 32 from the start.
    #[test]
    fn a_recording_that_waits_is_small() {
        let (running, order) = (size_of_running(Live::run), size_of::<Order>());
        assert!(running <= 4_096, "{running}");
        assert!(order <= 64, "{order}");
    }
}
