//! Beginning to record, or joining those who watch.

use std::sync::Arc;

use mneme_model::Kind;
use mneme_model::archive::{Session, Status};
use mneme_wire::ipc::{Notice, Refusal, Trouble};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::live::{Handle, Live, Order};
use super::metadata::Standing;
use super::notices::{Hub, Outbox};
use super::{Inner, Recorder, Result, closing, dir, restore};
use crate::frames::eyes::Place;
use crate::signals;
use crate::sources::{Target, Watch, retry};

/// Orders a recording may be behind with.
const ORDERS: usize = 64;

// === impl Recorder ===

impl Recorder {
    /// Records from now on, and tells `outbox` about it. Asked again, it only tells one more.
    pub async fn watch(&self, id: &str, outbox: Outbox) -> Result<Session> {
        let session = self.inner.session(id).await?;
        if let Some(joined) = self.inner.join(id, &outbox).await {
            joined?;
            return Ok(session);
        }
        let status = session.status().unwrap_or(Status::Incomplete);
        if !status.is_capturing() {
            let message = format!("the session is {status}; only an active one can be recorded");
            return Err(Refusal::new(Trouble::Status, message));
        }
        if !dir(&session).is_dir() {
            let message = format!("{} is gone", session.get("memory_path"));
            return Err(Refusal::new(Trouble::DirMissing, message));
        }
        self.begin(session, outbox).await
    }

    async fn begin(&self, session: Session, outbox: Outbox) -> Result<Session> {
        let id = session.id().to_owned();
        let (orders, mut received) = mpsc::channel(ORDERS);
        if !self.inner.claim(&id, Handle::new(orders)) {
            // Somebody else was quicker by a moment.
            return match self.inner.join(&id, &outbox).await {
                Some(joined) => joined.map(|()| session),
                None => Err(Refusal::new(Trouble::WatchStart, "it has just ended")),
            };
        }
        let mut late = Vec::new();
        let began = self
            .inner
            .open_unless_told(session, outbox, &mut received, &mut late);
        let (refusal, told) = match began.await {
            Ok(mut live) => {
                late.into_iter().for_each(|outbox| live.hub.attach(outbox));
                let session = live.session.clone();
                tokio::spawn(live.run(received));
                return Ok(session);
            }
            Err(Unbegun::Refused(refusal)) => (refusal, None),
            Err(Unbegun::Told(order)) => (self.inner.cut_short(&id), Some(order)),
        };
        // From here on nobody joins what does not begin.
        drop(received);
        tell_failed(late, &id, &refusal);
        if told.is_none() {
            self.inner.could_not_start(&id).await;
        }
        self.inner.forget_live(&id);
        if let Some(Order::Interrupt(answer)) = told {
            let _ = answer.send(());
        }
        Err(refusal)
    }
}

/// Why a recording did not begin.
enum Unbegun {
    Refused(Refusal),
    /// It was ended before it began.
    Told(Order),
}

/// Those who wanted to watch something that did not begin.
fn tell_failed(late: Vec<Outbox>, id: &str, refusal: &Refusal) {
    let mut hub = Hub::default();
    late.into_iter().for_each(|outbox| hub.attach(outbox));
    hub.tell(Notice::SessionFailed {
        session_id: id.to_owned(),
        reason: refusal.message.clone(),
    });
}

// === impl Inner ===

impl Inner {
    /// Tells one more watcher of a recording that goes on here; `None` if it does not.
    async fn join(&self, id: &str, outbox: &Outbox) -> Option<Result<()>> {
        let handle = self.live().get(id).cloned()?;
        let sent = handle.orders.send(Order::Attach(outbox.clone())).await;
        Some(sent.map_err(|_| Refusal::new(Trouble::WatchStart, "it has just ended")))
    }

    fn claim(&self, id: &str, handle: Handle) -> bool {
        let mut live = self.live();
        if live.contains_key(id) {
            return false;
        }
        live.insert(id.to_owned(), handle);
        signals::ACTIVE.set(live.len() as u64);
        true
    }

    pub fn forget_live(&self, id: &str) {
        let mut live = self.live();
        if live.remove(id).is_some_and(|handle| handle.degraded) {
            signals::DEGRADED.sub(1);
        }
        signals::ACTIVE.set(live.len() as u64);
    }

