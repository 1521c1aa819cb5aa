//! Tasks, from the events that tell how they go.

use mneme_journal::Fold;
use mneme_model::event::Episode;
use mneme_model::{Event, Kind, Seq};
use mneme_store::tables::episodes::{self, End};
use mneme_store::tables::versions::{self, Why};
use mneme_store::{Error, Result, Tx};

pub struct Episodes;

impl Fold for Episodes {
    fn fold(&self, tx: &Tx<'_>, event: &Event) -> Result<()> {
        match event.kind {
            Kind::EpisodeStarted => episodes::begin(tx, event.ns, event.seq),
            Kind::EpisodeAction => {
                versions::link(tx, event.seq, whole(event)?, Why::PartOf)?;
                episodes::add_actions(tx, whole(event)?, 1)
            }
            Kind::EpisodeCompleted => {
                versions::link(tx, event.seq, whole(event)?, Why::PartOf)?;
                episodes::end(tx, whole(event)?, end(event)?)
            }
            _ => Ok(()),
        }
    }

    /// The lineage is untied where all of it is, with the memories.
    fn unfold(&self, tx: &Tx<'_>, event: &Event) -> Result<()> {
        match event.kind {
            Kind::EpisodeStarted => episodes::remove(tx, event.seq),
            Kind::EpisodeAction => episodes::add_actions(tx, whole(event)?, -1),
            Kind::EpisodeCompleted => episodes::go_on(tx, whole(event)?),
            _ => Ok(()),
        }
    }
}

fn said(event: &Event) -> Result<&Episode> {
    event.body.episode.as_ref().ok_or_else(|| incomplete(event))
}

fn whole(event: &Event) -> Result<Seq> {
    said(event)?.of.ok_or_else(|| incomplete(event))
}

fn end(event: &Event) -> Result<End> {
    let ended = said(event)?.ended.as_ref();
    let ended = ended.ok_or_else(|| incomplete(event))?;
    Ok(End {
        at: event.seq,
        failed: ended.failed,
        outcome: ended.outcome,
        value: ended.value,
    })
}

fn incomplete(event: &Event) -> Error {
    Error::Corrupt(format!("event {} lacks what its kind must say", event.seq))
}
