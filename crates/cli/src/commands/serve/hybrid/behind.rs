//! The process behind: it learns from standard input whom to believe, and ends when nobody stands
//! in front any more.

use std::io::{BufRead, Write, stdin, stdout};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::thread;

use mneme_access::chance;
use mneme_gateway::front::{BROUGHT_BY, FROM};
use mneme_model::{Code, Secret};
use mneme_surfaces::rest::Behind;
use mneme_wire::Fault;
use tokio::sync::oneshot;

use super::super::House;
use super::super::doors::Opened;
use crate::settings::{Doors, Settings};

/// How a line begins by which a core says why it does not serve.
pub const FAILED: &str = "failed ";

pub struct Core {
    secret: Secret,
    /// Where the process in front is.
    pub front: String,
    /// The sum of the settings that it holds.
    pub held: Option<String>,
    /// Told when the process in front is gone.
    gone: Option<oneshot::Receiver<()>>,
}

/// The house behind: on this machine only, and without what the one in front does.
pub fn core(mut settings: Settings, doors: Doors, front: &str) -> Result<House, Fault> {
    let beside = || next_to(doors.http).filter(|port| is_free(*port));
    // One that was named is meant, whoever has it; where none was, any will do.
    let port = settings.hybrid.core_port.or_else(beside);
    let port = port.unwrap_or_default();
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

fn is_free(port: u16) -> bool {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok()
}

// === impl Core ===

impl Core {
    /// Its doors; where one cannot be opened, the process in front is told why.
    pub async fn bind(&self, doors: &Doors, tls: bool) -> Result<Opened, Fault> {
        let opened = Opened::bind("core", doors, tls).await;
        let mut opened = opened.inspect_err(|fault| self.tell(fault))?;
        opened.behind(&self.front);
        Ok(opened)
    }

    fn tell(&self, fault: &Fault) {
        if let Ok(told) = serde_json::to_string(fault)
            && !self.front.is_empty()
        {
            // Where nobody hears it, the log has it.
            let _ = writeln!(stdout(), "{FAILED}{told}");
        }
    }

    /// Started by hand there is nobody in front, and nobody to believe.
    fn told(front: &str) -> Result<Self, Fault> {
        let (known_by, gone) = match front {
            "" => (chance().map_err(|error| trouble(error.to_string()))?, None),
            _ => tethered()?,
        };
        let (secret, held) = match known_by.split_once(' ') {
            Some((secret, held)) => (secret.to_owned(), Some(held.to_owned())),
            None => (known_by, None),
        };
        Ok(Self {
            secret: Secret(secret),
            front: front.to_owned(),
            held,
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

/// The first line says how the process in front is known, and which settings it holds; the end,
/// that it is no more.
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
