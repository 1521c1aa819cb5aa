//! Notes made of what was observed, or of other notes: they go with whatever they are made of.

use mneme_journal::{Draft, Intake};
use mneme_model::{Body, Kind, Seq};
use mneme_store::tables::{journal, memories};

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
    let known = shelf::find::<T>(intake.tx, intake.namespace, &note.key())?;
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

/// Whether nothing of it was forgotten since it was read.
pub fn are_live(intake: &Intake<'_>, of: &[Seq]) -> Result<bool> {
    for seq in of {
        if !journal::is_live(intake.tx, *seq)? {
            return Ok(false);
        }
    }
    Ok(true)
}
