//! What is written down of a recording beside its steps: its record, and what the registry shows.

use std::time::Duration;

use mneme_model::archive::Turn;
use tokio::time::Instant;

use super::checkpoint::{self, Behind};
use super::live::Live;
use super::metadata::Standing;
use super::{on_disk, write_failed};
use crate::files;
use crate::sessions::{Fields, Move};
use crate::signals;

// === impl Live ===

impl Live {
    /// When something has to be written down that nobody asks for.
    pub fn due(&self) -> Instant {
        let never = Instant::now() + Duration::from_secs(3_600);
        match self.changes {
            0 => never,
            _ => self.written + self.inner.parts.settings.checkpoint_every,
        }
    }

    pub async fn catch_up(&mut self) {
        let settings = &self.inner.parts.settings;
        let behind = Behind {
            steps: self.story.total(),
            changes: self.changes,
            since: self.written.elapsed(),
        };
        if checkpoint::is_due(behind, settings.checkpoint_steps, settings.checkpoint_every) {
            self.write_record(Standing::Capturing).await;
        }
    }

    /// The record as it stands. A disk that fails is told; the journal has everything.
    pub async fn write_record(&mut self, standing: Standing) {
        signals::RECORDS_WRITTEN.add(1);
        let now = self.inner.now();
        let metadata = self.story.metadata(&self.session, standing, &now);
        let dir = self.dir.clone();
        let written = on_disk(move || files::metadata::write(&dir, &metadata)).await;
        match written.and_then(|done| done.map_err(write_failed)) {
            Ok(()) => self.tell_written(files::METADATA),
            Err(error) => {
                signals::STORAGE_ERRORS.add(1);
                tracing::error!(target: "ma_core::storage", session_id = self.session.id(), %error, "the record could not be written");
            }
        }
        (self.changes, self.written) = (0, Instant::now());
    }

    /// What the registry shows of a recording while it goes on. It is told soon; a registry that
    /// is away holds nobody up.
    pub fn count(&self) {
        for (field, value) in self.counters() {
            self.inner.counters.note(self.session.id(), &field, value);
        }
    }

    pub fn counters(&self) -> Fields {
        let told = [
            "actuation_agent_version",
            "actuation_server_version",
            "actuation_transport",
            "owner_pid",
            "owner_instance",
        ];
        let mut fields: Fields = told
            .map(|field| (field.to_owned(), self.session.get(field).to_owned()))
            .into();
        fields.insert("total_steps".into(), self.story.total().to_string());
        fields.insert("updated_at".into(), self.inner.now());
        fields
    }

    /// A turn that takes along what the registry was still to be told.
    pub async fn turned(&self, turn: Turn) -> Move {
        let waiting = self.inner.counters.take(self.session.id()).await;
        let fields = waiting.into_iter().chain(self.counters());
        let turn = Move::new(turn, self.inner.now_ms());
        fields.fold(turn, |turn, (field, value)| turn.with(&field, value))
    }
}
