//! How a recording ends, whichever way.

use mneme_journal::Draft;
use mneme_model::archive::Turn;
use mneme_model::{Body, Kind, Moment, Role};
use mneme_wire::ipc::Notice;
use tokio::sync::mpsc;
use tokio::time::{Duration, Instant};

use super::live::{End, Live, Order};
use super::metadata::Standing;
use super::notices::Outbox;
use super::{Result, on_disk, pictures, registry, restore};
use crate::files::{self, Form, names};
use crate::frames::eyes::Place;
use crate::frames::kind;
use crate::signals;

/// How long the stream may be quiet before it counts as read to its end.
const QUIET: Duration = Duration::from_millis(150);
/// How long the last look at the screen may take.
const LAST_LOOK: Duration = Duration::from_secs(5);
/// How long it is read on after the end was asked for, however much it says.
const LAST_WORDS: Duration = Duration::from_secs(5);

impl Live {
    pub async fn end(mut self, end: End, mut orders: mpsc::Receiver<Order>) {
        let id = self.session.id().to_owned();
        match end {
            End::Done(asker, answer) => {
                let done = self.finish(&asker, &mut orders).await;
                if let Err(refusal) = &done {
                    self.left_open(&asker, &refusal.message);
                }
                self.inner.forget_live(&id);
                let _ = answer.send(done);
            }
            End::Interrupted(answer) => {
                self.write_record(Standing::Interrupted).await;
                self.count();
                let _ = answer.send(());
            }
            End::Lost(reason) => {
                self.lose(&reason).await;
                self.inner.forget_live(&id);
                answer_late_orders(&mut orders, &reason);
            }
        }
    }

    /// Everything received is recorded, its pictures are there or known to be missing, and the
    /// files have their final form; then the recording is over.
    async fn finish(&mut self, asker: &Outbox, orders: &mut mpsc::Receiver<Order>) -> Result<u32> {
        self.hear_last_words().await;
        self.gather().await;
        self.give_up_on_pictures();
        self.closing_picture().await;
        self.final_files(Standing::Complete).await?;
        let turn = self.turned(Turn::Done).await;
        self.turn(turn).await.map_err(registry)?;
        self.say_it_ended("ended").await;
        self.attach_late(orders);
        self.hub.leave(asker);
        signals::COMPLETED.add(1);
        let total_steps = self.story.total();
        self.hub.tell(Notice::SessionComplete {
            session_id: self.session.id().to_owned(),
            total_steps,
        });
        Ok(total_steps)
    }

    /// Its end could not be written, on a full disk for instance. What was recorded is kept, and
    /// `done` can be said again; whoever watches must not wait for an end that does not come.
    fn left_open(&mut self, asker: &Outbox, why: &str) {
        self.hub.leave(asker);
        self.hub.tell(Notice::SessionDisconnected {
            session_id: self.session.id().to_owned(),
            reason: format!("the recording could not be ended: {why}; say `done` again"),
        });
    }

    /// What the peer sent before it was asked to end is still on its way.
    async fn hear_last_words(&mut self) {
        let until = Instant::now() + LAST_WORDS;
        while Instant::now() < until {
            let Ok(heard) = tokio::time::timeout(QUIET, self.watch.next()).await else {
                return;
            };
            if heard.is_last() || self.heard(heard).await.is_err() {
                return;
            }
        }
    }

    fn give_up_on_pictures(&mut self) {
        if self.awaited == 0 || self.eyes.is_none() {
            return;
        }
        self.story.give_up_on_pictures();
        signals::FRAMES_PENDING.sub(self.awaited as u64);
        self.awaited = 0;
    }

    /// The last look at the screen.
    async fn closing_picture(&mut self) {
        let Some(eyes) = self.eyes.clone().filter(|_| !self.blind) else {
            return;
        };
        let asked = Instant::now();
        let fetched = tokio::time::timeout(LAST_LOOK, self.fetch_closing(&eyes)).await;
        let outcome = fetched.unwrap_or_else(|_| Err("no answer in time".to_owned()));
        let bytes = outcome.as_ref().ok().map(|stored| stored.len);
        signals::picture(bytes, asked.elapsed());
        match outcome {
            Ok(stored) => self.closed_with(stored).await,
            Err(error) => {
                tracing::warn!(target: "ma_core::capture", session_id = self.session.id(), error, "there is no closing picture");
            }
        }
    }

    async fn fetch_closing(&self, eyes: &Place) -> Result<pictures::Stored, String> {
        let now_ms = self.inner.now_ms();
        let fetched = self.inner.parts.eyes.closest(eyes, now_ms).await;
        let picture = fetched.map_err(|error| error.to_string())?;
        let kind = kind::kind(&picture.bytes).ok_or("it is no picture")?;
        let name = names::closing_frame(kind.extension());
        let bytes = pictures::checked(&self.inner, picture.bytes).await?;
        let object = pictures::put(&self.dir, name, bytes).await?;
        let media = kind.media_type().to_owned();
        Ok(pictures::stored(object, media, false, picture.found))
    }

