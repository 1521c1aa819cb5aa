//! The pictures of a recording that goes on: sent for, awaited, and written into their steps.

use std::sync::Arc;

use mneme_model::archive::{Command, SkippedFetch, Step};
use tokio::time::{Duration, Instant};

use super::live::Live;
use super::metadata::Story;
use super::pictures::{self, Errand, Outcome};
use super::{Inner, on_disk, steps};
use crate::frames::eyes::{Health, Place};
use crate::frames::timing;
use crate::signals;

/// How long a picture may be behind the one before it, of a peer that is not there.
const A_LITTLE: Duration = Duration::from_secs(2);

/// Waits until the capture peer is down, and says so.
pub async fn gone(health: &mut Option<tokio::sync::watch::Receiver<Health>>) -> String {
    while let Some(health) = health {
        let now = health.borrow_and_update().clone();
        if let Health::Down(why) = now {
            return format!("transport error: The-Eyes is down: {why}");
        }
        if health.changed().await.is_err() {
            // Nobody looks any more: then nobody can say.
            break;
        }
    }
    std::future::pending().await
}

// === impl Live ===

impl Live {
    /// Pictures are somebody else's errand; why there are none is written at once.
    pub async fn send_for_pictures(&mut self, step: &Step, command: &Command) {
        let planned = timing::plan(command, &self.inner.parts.settings.delays);
        let (plan, eyes) = match (planned, self.eyes.clone()) {
            (Ok(plan), Some(eyes)) => (plan, eyes),
            (Ok(_), None) => return,
            (Err(_), _) => {
                let reason = pictures::none_for(command);
                // The step says itself that it failed: nothing is appended for it.
                self.story.missing.push(SkippedFetch {
                    step_id: step.step_id,
                    reason: reason.to_owned(),
                });
                return;
            }
        };
        self.awaited += 3;
        signals::FRAMES_PENDING.add(3);
        let errand = Errand {
            inner: self.inner.clone(),
            dir: self.dir.clone(),
            eyes,
            step: step.clone(),
            plan,
            found: self.errands.clone(),
        };
        errand.run();
    }

    /// Pictures that came, or did not.
    pub async fn seen(&mut self, mut outcomes: Vec<Outcome>) {
        while let Ok(more) = self.found.try_recv() {
            outcomes.push(*more);
        }
        self.awaited = self.awaited.saturating_sub(outcomes.len());
        signals::FRAMES_PENDING.sub(outcomes.len() as u64);
        outcomes = self.still_wanted(outcomes).await;
        let now_ms = self.inner.now_ms();
        let drafts = outcomes
            .iter()
            .map(|outcome| {
                let mut draft = pictures::draft(&self.session, outcome, now_ms);
                draft.body.tells_of = self.story.place_of(outcome.step_id).into_iter().collect();
                draft
            })
            .collect();
        if let Err(error) = self.append_drafts(drafts).await {
            tracing::error!(target: "ma_core::storage", session_id = self.session.id(), error, "where pictures are could not be written");
        }
        for outcome in outcomes {
            self.patch(outcome);
        }
    }

    /// Of a step that was forgotten meanwhile no picture is kept.
    async fn still_wanted(&self, outcomes: Vec<Outcome>) -> Vec<Outcome> {
        let (wanted, gone): (Vec<_>, Vec<_>) = outcomes
            .into_iter()
            .partition(|outcome| !self.is_forgotten(outcome.step_id));
        for stored in gone.into_iter().filter_map(|outcome| outcome.stored) {
            let path = self.dir.join(&stored.path);
            if let Ok(Err(error)) = on_disk(move || std::fs::remove_file(path)).await
                && error.kind() != std::io::ErrorKind::NotFound
            {
                tracing::error!(target: "ma_core::storage", session_id = self.session.id(), path = stored.path, %error, "the picture of a forgotten step could not be deleted");
            }
        }
        wanted
    }

    fn is_forgotten(&self, step_id: u32) -> bool {
        let place = usize::try_from(step_id).unwrap_or(0).wrapping_sub(1);
        self.story.steps.get(place).is_some_and(steps::is_forgotten)
    }

    fn patch(&mut self, outcome: Outcome) {
        let stored = outcome.stored.as_ref();
        if let Some(path) = stored.map(|stored| stored.path.clone()) {
            self.tell_written(&path);
        }
        let Story { steps, missing, .. } = &mut self.story;
        let place = usize::try_from(outcome.step_id)
            .unwrap_or(0)
            .wrapping_sub(1);
        if let Some(step) = steps.get_mut(place) {
            pictures::patch(step, missing, outcome);
        }
        self.changes += 1;
    }

    /// Waits for pictures that are on their way. A peer that does not even say that it is there is
    /// waited for only as long as pictures come.
    pub async fn gather(&mut self) {
        let until = Instant::now() + self.inner.parts.settings.drain;
        let mut absent = Box::pin(absent(self.inner.clone(), self.eyes.clone()));
        let mut asking = true;
        while self.awaited > 0 {
            let patience = match self.blind {
                true => until.min(Instant::now() + A_LITTLE),
                false => until,
            };
            tokio::select! {
                found = tokio::time::timeout_at(patience, self.found.recv()) => match found {
                    Ok(Some(outcome)) => {
                        self.blind &= outcome.stored.is_none();
                        self.seen(vec![*outcome]).await;
                    }
                    _ => break,
                },
                () = &mut absent, if asking => (self.blind, asking) = (true, false),
            }
        }
    }
}

/// Comes back if the capture peer does not say that it is there.
async fn absent(inner: Arc<Inner>, eyes: Option<Place>) {
    if let Some(eyes) = eyes
        && !inner.parts.eyes.answers(&eyes).await
    {
        return;
    }
    std::future::pending().await
}
