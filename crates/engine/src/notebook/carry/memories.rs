//! Memories of another notebook: ids, times and versions are kept, and what gave way there has
//! given way here.

use std::collections::HashMap;

use mneme_access::Caller;
use mneme_journal::{Draft, Intake};
use mneme_model::event::Brought;
use mneme_model::{Body, Kind, MemoryType, Moment, ids};
use mneme_notebook::memory::{Memory, title};
use mneme_store::names::Namespace;
use mneme_store::tables::journal;
use mneme_store::tables::memories::{self, MemoryRow};

use super::foreign::owns;
use super::{Fate, Strategy, TOGETHER, Taken};
use crate::memories::{is_forgotten, lineage, supersede};
use crate::notebook::memories::{noted, pass, shape};
use crate::{Engine, Error, Result, checks};

/// A memory ready to be written.
pub(super) struct Incoming {
    memory: Memory,
    draft: Draft,
    /// The one that took its place.
    by: Option<String>,
    act: String,
}

impl Engine {
    /// Those that are believed first: what gave way names its successor.
    pub(super) async fn incoming(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        all: &[Memory],
    ) -> Result<Vec<Incoming>> {
        let (namespace, _) = self.writing(caller, namespace).await?;
        let mut successors: HashMap<&str, &str> = HashMap::new();
        for memory in all {
            let older = memory.kept.supersedes.iter().chain(&memory.kept.parent_id);
            successors.extend(older.map(|id| (id.as_str(), memory.id.as_str())));
        }
        let mut incoming = Vec::with_capacity(all.len());
        for (n, memory) in all.iter().enumerate() {
            let draft = self
                .carried(&namespace, memory)
                .map_err(|error| Error::refused(error.code(), format!("memories[{n}]: {error}")))?;
            let by = successors.get(memory.id.as_str());
            incoming.push(Incoming {
                memory: memory.clone(),
                draft,
                by: by.map(|id| (*id).to_owned()),
                act: self.mint_id()?,
            });
        }
        incoming.sort_by_key(|one| {
            let version = std::cmp::Reverse(one.memory.kept.version);
            (!one.memory.is_latest, version)
        });
        Ok(incoming)
    }

    fn carried(&self, namespace: &Namespace, memory: &Memory) -> Result<Draft> {
        let limits = &self.settings.limits;
        checks::content(limits, &memory.content)?;
        checks::name(limits, "agentId", memory.agent_id.as_deref())?;
        if !ids::is_ext_id(&memory.id) {
            return Err(mneme_journal::Error::BadId.into());
        }
        let now_ms = self.store.now_ms();
        let at = |what: &str, text: &str| -> Result<Option<i64>> {
            let text = Some(text).filter(|text| !text.is_empty());
            let moment = checks::moment(what, text)?;
            Ok(moment.map(|moment| moment.ms.min(now_ms)))
        };
        let created_ms = at("createdAt", &memory.created_at)?;
        let written_ms = at("updatedAt", &memory.updated_at)?.or(created_ms);
        let mut kept = memory.kept.clone();
        if kept.title.trim().is_empty() {
            kept.title = title(&memory.content);
        }
        let tags = Some(kept.concepts.clone());
        let mut draft = Draft {
            ext_id: memory.id.clone(),
            kind: Kind::MemoryStored,
            session: None,
            agent: memory.agent_id.clone(),
            speaker: None,
            occurred: Moment::from_ms(created_ms.unwrap_or(now_ms)),
            body: Body {
                fingerprint: Some(namespace.key.value(&memory.content)),
                text: memory.content.clone(),
                label: Some(kept.kind.clone()).filter(|kind| checks::label(kind).is_ok()),
                tags: tags
                    .filter(|tags| checks::tags(limits, tags).is_ok())
                    .unwrap_or_default(),
                memory_type: Some(MemoryType::default()),
                // Nobody comes to believe by bringing along what was not believed there.
                status: memory.status,
                noted: Some(shape(&kept)?),
                created_ms,
                brought: written_ms.map(written),
                ..Body::default()
            },
        };
        pass(&mut draft, &kept);
        Ok(draft)
    }

