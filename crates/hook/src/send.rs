//! Where an event goes: the address that was named, else the server of the data directory, else
//! whoever listens at the usual port, else the spool. Only an acknowledgement counts as sent.

pub(crate) mod control;
mod endpoint;
pub(crate) mod grpc;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::event::Event;
use crate::now_ms;
use crate::settings::Settings;
use crate::spool;

pub use endpoint::Endpoint;

/// What became of one try.
#[derive(Debug, PartialEq)]
pub enum Outcome {
    Taken,
    /// The event itself is wrong: trying again would not help.
    Refused(Why),
    /// Nobody is there.
    Nobody,
    /// Somebody is there, but has not acknowledged it.
    Later,
    /// Somebody is there, who wants to be shown another secret.
    Closed,
}

/// Why nobody would take an event.
#[derive(Debug, PartialEq)]
pub struct Why {
    /// A status or a code: fit to be kept.
    pub code: String,
    /// A sentence, which may repeat words of the event.
    pub said: String,
}

impl From<String> for Why {
    fn from(code: String) -> Self {
        let said = code.clone();
        Self { code, said }
    }
}

/// What became of what was told.
#[derive(Debug)]
pub struct Told {
    /// Whether somebody was there, who took or refused it.
    pub answered: bool,
    pub trouble: Option<String>,
}

/// A moment after which nobody waits any more.
#[derive(Clone, Copy)]
pub struct Deadline(Instant);

enum Road {
    Control(PathBuf),
    Grpc(Endpoint),
}

/// Sends the event or spools it. An error is something to tell, not something to do.
pub fn deliver(settings: &Settings, event: Event) -> Result<(), String> {
    let line: Arc<str> = event.to_json().into();
    let (roads, remark) = match roads(settings) {
        Ok(roads) => (roads, Ok(())),
        Err(remark) => (Vec::new(), Err(remark)),
    };
    let sent = Arc::clone(&line);
    let wait = settings.wait;
    // A Unix socket and a name service know no timeout of their own: a second thread does.
    let outcome = within(wait, move || {
        let until = Deadline(Instant::now() + wait);
        travel(&roads, &event, &sent, until)
    });
    settle(settings, outcome.unwrap_or(Outcome::Later), &line)?;
    remark
}

/// Sends a note to the server of the data directory, or spools it: only that server reads notes.
/// Where nobody is expected to answer, nobody is asked.
pub fn deliver_note(settings: &Settings, line: &str, expected: bool) -> Told {
    let outcome = match expected {
        true => send_note(settings, line),
        false => Outcome::Later,
    };
    let notes = Settings {
        named: None,
        ..settings.clone()
    };
    Told {
        answered: outcome.is_answer(),
        trouble: settle(&notes, outcome, line).err(),
    }
}

fn send_note(settings: &Settings, line: &str) -> Outcome {
    let sent: Arc<str> = line.into();
    let (wait, socket) = (settings.wait, settings.control_socket());
    let outcome = within(wait, move || {
        let until = Deadline(Instant::now() + wait);
        socket.map_or(Outcome::Nobody, |socket| {
            control::send(&socket, &sent, until)
        })
    });
    outcome.unwrap_or(Outcome::Later)
}

/// What nobody took goes to the spool.
fn settle(settings: &Settings, outcome: Outcome, line: &str) -> Result<(), String> {
    match outcome {
        Outcome::Taken => Ok(()),
        Outcome::Refused(why) => {
            let code = &why.code;
            note(settings, &format!("a server refused an event: {code}"));
            Err(format!("the event was refused: {}", why.said))
        }
        Outcome::Nobody | Outcome::Later | Outcome::Closed => {
            let dir = settings.spool_dir.as_deref();
            let dir =
                dir.ok_or("the event is lost: nobody took it and no home directory is known")?;
            let spooled = spool::append(dir, &settings.spool_name(), line);
            if spooled.is_err() {
                note(
                    settings,
                    "no server took an event, and the spool had no room",
                );
            }
            spooled
        }
    }
}

fn note(settings: &Settings, why: &str) {
    spool::lost::note(settings.spool_dir.as_deref(), now_ms(), why);
}

/// Runs something for so long at most. What has not ended by then ends with the process.
pub fn within<T: Send + 'static>(
    limit: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (done, wait) = mpsc::channel();
    // Nobody listening any more is how it ends when it took too long.
    let run = move || drop(done.send(work()));
    thread::Builder::new().spawn(run).ok()?;
    wait.recv_timeout(limit).ok()
}

fn roads(settings: &Settings) -> Result<Vec<Road>, String> {
    if let Some(named) = &settings.named {
        return Ok(vec![Road::Grpc(Endpoint::parse(named)?)]);
    }
    let control = settings.control_socket().map(Road::Control);
    let usual = Endpoint::usual().map(Road::Grpc);
    Ok(control.into_iter().chain(usual).collect())
}

/// The first road on which somebody is met decides.
fn travel(roads: &[Road], event: &Event, line: &str, until: Deadline) -> Outcome {
    let mut tries = roads.iter().map(|road| match road {
        Road::Control(socket) => control::send(socket, line, until),
        Road::Grpc(endpoint) => grpc::send(endpoint, event, until),
    });
    let met = tries.find(|outcome| *outcome != Outcome::Nobody);
    met.unwrap_or(Outcome::Nobody)
}

// === impl Outcome ===

impl Outcome {
    pub fn is_answer(&self) -> bool {
        matches!(self, Outcome::Taken | Outcome::Refused(_))
    }
}

// === impl Deadline ===

impl Deadline {
    /// What is left, never zero: a socket takes zero for "for ever".
    pub fn left(self) -> Option<Duration> {
        let left = self.0.checked_duration_since(Instant::now())?;
        (!left.is_zero()).then_some(left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_too_long_is_left_behind() {
        assert_eq!(within(Duration::from_secs(60), || 7), Some(7));
        let (_hold, wait) = mpsc::channel::<()>();
        assert!(within(Duration::from_millis(1), move || wait.recv()).is_none());
        assert_eq!(
            within(Duration::from_secs(60), || -> u8 { panic!("on purpose") }),
            None
        );
    }
}