    /// The same as [`Inner::open_live`], given up as soon as somebody wants it ended: a peer that
    /// does not answer holds nobody up.
    async fn open_unless_told(
        self: &Arc<Self>,
        session: Session,
        outbox: Outbox,
        orders: &mut mpsc::Receiver<Order>,
        late: &mut Vec<Outbox>,
    ) -> Result<Live, Unbegun> {
        let mut opening = Box::pin(self.open_live(session, outbox));
        loop {
            tokio::select! {
                biased;
                opened = &mut opening => return opened.map_err(Unbegun::Refused),
                Some(order) = orders.recv() => match order {
                    Order::Attach(outbox) => late.push(outbox),
                    Order::Done(..) | Order::Interrupt(_) => return Err(Unbegun::Told(order)),
                    // Nothing is recorded that could be forgotten or told about.
                    Order::Tell(..) | Order::Forget(_) | Order::List(_) => {}
                },
            }
        }
    }

    fn cut_short(&self, id: &str) -> Refusal {
        let trouble = self
            .live()
            .get(id)
            .and_then(|handle| handle.trouble.clone());
        let why = trouble.unwrap_or_else(|| "the actuation peer had not answered yet".to_owned());
        Refusal::new(
            Trouble::WatchStart,
            format!("it was ended before it began: {why}"),
        )
    }

    /// Why the peer of a recording is not heard, for whoever asks how it stands.
    pub fn note_trouble(&self, id: &str, why: Option<String>) {
        if let Some(handle) = self.live().get_mut(id) {
            handle.trouble = why;
        }
    }

    fn has_begun(&self, id: &str) {
        if let Some(handle) = self.live().get_mut(id) {
            (handle.begun, handle.trouble) = (true, None);
        }
    }

    /// Connects, reads what was recorded before, and says that it begins.
    async fn open_live(self: &Arc<Self>, mut session: Session, outbox: Outbox) -> Result<Live> {
        let watch = self.connect(&session).await?;
        session.set("actuation_server_version", watch.server.version.clone());
        session.set("actuation_transport", watch.transport.name());
        self.parts.instance.sign(&mut session.fields);
        let story = restore::story(self, &session).await?;
        let mut live = Live::new(self.clone(), session, story, watch);
        if live.eyes.is_none() {
            tracing::warn!(target: "ma_core::capture", session_id = live.session.id(), "no capture peer is known: steps have no pictures");
        }
        live.hub.attach(outbox);
        live.write_record(Standing::Capturing).await;
        live.count();
        let began = closing::boundary(&live.session, Kind::SessionStart, "began", self.now_ms());
        if let Err(error) = live.append_drafts(vec![began]).await {
            return Err(Refusal::new(Trouble::WatchStart, error));
        }
        self.has_begun(live.session.id());
        Ok(live)
    }

    /// Transient trouble is tried again for a while; what will not change is told at once.
    async fn connect(&self, session: &Session) -> Result<Watch> {
        let target = self.target(session);
        let until = Instant::now() + self.parts.settings.connect;
        let mut attempt = 0;
        loop {
            attempt += 1;
            let error = match self.parts.sources.watch(&target).await {
                Ok(watch) => return Ok(watch),
                Err(error) => error,
            };
            self.note_trouble(session.id(), Some(error.to_string()));
            let wait = retry::wait_after(attempt).filter(|wait| Instant::now() + *wait < until);
            match wait.filter(|_| error.may_pass()) {
                Some(wait) => tokio::time::sleep(wait).await,
                None => {
                    tracing::warn!(target: "ma_core::capture::stream", session_id = session.id(), %error, "no stream");
                    return Err(Refusal::new(Trouble::WatchStart, error.to_string()));
                }
            }
        }
    }

    /// The capture peer of a recording, if there is one.
    pub fn eyes_of(&self, session: &Session) -> Option<Place> {
        let mut place = self.parts.settings.the_eyes.clone();
        if !session.get("the_eyes_addr").is_empty() {
            place.base = session.get("the_eyes_addr").to_owned();
        }
        Some(place).filter(|place| !place.base.is_empty())
    }

    /// The actuation peer of this recording.
    pub fn target(&self, session: &Session) -> Target {
        let mut target = self.parts.settings.control_center.clone();
        if !session.get("actuation_server_addr").is_empty() {
            target.address = session.get("actuation_server_addr").to_owned();
        }
        target
    }

    async fn could_not_start(&self, id: &str) {
        signals::LOST.add(1);
        if let Err(error) = restore::lost(self, id).await {
            tracing::warn!(target: "ma_core::capture", session_id = id, %error, "a session that could not start is still listed as active");
        }
    }
}
