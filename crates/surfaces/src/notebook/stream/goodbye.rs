//! Letting watchers go with a word: why, and that we mean it.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

/// A watcher that reads again within this time still hears why it is let go.
const FAREWELL: Duration = Duration::from_secs(5);
/// How long its own goodbye is waited for: what it said and nobody read would cut the line.
const ANSWER: Duration = Duration::from_millis(500);
/// How long a server that stops waits until all watchers are told.
const LAST: Duration = Duration::from_secs(3);

/// Held by each watcher while it is here.
#[derive(Clone)]
pub struct Staying {
    stopping: watch::Receiver<bool>,
    _here: mpsc::Sender<Infallible>,
}

/// Who waits until none is here any more.
pub struct Leaving(mpsc::Receiver<Infallible>);

/// For the watchers of a door that serves until it is told to stop.
pub fn until(stopping: watch::Receiver<bool>) -> (Staying, Leaving) {
    let (here, gone) = mpsc::channel(1);
    let staying = Staying {
        stopping,
        _here: here,
    };
    (staying, Leaving(gone))
}

// === impl Staying ===

impl Staying {
    /// Comes back when the server stops; never, where nobody stops it.
    pub async fn over(staying: &mut Option<Self>) {
        match staying {
            // The sender gone means the same as told to stop.
            Some(staying) => drop(staying.stopping.wait_for(|stop| *stop).await),
            None => std::future::pending().await,
        }
    }
}

// === impl Leaving ===

impl Leaving {
    pub async fn done(mut self) {
        if timeout(LAST, self.0.recv()).await.is_err() {
            tracing::debug!("some watchers did not hear that the server stops");
        }
    }
}

pub async fn close(mut socket: WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame {
        code,
        reason: reason.into(),
    };
    let said = timeout(FAREWELL, socket.send(Message::Close(Some(frame)))).await;
    // Whoever has gone already needs no goodbye.
    if matches!(said, Ok(Ok(()))) {
        let heard = async { while let Some(Ok(_)) = socket.recv().await {} };
        let _ = timeout(ANSWER, heard).await;
    }
}
