//! Taking in what hooks could not deliver while nobody served, and doing what they asked for in
//! vain.

use std::time::Duration;

use mneme_surfaces::desk::Desk;
use tokio::sync::watch;

/// How often the spool is looked at.
const EVERY: Duration = Duration::from_secs(2);

/// Empties the spools of this server until told to stop.
pub async fn keep_empty(desk: Desk, mut stopping: watch::Receiver<bool>) {
    loop {
        desk.take_in_spools().await;
        let owed = desk.owed();
        if !owed.is_empty() {
            // A model may take its time; what comes meanwhile does not wait for it.
            let desk = desk.clone();
            tokio::spawn(async move { desk.sum_up(owed).await });
        }
        tokio::select! {
            () = tokio::time::sleep(EVERY) => {}
            _ = stopping.wait_for(|stop| *stop) => return,
        }
    }
}