    pub(super) async fn take_memories(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        mut incoming: Vec<Incoming>,
        strategy: Strategy,
        taken: &mut Taken,
    ) -> Result<()> {
        while !incoming.is_empty() {
            let rest = incoming.split_off(incoming.len().min(TOGETHER));
            let page = std::mem::replace(&mut incoming, rest);
            let (named, origin) = self.writing(caller, namespace).await?;
            let written = self.journal.run(named, origin, &[], move |intake| {
                let one = |one: &Incoming| one.take(intake, strategy);
                page.iter().map(one).collect::<Result<Vec<Fate>>>()
            });
            let fates = written.await?;
            taken.memories += fates.into_iter().filter(|fate| taken.counts(*fate)).count();
        }
        Ok(())
    }
}

fn written(written_ms: i64) -> Brought {
    Brought {
        written_ms: Some(written_ms),
        ..Brought::default()
    }
}

// === impl Incoming ===

impl Incoming {
    fn take(&self, intake: &Intake<'_>, strategy: Strategy) -> Result<Fate> {
        let known = journal::find(intake.tx, intake.ns(), &self.draft.ext_id)?;
        let Some(seq) = known else {
            if is_forgotten(intake, &self.draft)? {
                return Ok(Fate::Forgotten);
            }
            let sources = &self.memory.kept.source_observation_ids;
            let Some(sources) = lineage::find(intake, sources)? else {
                return Ok(Fate::Forgotten);
            };
            let draft = Draft {
                body: sources.of(self.draft.body.clone()),
                ..self.draft.clone()
            };
            let seq = intake.append(&draft)?.seq;
            self.retire(intake, memories::get(intake.tx, seq)?)?;
            return Ok(Fate::New);
        };
        let row = memories::get(intake.tx, seq)?;
        match row {
            None if journal::is_live(intake.tx, seq)? => Ok(Fate::Known),
            None => Ok(Fate::Forgotten),
            Some(_) if strategy == Strategy::Skip => Ok(Fate::Known),
            Some(_) if !owns(intake.tx, intake.namespace, &self.draft.ext_id)? => Ok(Fate::Known),
            Some(row) if strategy == Strategy::Merge && self.is_older(&row) => Ok(Fate::Known),
            Some(row) => self.next(intake, row),
        }
    }

    /// Whether its words were written before those that are here, where it says when.
    fn is_older(&self, row: &MemoryRow) -> bool {
        let written = Moment::parse(&self.memory.updated_at);
        written.is_some_and(|written| written.ms < row.updated_ms)
    }

    /// The next state of a memory that is here; the same state is none.
    fn next(&self, intake: &Intake<'_>, row: MemoryRow) -> Result<Fate> {
        let Some(here) = noted(intake.tx, &row)? else {
            return Ok(Fate::Known);
        };
        let same = here.content == self.memory.content && here.kept == self.memory.kept;
        let retires = !self.memory.is_latest && here.is_latest;
        if !same && row.status.is_found() {
            intake.append(&Draft {
                ext_id: format!("{}-in", self.act),
                kind: Kind::MemoryUpdated,
                body: Body {
                    memory: Some(row.seq),
                    version: Some(row.version + 1),
                    replaces: Some(row.head_seq),
                    created_ms: Some(row.created_ms),
                    ..self.draft.body.clone()
                },
                ..self.draft.clone()
            })?;
        }
        self.retire(intake, memories::get(intake.tx, row.seq)?)?;
        Ok(match same && !retires {
            true => Fate::Known,
            false => Fate::New,
        })
    }

    fn retire(&self, intake: &Intake<'_>, row: Option<MemoryRow>) -> Result<()> {
        let row = row.filter(|row| row.status.is_found());
        let Some(row) = row.filter(|_| !self.memory.is_latest) else {
            return Ok(());
        };
        let by = self.by.as_deref();
        let by = by.map(|id| journal::find(intake.tx, intake.ns(), id));
        let mut note = supersede::note(intake, self.act.clone(), &row, by.transpose()?.flatten());
        note.body.brought = self.draft.body.brought.clone();
        intake.append(&note)?;
        Ok(())
    }
}
