//! What a memory was made of, as somebody who brings it names it: it goes with each of them.

use std::collections::BTreeSet;

use mneme_journal::{Draft, Intake};
use mneme_model::{Body, Code, Kind, MemoryStatus, Moment, Seq};
use mneme_store::tables::memories::MemoryRow;
use mneme_store::tables::{journal, memories, versions};

use super::{lifecycle, succession, supersede};
use crate::notebook::whose;
use crate::{Error, Result};

/// More than anything is made of; each is looked up by the writer.
const MOST: usize = 10_000;

/// Where they begin, memories and everything else.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources {
    pub memories: Vec<Seq>,
    pub events: Vec<Seq>,
}

pub(crate) fn check(ids: &[String]) -> Result<()> {
    if ids.len() > MOST {
        let message = format!("it was made of more than {MOST} records");
        return Err(Error::refused(Code::BadRequest, message));
    }
    Ok(())
}

/// In the writer. None if one of them was forgotten: what was made of it does not come back.
pub(crate) fn find(intake: &Intake<'_>, ids: &[String]) -> Result<Option<Sources>> {
    let (mut memories, mut events) = (BTreeSet::new(), BTreeSet::new());
    for id in ids {
        let Some(seq) = journal::find(intake.tx, intake.ns(), id)? else {
            continue;
        };
        let Some(event) = journal::load(intake.tx, seq)? else {
            return Ok(None);
        };
        // Whoever brings it may claim anything.
        if whose::is_seen(intake.tx, intake.namespace, &event)? {
            match event.kind {
                Kind::MemoryStored => memories.insert(seq),
                _ => events.insert(seq),
            };
        }
    }
    Ok(Some(Sources {
        memories: memories.into_iter().collect(),
        events: events.into_iter().collect(),
    }))
}

/// Ties a memory that is here to sources that came after it. Whether there were any.
pub(crate) fn tie(intake: &Intake<'_>, id: &str, memory: Seq, sources: Sources) -> Result<bool> {
    let known = versions::sources(intake.tx, memory)?;
    let all = [&sources.memories[..], &sources.events].concat();
    let new = |seq: &Seq| *seq != memory && !known.contains(seq);
    let derived_from: Vec<Seq> = all.into_iter().filter(new).collect();
    // What was made of it is not what it was made of.
    let family = versions::family(intake.tx, memory)?;
    if derived_from.is_empty() || derived_from.iter().any(|seq| family.contains(seq)) {
        return Ok(false);
    }
    intake.append(&Draft {
        ext_id: id.to_owned(),
        kind: Kind::MemoryMoved,
        session: None,
        agent: None,
        speaker: None,
        occurred: Moment::from_ms(intake.tx.now_ms()),
        body: Body {
            memory: Some(memory),
            derived_from,
            ..Body::default()
        },
    })?;
    follow(intake, id, memory, &sources.memories)?;
    Ok(true)
}

/// Those of its sources that gave way to nobody in particular gave way to it.
pub(crate) fn follow(intake: &Intake<'_>, id: &str, made: Seq, sources: &[Seq]) -> Result<()> {
    for (n, source) in sources.iter().enumerate() {
        let Some(row) = memories::get(intake.tx, *source)? else {
            continue;
        };
        if succession::superseding(intake.tx, &row)?.is_some_and(|(_, by)| by.is_none()) {
            give_way(intake, &format!("{id}-follow-{n}"), &row, made)?;
        }
    }
    Ok(())
}

fn give_way(intake: &Intake<'_>, id: &str, row: &MemoryRow, made: Seq) -> Result<()> {
    intake.append(&supersede::note(intake, id.to_owned(), row, Some(made)))?;
    let now = memories::get(intake.tx, row.seq)?;
    if let Some(now) = now.filter(|_| row.status == MemoryStatus::Archived) {
        intake.append(&lifecycle::put_away(intake, format!("{id}-away"), &now))?;
    }
    Ok(())
}

// === impl Sources ===

impl Sources {
    pub fn is_empty(&self) -> bool {
        self.memories.is_empty() && self.events.is_empty()
    }

    pub fn of(&self, body: Body) -> Body {
        Body {
            derived_from: self.memories.clone(),
            tells_of: self.events.clone(),
            ..body
        }
    }
}
