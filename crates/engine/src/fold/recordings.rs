//! What tells of a recorded step hangs on it: its pictures, why it was taken, and the document,
//! which hangs on the reasons too. Who forgets a step forgets what quotes it.

use mneme_journal::Fold;
use mneme_model::{Event, Kind, Seq};
use mneme_store::tables::journal;
use mneme_store::tables::versions::{self, Why};
use mneme_store::{Result, Tx};

pub struct Recordings;

impl Fold for Recordings {
    fn fold(&self, tx: &Tx<'_>, event: &Event) -> Result<()> {
        let told_of = match event.kind {
            Kind::FrameRecorded | Kind::Reasoned => step_of(tx, event)?,
            Kind::SessionCompiled => quoted(tx, event)?,
            _ => return Ok(()),
        };
        let mut told_of = told_of.into_iter();
        told_of.try_for_each(|parent| versions::link(tx, event.seq, parent, Why::TellsOf))
    }

    /// The lineage is untied where all of it is, with the memories.
    fn unfold(&self, _: &Tx<'_>, _: &Event) -> Result<()> {
        Ok(())
    }
}

/// The step a name like `SESSION/reasoning/STEP/…` speaks of, if it came before and is there.
fn step_of(tx: &Tx<'_>, event: &Event) -> Result<Vec<Seq>> {
    let mut parts = event.ext_id.split('/');
    let (Some(session), _, Some(step)) = (parts.next(), parts.next(), parts.next()) else {
        return Ok(Vec::new());
    };
    let found = journal::find(tx, event.ns, &format!("{session}/step/{step}"))?;
    match found.filter(|seq| *seq < event.seq) {
        Some(seq) if journal::is_live(tx, seq)? => Ok(vec![seq]),
        _ => Ok(Vec::new()),
    }
}

/// Everything a document was made of.
fn quoted(tx: &Tx<'_>, event: &Event) -> Result<Vec<Seq>> {
    let kinds = [Kind::StepRecorded, Kind::Reasoned];
    let Some(session) = event.session else {
        return Ok(Vec::new());
    };
    journal::of_kinds_before(tx, session, kinds, event.seq)
}
