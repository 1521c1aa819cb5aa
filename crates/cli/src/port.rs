//! Who carries a command out: the server that owns the directory, or this process.

use mneme_model::Door;
use mneme_surfaces::desk::LocalPort;
use mneme_wire::client::ControlClient;
use mneme_wire::{Fault, Port};

use crate::compose;
use crate::settings::Settings;

/// A short command waits this long for another one to let go of the directory.
const LOCK_WAIT_MS: u64 = 5_000;

pub async fn find(settings: &Settings) -> Result<Box<dyn Port>, Fault> {
    if let Some(client) = ControlClient::find(&settings.data_dir).await {
        return Ok(Box::new(client));
    }
    let desk = compose::open(settings, LOCK_WAIT_MS).await?;
    Ok(Box::new(LocalPort::new(desk, Door::Control)))
}
