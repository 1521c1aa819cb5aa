//! Calls of models, with this store's memory.

use std::sync::Arc;

use mneme_gateway::{Absent, Gateway, Here, Memory, Settled};
use mneme_model::Code;
use mneme_surfaces::desk::Desk;
use mneme_surfaces::rest::Door;
use mneme_wire::Fault;

use crate::clock::WallClock;
use crate::settings::Settings;

/// The gateway over the engine, or over nothing where there is none: calls go through all the same.
pub fn open(
    settings: &Settings,
    desk: &Result<Desk, Fault>,
    door: &Door,
) -> Result<Gateway, Fault> {
    let memory: Arc<dyn Memory> = match desk {
        Ok(desk) => Arc::new(Here(desk.engine.clone())),
        Err(_) => Arc::new(Absent(settled(settings)?)),
    };
    with(settings, memory, door)
}

/// Whom the settings know by themselves.
pub fn settled(settings: &Settings) -> Result<Settled, Fault> {
    let settled = Settled::new(&settings.engine.access, Arc::new(WallClock));
    settled.map_err(|error| Fault::new(Code::Internal, format!("no keys can be known: {error}")))
}

fn with(settings: &Settings, memory: Arc<dyn Memory>, door: &Door) -> Result<Gateway, Fault> {
    let limit = door.limit.clone();
    let opened = Gateway::open(settings.gateway.clone(), memory, limit, Arc::new(WallClock));
    opened.map_err(|error| Fault::new(Code::Internal, format!("no way to providers: {error}")))
}
