//! Ending a recording on purpose.

use mneme_model::archive::{Session, Status, Turn};
use mneme_wire::ipc::{Notice, Refusal, Trouble};
use tokio::sync::oneshot;

use super::live::{Handle, Order};
use super::metadata::Standing;
use super::notices::Outbox;
use super::{Inner, Recorder, Result, dir, on_disk, registry, restore, write_failed};
use crate::files;
use crate::sessions::Move;
use crate::signals;

// === impl Recorder ===

impl Recorder {
    /// Ends a recording and gives the number of its steps. With `force`, what was lost is kept
    /// as if it had been ended.
    pub async fn done(&self, id: &str, force: bool, asker: &Outbox) -> Result<u32> {
        let found = self.inner.found(id).await?;
        let session = found
            .ok_or_else(|| Refusal::new(Trouble::NotFound, format!("there is no session {id}")))?;
        let running = self.inner.live().get(id).cloned();
        if let Some(handle) = running {
            let (answer, ended) = oneshot::channel();
            if handle
                .orders
                .send(Order::Done(asker.clone(), answer))
                .await
                .is_ok()
                && let Ok(done) = ended.await
            {
                return done;
            }
        }
        let turn = match session.status() {
            Some(Status::Incomplete) if force => Turn::Salvaged,
            _ => Turn::Done,
        };
        self.done_from_store(id, turn).await
    }

    /// Nobody records it: what is stored is what there is.
    async fn done_from_store(&self, id: &str, turn: Turn) -> Result<u32> {
        let inner = &self.inner;
        let session = inner.session(id).await?;
        let status = session.status().unwrap_or(Status::Incomplete);
        status
            .after(turn)
            .map_err(|refused| Refusal::new(Trouble::Status, refused.to_string()))?;
        let session = match turn {
            Turn::Salvaged => inner.under_its_own_name(session).await?,
            _ => session,
        };
        let story = restore::ended_story(inner, &session).await?;
        restore::in_order(inner, &session, &story, Standing::Complete).await?;
        let total = story.total();
        let turn = Move::new(turn, inner.now_ms())
            .with("total_steps", total.to_string())
            .with("memory_path", session.get("memory_path"));
        inner
            .parts
            .registry
            .turn(id, turn)
            .await
            .map_err(registry)?;
        signals::COMPLETED.add(1);
        Ok(total)
    }

    /// No model answers any more: people will have to write the reasoning.
    pub async fn degraded(&self, id: &str, first_step: u32, asker: &Outbox) -> Result<()> {
        if self.turn_if_capturing(id, Turn::Degraded).await? {
            let handle = self.inner.mark_degraded(id, true);
            if let Some(handle) = handle {
                let notice = Notice::ReasoningDegradedEvent {
                    session_id: id.to_owned(),
                    step_range_start: first_step,
                };
                // A recording that ends now has told its watchers already.
                let _ = handle
                    .orders
                    .send(Order::Tell(asker.clone(), Box::new(notice)))
                    .await;
            }
        }
        Ok(())
    }

    /// A model answers again.
    pub async fn reset(&self, id: &str) -> Result<()> {
        if self.turn_if_capturing(id, Turn::Reset).await? {
            self.inner.mark_degraded(id, false);
        }
        Ok(())
    }

    /// After capture ended neither means anything.
    async fn turn_if_capturing(&self, id: &str, turn: Turn) -> Result<bool> {
        let session = self.inner.session(id).await?;
        if !session.status().is_some_and(Status::is_capturing) {
            return Ok(false);
        }
        let turn = Move::new(turn, self.inner.now_ms());
        let turned = self.inner.parts.registry.turn(id, turn).await;
        turned.map_err(registry)?;
        Ok(true)
    }
}

// === impl Inner ===

impl Inner {
    /// What was kept after all is not incomplete any more: its directory does not say so either.
    async fn under_its_own_name(&self, mut session: Session) -> Result<Session> {
        let (at, name) = (dir(&session), session.get("memory_name").to_owned());
        let id = session.id().to_owned();
        let moved = on_disk(move || {
            // Renamed already, by somebody who was cut short before they could say so.
            let own = at.with_file_name(&name);
            match !at.is_dir() && files::metadata::read(&own).is_ok_and(|m| m.session_id == id) {
                true => Ok(own),
                false => files::unmark(&at, &name),
            }
        });
        let path = moved.await?.map_err(write_failed)?;
        session.set("memory_path", path.display().to_string());
        Ok(session)
    }

    /// Whether models answer for a recording that goes on here; gives the way to it.
    fn mark_degraded(&self, id: &str, degraded: bool) -> Option<Handle> {
        let mut live = self.live();
        let handle = live.get_mut(id)?;
        match (handle.degraded, degraded) {
            (false, true) => signals::DEGRADED.add(1),
            (true, false) => signals::DEGRADED.sub(1),
            _ => {}
        }
        handle.degraded = degraded;
        Some(handle.clone())
    }
}
