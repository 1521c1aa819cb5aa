//! The process behind: it learns from standard input whom to believe, and ends when nobody stands
//! in front any more.

use std::io::{BufRead, stdin};
use std::net::{Ipv4Addr, SocketAddr};
use std::thread;

use mneme_access::chance;
use mneme_gateway::front::{BROUGHT_BY, FROM};
use mneme_model::{Code, Secret};
use mneme_surfaces::rest::Behind;
use mneme_wire::Fault;
use tokio::sync::oneshot;

use super::super::House;
use crate::settings::{Doors, Settings};

pub struct Core {
    secret: Secret,
    /// Where the process in front is.
    pub front: String,
    /// Told when the process in front is gone.
    gone: Option<oneshot::Receiver<()>>,
}

/// The house behind: on this machine only, and without what the one in front does.
pub fn core(mut settings: Settings, doors: Doors, front: &str) -> Result<House, Fault> {
    let port = settings.hybrid.core_port;
    let port = port.or_else(|| next_to(doors.http)).unwrap_or_default();
    let http = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    settings.gateway.enabled = false;
    Ok(House {
        settings,
        doors: Doors {
            http: Some(http),
            ..doors
        },
        behind: Some(Core::told(front)?),
    })
}

/// The port behind that of the one in front, where that has one of its own.
fn next_to(front: Option<SocketAddr>) -> Option<u16> {
    let port = front?.port();
    (port != 0).then(|| port.checked_add(1))?
}

// === impl Core ===

impl Core {
    /// Started by hand there is nobody in front, and nobody to believe.
    fn told(front: &str) -> Result<Self, Fault> {
        let (secret, gone) = match front {
            "" => (chance().map_err(|error| trouble(error.to_string()))?, None),
            _ => tethered()?,
        };
        Ok(Self {
            secret: Secret(secret),
            front: front.to_owned(),
            gone,
        })
    }

    pub fn believed(&self) -> Behind {
        Behind {
            secret: self.secret.clone(),
            brought_by: BROUGHT_BY,
            from: FROM,
        }
    }

    /// When the process in front is gone.
    pub async fn deserted(self) {
        match self.gone {
            // A sender that is dropped says the same.
            Some(gone) => drop(gone.await),
            None => std::future::pending().await,
        }
    }
}

/// The first line says how the process in front is known; the end, that it is no more.
fn tethered() -> Result<(String, Option<oneshot::Receiver<()>>), Fault> {
    let mut lines = stdin().lock().lines();
    let secret = lines.next().and_then(Result::ok).unwrap_or_default();
    drop(lines);
    if secret.is_empty() {
        return Err(trouble(
            "the process in front did not say how it is known".into(),
        ));
    }
    let (tell, gone) = oneshot::channel();
    thread::spawn(move || {
        for _ in stdin().lock().lines().map_while(Result::ok) {}
        // Nobody asks once we stop ourselves.
        let _ = tell.send(());
    });
    Ok((secret, Some(gone)))
}

fn trouble(told: String) -> Fault {
    Fault::new(Code::Internal, told)
}
