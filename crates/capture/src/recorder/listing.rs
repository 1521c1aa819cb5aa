//! Keeping recordings listed: a registry may lose what it knew, and a recorder ends before
//! everything it registered was begun.

use std::collections::HashSet;

use mneme_model::archive::{Session, Status};
use tokio::sync::oneshot;

use super::live::{Live, Order};
use super::{Inner, Result, registry};
use crate::sessions::sweep::WAITING;
use crate::sessions::{Change, Error, Fields, Move};

// === impl Inner ===

impl Inner {
    /// The record of a recording. One that goes on here has a record: where it was lost, it is
    /// written again.
    pub async fn found(&self, id: &str) -> Result<Option<Session>> {
        let found = self.parts.registry.get(id).await.map_err(registry)?;
        if found.is_some() || !self.list_one_again(id).await {
            return Ok(found);
        }
        self.parts.registry.get(id).await.map_err(registry)
    }

    /// Every recording that goes on here, listed again where the registry lost it.
    pub async fn list_again(&self) {
        let ids: Vec<String> = self.live().keys().cloned().collect();
        for id in ids {
            match self.parts.registry.get(&id).await {
                Ok(None) => {
                    self.list_one_again(&id).await;
                }
                Ok(Some(_)) => {}
                Err(error) => {
                    tracing::warn!(target: "ma_core::capture", session_id = id, %error, "nobody can say whether a recording is still listed");
                }
            }
        }
    }

    /// Whether it goes on here and is listed now.
    async fn list_one_again(&self, id: &str) -> bool {
        let Some(handle) = self.live().get(id).cloned() else {
            return false;
        };
        let (answer, listed) = oneshot::channel();
        let sent = handle.orders.send(Order::List(answer)).await;
        sent.is_ok() && listed.await.is_ok_and(|listed| listed)
    }

    /// Recordings that were registered here and not begun wait for the next recorder.
    pub async fn hand_on(&self, begun: &HashSet<String>) -> Result<()> {
        let (mut from, mut ours) = (None, Vec::new());
        loop {
            let walk = self.parts.registry.walk(Status::Active, from.as_deref());
            let chunk = walk.await.map_err(registry)?;
            let waits = |one: &&Session| {
                one.get("owner_instance") == self.parts.instance.id && !begun.contains(one.id())
            };
            ours.extend(chunk.sessions.iter().filter(waits).map(waiting));
            from = chunk.next;
            if from.is_none() {
                break;
            }
        }
        if !ours.is_empty() {
            let set = self.parts.registry.set(&ours).await;
            set.map_err(registry)?;
        }
        Ok(())
    }

    pub async fn turn_of(&self, id: &str, turn: Move) -> Result<(), Error> {
        self.parts.registry.turn(id, turn).await.map(drop)
    }
}

fn waiting(session: &Session) -> Change {
    let mut fields = Fields::new();
    fields.insert("owner_instance".into(), WAITING.into());
    let id = session.id().to_owned();
    Change { id, fields }
}

// === impl Live ===

impl Live {
    /// Writes the record again; whether there is one then.
    pub async fn list(&self) -> bool {
        let mut session = self.session.clone();
        session.fields.extend(self.counters());
        let degraded = self
            .inner
            .live()
            .get(session.id())
            .is_some_and(|h| h.degraded);
        let status = match degraded {
            true => Status::ReasoningDegraded,
            false => Status::Active,
        };
        session.set("status", status.name());
        match self.inner.parts.registry.register(&session).await {
            Ok(()) => {
                tracing::warn!(target: "ma_core::capture", session_id = session.id(), "the registry had lost a recording that goes on; it is listed again");
                true
            }
            Err(Error::Exists(_)) => true,
            Err(error) => {
                tracing::warn!(target: "ma_core::capture", session_id = session.id(), %error, "a recording that goes on is not listed");
                false
            }
        }
    }

    /// Moves it on, also where the registry does not know it any more.
    pub async fn turn(&self, turn: Move) -> Result<(), Error> {
        let turned = self.inner.turn_of(self.session.id(), turn.clone()).await;
        match turned {
            Err(Error::NoSuchSession(_)) if self.list().await => {
                self.inner.turn_of(self.session.id(), turn).await
            }
            turned => turned,
        }
    }
}
