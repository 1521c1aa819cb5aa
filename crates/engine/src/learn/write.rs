//! In the writer: what is known is of use again, what was refused stays so, the rest is supposed.

use mneme_journal::{Draft, Intake};
use mneme_model::event::Reused;
use mneme_model::{Body, Kind, MemoryStatus, Moment, Seq};
use mneme_store::tables::journal;
use mneme_store::tables::memories::{self, MemoryRow};

use crate::memories::lifecycle::{self, Cause};
use crate::memories::merge::fuse;
use crate::memories::{UpdateMemory, is_forgotten, update};
use crate::{Result, said};

/// A fact on its way into the journal.
pub struct Learning {
    pub draft: Draft,
    pub payload: Vec<u8>,
    pub source: String,
    /// The memory that seemed to say the same before the writer looked.
    pub alike: Option<Seq>,
    /// For the events that say that it was of use.
    pub ids: [String; 2],
}

pub enum Came {
    Stored(String),
    Reused(String),
    Refused,
}

/// In thousandths: what learning it again adds.
const AGAIN: u16 = 350;
const CERTAIN: u16 = 1_000;

pub fn learn(intake: &Intake<'_>, n: usize, one: &Learning) -> Result<Came> {
    if is_forgotten(intake, &one.draft)? {
        return Ok(Came::Refused);
    }
    let text = &one.draft.body.text;
    let known = match said::known(intake.tx, intake.namespace, text)? {
        Some(known) => Some(known),
        None => alike(intake, one)?,
    };
    let Some(known) = known else {
        if said::corrected(intake.tx, intake.namespace, text)?.is_some() {
            return Ok(Came::Refused);
        }
        intake.append_hint_of(n, &one.draft, &one.payload, Some(&one.source))?;
        return Ok(Came::Stored(one.draft.ext_id.clone()));
    };
    let agent = journal::load(intake.tx, known.head_seq)?.and_then(|head| head.agent);
    let agent = agent.map(|agent| intake.tx.word(agent)).transpose()?;
    // What the caller does not see is not his to change, and somebody's refusal stands.
    if known.status == MemoryStatus::Rejected || !intake.namespace.sees(agent.as_deref()) {
        return Ok(Came::Refused);
    }
    if !one.draft.body.overheard {
        reuse(intake, &known, one)?;
    }
    let id = journal::ext_id(intake.tx, known.seq)?;
    Ok(Came::Reused(id.unwrap_or_default()))
}

/// It may be gone since it was looked for.
fn alike(intake: &Intake<'_>, one: &Learning) -> Result<Option<MemoryRow>> {
    let row = one.alike.map(|seq| memories::get(intake.tx, seq));
    let row = row.transpose()?.flatten();
    Ok(row.filter(|row| row.ns == intake.ns() && row.status.is_found()))
}

fn reuse(intake: &Intake<'_>, known: &MemoryRow, one: &Learning) -> Result<()> {
    // What speaks against it lowers that where it is read.
    let confidence = known.unopposed.confidence;
    let surer = confidence.map(|sure| sure.saturating_add(AGAIN).min(CERTAIN));
    let [told, reworded] = one.ids.clone();
    let event = Draft {
        ext_id: told,
        kind: Kind::EvidenceAdded,
        session: None,
        agent: None,
        speaker: None,
        occurred: Moment::from_ms(intake.tx.now_ms()),
        body: Body {
            memory: Some(known.seq),
            status: lifecycle::change(known.status, Cause::Retold),
            reused: Some(Reused { confidence: surer }),
            ..Body::default()
        },
    };
    intake.append(&event)?;
    // Words somebody wrote or confirmed are not changed by a machine.
    let supposed = confidence.is_some() && known.outcome.confirms == 0;
    let supposed =
        supposed && matches!(known.status, MemoryStatus::Candidate | MemoryStatus::Active);
    match supposed {
        true => reword(intake, known.seq, reworded, &one.draft.body.text),
        false => Ok(()),
    }
}

/// Every sentence that says something of its own, once.
fn reword(intake: &Intake<'_>, memory: Seq, ext_id: String, told: &str) -> Result<()> {
    let Some(row) = memories::get(intake.tx, memory)? else {
        return Ok(());
    };
    let Some(head) = journal::load(intake.tx, row.head_seq)? else {
        return Ok(());
    };
    let fused = fuse(&[&head.body.text, told]);
    if fused == head.body.text || is_taken(intake, &fused)? {
        return Ok(());
    }
    let change = UpdateMemory {
        content: Some(fused),
        ..UpdateMemory::default()
    };
    let mut body = update::changed(head.body.clone(), &row, &change);
    body.fingerprint = Some(intake.namespace.key.value(&body.text));
    intake.append(&update::next(intake, ext_id, &head, body)?)?;
    Ok(())
}

/// Whether these very words are another memory's, or were forgotten.
fn is_taken(intake: &Intake<'_>, text: &str) -> Result<bool> {
    let known = said::known(intake.tx, intake.namespace, text)?;
    Ok(known.is_some() || said::is_forgotten(intake.tx, intake.namespace, text)?)
}
