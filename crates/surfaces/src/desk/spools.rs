//! The spools of this store: what hooks could not deliver is taken in before anybody forgets.
//! Else it would come in afterwards, and nobody would have been shown it.

use std::io;
use std::path::PathBuf;

use mneme_engine::Forget;
use mneme_model::Door;
use mneme_wire::Fault;
use mneme_wire::shapes::{EventRequest, IngestRequest};
use tokio::sync::Mutex;

use super::owed::Owing;
use super::{Desk, fault, local_caller};
use crate::spool::{self, aside};

/// A directory of spools, and which of its files are meant for this store.
#[derive(Debug)]
pub struct Place {
    pub dir: PathBuf,
    pub names: Vec<String>,
    /// What a later hook will bring to our notebook by itself. Nobody else takes it in.
    pub brought: Vec<String>,
}

/// One round at a time: whoever comes second waits until the first has taken everything in.
#[derive(Debug, Default)]
pub struct Spools {
    places: Vec<Place>,
    turn: Mutex<()>,
    pub(super) owing: Owing,
}

// === impl Spools ===

impl Spools {
    pub fn new(places: Vec<Place>) -> Self {
        Self {
            places,
            ..Self::default()
        }
    }
}

// === impl Place ===

impl Place {
    /// Files of lines nobody takes in from here.
    fn aside(&self) -> Vec<PathBuf> {
        let names = self.names.iter().chain(&self.brought);
        let refused = names.map(|name| aside::path(&self.dir, name));
        let brought = self.brought.iter().map(|name| self.dir.join(name));
        refused.chain(brought).collect()
    }
}

// === impl Desk ===

impl Desk {
    /// Takes in what waits. What cannot be taken in just now waits on; that is only logged, as
    /// nobody who forgets is helped by an error.
    pub async fn take_in_spools(&self) {
        let _turn = self.spools.turn.lock().await;
        for place in self.spools.places.iter().filter(|place| place.dir.is_dir()) {
            match self.take_in(place).await {
                Ok(drained) if drained.events + drained.bad > 0 => {
                    let spool::Drained { events, bad, .. } = drained;
                    tracing::info!(events, bad, "a spool was taken in");
                }
                Ok(_) => {}
                Err(error) => tracing::warn!(%error, "a spool could not be read; trying again"),
            }
        }
    }

    async fn take_in(&self, place: &Place) -> io::Result<spool::Drained> {
        let names: Vec<&str> = place.names.iter().map(String::as_str).collect();
        spool::drain(&place.dir, &names, |events| self.take_in_events(events)).await
    }

    /// What was forgotten meanwhile stays forgotten.
    async fn take_in_events(&self, events: Vec<EventRequest>) -> Result<(), Fault> {
        let request = IngestRequest {
            events,
            imported: true,
            hooked: true,
            ..IngestRequest::default()
        };
        let caller = local_caller(Door::Control);
        let taken = self.ingest(&caller, request).await;
        taken.map(drop).map_err(|error| fault(&error))
    }

    /// How many lines that nobody takes in from here name what is to go; with `now` they go.
    pub(crate) async fn lines_aside(&self, namespace: &str, wish: &Forget, now: bool) -> u64 {
        let own = local_caller(Door::Control).namespace;
        if namespace != own && namespace != self.notebook.namespace {
            return 0;
        }
        let _turn = self.spools.turn.lock().await;
        let named = aside::Named {
            ids: wish.ids.clone(),
            session: wish.session.clone(),
            agent: wish.agent.clone(),
            all: wish.all,
        };
        let mut lines = 0;
        for place in &self.spools.places {
            for file in place.aside() {
                let named = named.clone();
                let looked = move || aside::look(&file, &named, now);
                match spool::blocking(looked).await {
                    Ok(found) => lines += found as u64,
                    Err(error) => tracing::warn!(%error, "refused lines could not be looked at"),
                }
            }
        }
        lines
    }
}
