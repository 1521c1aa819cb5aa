//! Who carries a command out: the server that owns the directory, or this process.

use mneme_model::{Code, Door};
use mneme_surfaces::desk::{Desk, LocalPort};
use mneme_wire::client::ControlClient;
use mneme_wire::{Fault, Port};

use crate::compose;
use crate::settings::Settings;

/// A short command waits this long for another one to let go of the directory.
pub const LOCK_WAIT_MS: u64 = 5_000;

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

fn must_exist(settings: &Settings) -> Result<(), Fault> {
    let shown = settings.data_dir.display();
    let missing = || Fault::new(Code::NoStore, format!("there is no store in {shown} yet"));
    exists(settings).then_some(()).ok_or_else(missing)
}

/// Whether anything was ever kept in the data directory, or something else stands there.
pub fn exists(settings: &Settings) -> bool {
    let dir = &settings.data_dir;
    dir.join("mneme.db").exists() || dir.join("keys").exists() || (!dir.is_dir() && dir.exists())
}

pub async fn find(settings: &Settings) -> Result<Box<dyn Port>, Fault> {
    if let Some(client) = ControlClient::find(&settings.data_dir).await {
        return Ok(Box::new(client));
    }
    let desk = compose::open(settings, LOCK_WAIT_MS).await?;
    Ok(Box::new(LocalPort::new(desk, Door::Control)))
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
