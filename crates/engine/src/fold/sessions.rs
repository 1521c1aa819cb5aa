//! Sessions, from whatever happened in them.

use mneme_journal::Fold;
use mneme_model::{Event, KindGroup};
use mneme_store::tables::journal;
use mneme_store::tables::sessions::{self, Seen};
use mneme_store::{Result, Tx};

pub struct Sessions;

impl Fold for Sessions {
    fn fold(&self, tx: &Tx<'_>, event: &Event) -> Result<()> {
        match (event.session, event.kind.group()) {
            (Some(session), KindGroup::Event) => sessions::add(tx, session, event.ns, &seen(event)),
            _ => Ok(()),
        }
    }

    fn unfold(&self, tx: &Tx<'_>, event: &Event) -> Result<()> {
        match (event.session, event.kind.group()) {
            (Some(session), KindGroup::Event) => {
                sessions::remove(tx, session, &seen(event), |start| {
                    Ok(journal::load(tx, start)?.and_then(|start| project(&start)))
                })
            }
            _ => Ok(()),
        }
    }
}

fn seen(event: &Event) -> Seen {
    Seen {
        seq: event.seq,
        kind: event.kind,
        occurred_ms: event.occurred.ms,
        project: project(event),
    }
}

fn project(event: &Event) -> Option<mneme_model::NameId> {
    event.body.noted.as_ref()?.project
}
