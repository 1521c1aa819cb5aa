//! Notes made of what was observed, or of other notes: they go with whatever they are made of.

use mneme_access::Caller;
use mneme_journal::{Draft, Intake};
use mneme_model::{Body, Kind, NsId, Seq};
use mneme_store::View;
use mneme_store::tables::{journal, memories, notes};

use super::shelf::{self, Shelved};
use crate::memories::supersede;
use crate::{Engine, Result};

/// What a note is made of, and whose that was.
#[derive(Clone, Debug, Default)]
pub struct From {
    pub of: Vec<Seq>,
    pub agent: Option<String>,
}

/// Names for the two events a note may need.
pub type Ids = [String; 2];

impl Engine {
    pub(super) fn two_ids(&self) -> Result<Ids> {
        Ok([self.mint_id()?, self.mint_id()?])
    }
}

/// Puts a note on its shelf. The one before it is not believed any more, and is another memory:
/// each goes with its own sources. None, and nothing is written, if a source is gone.
pub fn put<T: Shelved>(intake: &Intake<'_>, ids: Ids, note: &T, from: &From) -> Result<Option<T>> {
    if !are_live(intake, &from.of)? {
        return Ok(None);
    }
    let [act, id] = ids;
    let key = shelf::sealed::<T>(intake.namespace, &note.key());
    let known = notes::find(intake.tx, intake.ns(), T::SHELF, &key)?;
    let known = known.map(|seq| memories::get(intake.tx, seq)).transpose()?;
    if let Some(row) = known.flatten() {
        intake.append(&supersede::note(intake, act, &row, None))?;
    }
    let body = Body {
        tells_of: from.of.clone(),
        ..shelf::body(intake, note)?
    };
    let draft = Draft {
        agent: from.agent.clone(),
        ..shelf::draft(intake, id, Kind::MemoryStored, body)
    };
    intake.append(&draft)?;
    shelf::get(intake.tx, intake.namespace, &note.key())
}

/// The notes of a shelf a caller may see.
pub fn seen<T: Shelved>(view: &View<'_>, ns: NsId, caller: &Caller) -> Result<Vec<T>> {
    let placed = placed(view, ns, caller)?;
    Ok(placed.into_iter().map(|(_, note)| note).collect())
}

/// As [`seen`], each with the memory it is.
pub fn placed<T: Shelved>(view: &View<'_>, ns: NsId, caller: &Caller) -> Result<Vec<(Seq, T)>> {
    let mut placed = shelf::placed::<T>(view, ns)?;
    if caller.only.is_none() {
        return Ok(placed);
    }
    let mut seen = Vec::new();
    for (seq, note) in placed.drain(..) {
        let agent = journal::load(view, seq)?.and_then(|event| event.agent);
        let agent = agent.map(|agent| view.word(agent)).transpose()?;
        if caller.sees(agent.as_deref()) {
            seen.push((seq, note));
        }
    }
    Ok(seen)
}

/// Whether nothing of it was forgotten since it was read.
pub fn are_live(intake: &Intake<'_>, of: &[Seq]) -> Result<bool> {
    for seq in of {
        if !journal::is_live(intake.tx, *seq)? {
            return Ok(false);
        }
    }
    Ok(true)
}
