//! Taking in what hooks could not deliver while nobody served.

use std::time::Duration;

use mneme_surfaces::desk::Desk;
use tokio::sync::watch;

/// How often the spool is looked at.
const EVERY: Duration = Duration::from_secs(2);

/// Empties the spools of this server until told to stop.
pub async fn keep_empty(desk: Desk, mut stopping: watch::Receiver<bool>) {
    loop {
        desk.take_in_spools().await;
        tokio::select! {
            () = tokio::time::sleep(EVERY) => {}
            _ = stopping.wait_for(|stop| *stop) => return,
        }
    }
}
