//! Who carries a command out: the server that owns the directory, or this process.

use std::time::Duration;

use mneme_model::{Code, Door};
use mneme_surfaces::control;
use mneme_surfaces::desk::{Desk, LocalPort};
use mneme_wire::client::ControlClient;
use mneme_wire::shapes::OnBehalf;
use mneme_wire::{Fault, Port};
use tokio::time::Instant;

use crate::settings::Settings;
use crate::{compose, setup, spools};

/// A command, or a call of an agent, waits this long for its turn at the directory: others are
/// done sooner, unless one of them serves or is stuck.
pub const LOCK_WAIT_MS: u64 = 20_000;
/// Between two looks whether somebody serves it by now.
const LOOK_MS: u64 = 1_000;

/// Who carries things out.
pub struct Found {
    pub port: Box<dyn Port>,
    /// Whether that is a server, and not this process.
    pub served: bool,
}

/// As [`find`], for commands that only read: a store that is not there is told, not made.
pub async fn find_existing(settings: &Settings) -> Result<Box<dyn Port>, Fault> {
    must_exist(settings)?;
    find(settings).await
}

/// The store itself, when nobody serves it.
pub async fn open_existing(settings: &Settings) -> Result<Desk, Fault> {
    must_exist(settings)?;
    compose::open(settings, LOCK_WAIT_MS).await
}

pub fn must_exist(settings: &Settings) -> Result<(), Fault> {
    match exists(settings) {
        true => Ok(()),
        // What may not be looked into may hold one.
        false => Err(setup::closed(&settings.data_dir).unwrap_or_else(|| missing(settings))),
    }
}

fn missing(settings: &Settings) -> Fault {
    let shown = settings.data_dir.display();
    Fault {
        hint: setup::elsewhere(&settings.data_dir).unwrap_or_default(),
        ..Fault::new(Code::NoStore, format!("there is no store in {shown} yet"))
    }
}

/// Whether anything was ever kept in the data directory, or something else stands there.
pub fn exists(settings: &Settings) -> bool {
    let dir = &settings.data_dir;
    let kept = dir.join("mneme.db").exists() || dir.join("keys").exists();
    kept || spools::waits_in(&dir.join("spool")) || (!dir.is_dir() && dir.exists())
}

pub async fn find(settings: &Settings) -> Result<Box<dyn Port>, Fault> {
    Ok(look(settings, None).await?.port)
}

/// For the owner of the machine, or for the holder of a key. Others may hold the directory just now,
/// or begin to serve it while we wait.
pub async fn look(settings: &Settings, on_behalf: Option<&OnBehalf>) -> Result<Found, Fault> {
    let caller = control::caller(on_behalf.cloned())?;
    let until = Instant::now() + Duration::from_millis(LOCK_WAIT_MS);
    loop {
        if let Some(client) = ControlClient::find(&settings.data_dir).await {
            let port = Box::new(client.on_behalf(on_behalf.cloned()));
            return Ok(Found { port, served: true });
        }
        match compose::open(settings, LOOK_MS).await {
            Ok(desk) => {
                let port = LocalPort::new(desk, Door::Control).acting(caller);
                let port = Box::new(port);
                return Ok(Found {
                    port,
                    served: false,
                });
            }
            Err(fault) if fault.known_code() != Code::StoreInUse => return Err(fault),
            Err(fault) if Instant::now() >= until => return Err(waited(fault)),
            Err(_) => {}
        }
    }
}

fn waited(fault: Fault) -> Fault {
    let seconds = LOCK_WAIT_MS / 1_000;
    Fault {
        error: format!("{}; waited {seconds} s for it", fault.error),
        ..fault
    }
}

/// A server is here already: who it is.
pub fn in_use(settings: &Settings) -> Fault {
    let pid = std::fs::read_to_string(settings.data_dir.join("lock")).unwrap_or_default();
    let dir = settings.data_dir.display();
    Fault::new(
        Code::StoreInUse,
        format!(
            "the data directory {dir} is in use by process {}",
            pid.trim()
        ),
    )
}
