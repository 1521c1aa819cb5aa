//! What hooks could not deliver, taken in later.
//!
//! A hook appends a line to a file of the spool (`crates/hook/src/spool.rs`). Here the whole file
//! is taken over by another name, read in batches, handed on and deleted. If this process dies
//! in between, the file under its other name is read again from its beginning: every line has
//! the id its hook gave it, so nothing is taken in twice.

pub mod aside;
mod file;
#[cfg(test)]
mod tests;

use std::future::Future;
use std::io;
use std::path::Path;

use mneme_model::ErrorKind;
use mneme_wire::Fault;
use mneme_wire::shapes::EventRequest;

use file::{Batch, Line, Taken};

/// What one round over the spool did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drained {
    /// Events that were taken in, or had been before.
    pub events: usize,
    /// Lines that no server would take: unreadable or refused. They are in `<name>.bad`.
    pub bad: usize,
    /// Something is left, because nobody could take it just now: come again.
    pub unfinished: bool,
}

/// Empties the named files of a spool. `ingest` takes a batch whole or not at all; what it finds
/// fault with is set aside, with any other trouble the rest stays for the next round.
pub async fn drain<F, A>(dir: &Path, names: &[&str], mut ingest: F) -> io::Result<Drained>
where
    F: FnMut(Vec<EventRequest>) -> A,
    A: Future<Output = Result<(), Fault>>,
{
    let mut drained = Drained::default();
    for name in names {
        // What an earlier round left behind, then what has come since.
        let mut left = true;
        while left {
            let (dir, name) = (dir.to_path_buf(), (*name).to_owned());
            let Some(taken) = blocking(move || Taken::take_over(&dir, &name)).await? else {
                break;
            };
            left = taken.left;
            drain_file(taken, &mut ingest, &mut drained).await?;
            if drained.unfinished {
                return Ok(drained);
            }
        }
    }
    Ok(drained)
}

async fn drain_file<F, A>(mut taken: Taken, ingest: &mut F, drained: &mut Drained) -> io::Result<()>
where
    F: FnMut(Vec<EventRequest>) -> A,
    A: Future<Output = Result<(), Fault>>,
{
    loop {
        let (
            now,
            Batch {
                lines,
                mut bad,
                last,
            },
        ) = blocking(move || {
            let batch = taken.next_batch()?;
            Ok((taken, batch))
        })
        .await?;
        taken = now;
        let events = lines.len();
        let Some(refused) = hand_on(lines, ingest).await else {
            drained.unfinished = true;
            return Ok(());
        };
        drained.events += events - refused.len();
        bad.extend(refused);
        drained.bad += bad.len();
        taken = blocking(move || taken.set_aside(&bad).map(|()| taken)).await?;
        if last {
            return blocking(move || taken.remove()).await;
        }
    }
}

/// Hands a batch on and returns the lines that were refused; `None` if it has to wait. A batch
/// is refused whole for one event, so then they go one by one.
async fn hand_on<F, A>(lines: Vec<Line>, ingest: &mut F) -> Option<Vec<Vec<u8>>>
where
    F: FnMut(Vec<EventRequest>) -> A,
    A: Future<Output = Result<(), Fault>>,
{
    if lines.is_empty() {
        return Some(Vec::new());
    }
    let events = lines.iter().map(|line| line.event.clone()).collect();
    if taken_in(ingest(events).await)? {
        return Some(Vec::new());
    }
    let mut refused = Vec::new();
    for line in lines {
        if !taken_in(ingest(vec![line.event]).await)? {
            refused.push(line.bytes);
        }
    }
    Some(refused)
}

/// Whether it was taken in or refused; `None` if it was neither, and may be later.
fn taken_in(answer: Result<(), Fault>) -> Option<bool> {
    let Err(fault) = answer else {
        return Some(true);
    };
    let refused = matches!(
        fault.known_code().kind(),
        ErrorKind::Invalid | ErrorKind::TooLarge
    );
    if !refused {
        tracing::warn!(code = fault.code, "events of the spool have to wait");
    }
    refused.then_some(false)
}

pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(io::Error::other)?
}