    async fn closed_with(&mut self, stored: pictures::Stored) {
        let path = stored.path.clone();
        let outcome = pictures::Outcome {
            step_id: 0,
            which: pictures::Which::Closing,
            skipped: None,
            stored: Some(stored),
        };
        let draft = pictures::draft(&self.session, &outcome, self.inner.now_ms());
        if let Err(error) = self.append_drafts(vec![draft]).await {
            tracing::error!(target: "ma_core::storage", session_id = self.session.id(), error, "where the closing picture is could not be written");
        }
        self.tell_written(&path);
        self.story.closing = Some(path);
    }

    /// Arrays and record in their final form; rows that are missing are written first.
    async fn final_files(&mut self, standing: Standing) -> Result<()> {
        let writer = super::writer(&self.session);
        let done = on_disk(move || writer.finalize()).await?;
        if self.rows_behind || done.is_err() {
            restore::rows(&self.inner, &self.session, Form::Arrays).await?;
        }
        self.write_record(standing).await;
        for name in files::COMMANDS {
            self.tell_written(name);
        }
        Ok(())
    }

    /// The peer is gone and does not come back: what there is is kept, under a name that says so.
    async fn lose(&mut self, reason: &str) {
        let id = self.session.id().to_owned();
        tracing::warn!(target: "ma_core::capture", session_id = id, reason, "a recording was lost");
        self.gather().await;
        self.give_up_on_pictures();
        if let Err(error) = self.final_files(Standing::Incomplete).await {
            tracing::error!(target: "ma_core::storage", session_id = id, %error, "the files of a lost recording are not in order");
        }
        signals::LOST.add(1);
        let path = restore::set_aside(&self.dir).await;
        let path = path.unwrap_or_else(|| self.dir.clone());
        let turn = self.turned(Turn::Lost).await;
        let turn = turn.with("memory_path", path.display().to_string());
        if let Err(error) = self.turn(turn).await {
            tracing::error!(target: "ma_core::capture", session_id = id, %error, "the registry does not know that a recording was lost");
        }
        self.say_it_ended(reason).await;
        self.hub.tell(Notice::SessionDisconnected {
            session_id: id,
            reason: reason.to_owned(),
        });
    }

    async fn say_it_ended(&self, how: &str) {
        let draft = boundary(&self.session, Kind::SessionEnd, how, self.inner.now_ms());
        if let Err(error) = self.append_drafts(vec![draft]).await {
            tracing::warn!(target: "ma_core::storage", session_id = self.session.id(), error, "the end of a recording is not in the journal");
        }
    }

    /// Who came while the end was under way is told as well.
    fn attach_late(&mut self, orders: &mut mpsc::Receiver<Order>) {
        while let Ok(order) = orders.try_recv() {
            match order {
                Order::Attach(outbox) => self.hub.attach(outbox),
                Order::Done(_, answer) => {
                    let _ = answer.send(Ok(self.story.total()));
                }
                Order::Tell(asker, notice) => self.hub.tell_others(&asker, *notice),
                // Asked again once the recording is over.
                Order::Forget(_) | Order::List(_) => {}
                Order::Interrupt(answer) => {
                    let _ = answer.send(());
                }
            }
        }
    }
}

fn answer_late_orders(orders: &mut mpsc::Receiver<Order>, reason: &str) {
    while let Ok(order) = orders.try_recv() {
        match order {
            Order::Done(_, answer) => {
                let message = format!("the session was lost: {reason}");
                let lost = mneme_wire::ipc::Refusal::new(mneme_wire::ipc::Trouble::Status, message);
                let _ = answer.send(Err(lost));
            }
            Order::Interrupt(answer) => {
                let _ = answer.send(());
            }
            Order::Attach(_) | Order::Tell(..) | Order::Forget(_) | Order::List(_) => {}
        }
    }
}

/// The event that says a recording begins or ends.
pub fn boundary(
    session: &mneme_model::archive::Session,
    kind: Kind,
    how: &str,
    now_ms: i64,
) -> Draft {
    let name = session.get("memory_name");
    let which = kind.name();
    Draft {
        ext_id: format!("{}/{which}/{now_ms}", session.id()),
        kind,
        session: Some(session.id().to_owned()),
        agent: None,
        speaker: None,
        occurred: Moment::from_ms(now_ms),
        body: Body {
            text: format!("The recording \"{name}\" {how}."),
            role: Some(Role::System),
            ..Body::default()
        },
    }
}
