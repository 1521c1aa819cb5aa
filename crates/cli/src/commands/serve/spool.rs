//! Taking in what hooks could not deliver while nobody served.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use mneme_model::Door;
use mneme_surfaces::desk::{Desk, fault, local_caller};
use mneme_surfaces::spool;
use mneme_wire::Fault;
use mneme_wire::shapes::{EventRequest, IngestRequest};
use tokio::sync::watch;

use crate::settings::default_data_dir;

/// How often the spool is looked at.
const EVERY: Duration = Duration::from_secs(2);

/// A directory of spools, and which of its files are meant for this server.
struct Spool {
    dir: PathBuf,
    names: Vec<String>,
}

/// Empties the spools of this server until told to stop.
pub async fn keep_empty(desk: Desk, spools: Spools, mut stopping: watch::Receiver<bool>) {
    loop {
        for spool in &spools.0 {
            spool.drain(&desk).await;
        }
        tokio::select! {
            () = tokio::time::sleep(EVERY) => {}
            _ = stopping.wait_for(|stop| *stop) => return,
        }
    }
}

pub struct Spools(Vec<Spool>);

// === impl Spools ===

impl Spools {
    /// Hooks that name no address leave their events beside the data; those that name one of
    /// ours, where the user's data usually is.
    pub fn of(data_dir: &Path, doors: &BTreeMap<String, String>) -> Self {
        let grpc = doors.get("grpc").and_then(|url| url.rsplit_once(':'));
        let grpc = grpc.map(|(_, port)| format!("grpc-{port}.jsonl"));
        let own = [Some(String::from("control.jsonl")), grpc.clone()];
        let mut spools = vec![Spool {
            dir: data_dir.join("spool"),
            names: own.into_iter().flatten().collect(),
        }];
        let usual = default_data_dir().ok().map(|dir| dir.join("spool"));
        let usual = usual.filter(|dir| *dir != spools[0].dir);
        if let (Some(dir), Some(name)) = (usual, grpc) {
            spools.push(Spool {
                dir,
                names: vec![name],
            });
        }
        Self(spools)
    }
}

// === impl Spool ===

impl Spool {
    async fn drain(&self, desk: &Desk) {
        if !self.dir.is_dir() {
            return;
        }
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let drained = spool::drain(&self.dir, &names, |events| take_in(desk, events)).await;
        match drained {
            Ok(drained) if drained.events + drained.bad > 0 => {
                tracing::info!(
                    events = drained.events,
                    bad = drained.bad,
                    "a spool was taken in"
                );
            }
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, "a spool could not be read; trying again"),
        }
    }
}

/// What was forgotten meanwhile stays forgotten.
async fn take_in(desk: &Desk, events: Vec<EventRequest>) -> Result<(), Fault> {
    let request = IngestRequest {
        events,
        imported: true,
        hooked: true,
        ..IngestRequest::default()
    };
    let caller = local_caller(Door::Control);
    let taken = desk.ingest(&caller, request).await;
    taken.map(drop).map_err(|error| fault(&error))
}
