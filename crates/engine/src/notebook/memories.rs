//! Long-term memories: what says nearly the same takes the older one's place.

use mneme_access::Caller;
use mneme_journal::{Draft, Intake};
use mneme_model::event::Noted;
use mneme_model::{Body, Code, Event, Kind, MemoryType, Moment, Seq};
use mneme_notebook::memory::{Kept, Memory, Source, title};
use mneme_notebook::similar::{is_alike, takes_the_place};
use mneme_notebook::{ids, redact};
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::seal::random;
use mneme_store::tables::journal;
use mneme_store::tables::memories::{self, MemoryRow};
use serde_json::Value;

pub(super) mod told;
mod total;

use super::made::are_live;
use super::whose;
use crate::memories::supersede::{believed, find, note as supersession};
use crate::{Engine, Error, Ranking, Recall, Result, checks, signals};

/// A memory to be kept.
#[derive(Clone, Debug, Default)]
pub struct NewNote {
    pub content: String,
    pub agent: Option<String>,
    pub kept: Kept,
    /// The events it is made of: it goes with each of them.
    pub of: Vec<Seq>,
}

/// Where memories stand that have an end.
pub const PASSING: &str = "passing";

/// Stands beside what is kept of a version that somebody asked for by the id of the one before.
const EVOLVED: &str = "evolved";

/// Memories that are compared with a new one, at first and page by page behind that: what other
/// projects and shelves say in the same words may stand before what it takes the place of.
const CANDIDATES: usize = 20;
const MORE: usize = 100;
const PAGES: usize = 10;
/// So much of a memory is asked for; the rest would not change who is near.
const ASKED: usize = 2_000;

impl Engine {
    /// Keeps a memory; the one most like it, if it is alike enough, is not believed any more.
    pub async fn note_down(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        new: NewNote,
    ) -> Result<Memory> {
        let new = self.tidied(new)?;
        let head = self.store.read(|view| Ok::<_, Error>(journal::head(view)?));
        let since = head.await?;
        let near = self.near(caller, namespace, &new.content).await?;
        let older = Older::Alike { near, since };
        self.keep(caller, namespace, new, older).await
    }

    /// Memories a new one may take the place of, of whichever project: recall knows none. It is
    /// asked on as long as it finds what says nearly the same; behind that is nothing that does.
    async fn near(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        content: &str,
    ) -> Result<Vec<String>> {
        let mut ask = Recall {
            query: content.chars().take(ASKED).collect(),
            kinds: vec![String::from("memory")],
            limit: Some(CANDIDATES),
            // Likeness is one of words; other orders put what repeats itself further down.
            ranking: Some(Ranking::Words),
            strong: Some(false),
            ..Recall::default()
        };
        let mut near = Vec::new();
        for _ in 0..PAGES {
            let page = self.recall(caller, namespace, ask.clone()).await?;
            let hits = page.hits.iter();
            let alike = hits.clone().any(|hit| is_alike(content, &hit.record.text));
            near.extend(hits.map(|hit| hit.record.id.clone()));
            if page.next.is_none() || !alike {
                break;
            }
            ask.cursor = page.next;
            ask.limit = Some(MORE.min(self.settings.limits.recall_limit));
        }
        Ok(near)
    }

    /// A memory's next version, by its id.
    pub async fn evolve(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        id: String,
        new: NewNote,
    ) -> Result<Memory> {
        self.keep(caller, namespace, self.tidied(new)?, Older::Named(id))
            .await
    }

    pub(super) async fn keep(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        new: NewNote,
        older: Older,
    ) -> Result<Memory> {
        let (namespace, origin) = self.writing(caller, namespace).await?;
        checks::content(&self.settings.limits, &new.content)?;
        checks::name(&self.settings.limits, "agent", new.agent.as_deref())?;
        let project = new.kept.project.as_deref().unwrap_or_default();
        checks::project(&self.settings.limits, project)?;
        let chance = random::<{ ids::CHANCE }>().map_err(Error::Store)?;
        let draft = self.memory_draft(
            &namespace,
            ids::made("mem", self.store.now_ms(), chance),
            &new,
        )?;
        let act = self.mint_id()?;
        let kept = self.journal.run(namespace, origin, &[], move |intake| {
            let evolves = matches!(older, Older::Named(_));
            let older = older.found(intake, &new)?;
            let (mut draft, mut new) = (draft, new);
            if let Some(older) = older.as_ref().filter(|_| evolves) {
                older.pass_on(intake, &mut new, &mut draft)?;
            }
            if let Some(older) = &older {
                let kept = new.kept.clone().after(&older.id, &older.kept);
                let mut noted = shape(&kept)?;
                if evolves {
                    noted.data[EVOLVED] = Value::Bool(true);
                }
                draft.body.noted = Some(noted);
            }
            if !are_live(intake, &new.of)? {
                let message = "what this memory is made of was forgotten meanwhile";
                return Err(Error::refused(Code::NoSuchMemory, message));
            }
            pass(&mut draft, &new.kept);
            let seq = intake.append(&draft)?.seq;
            if let Some(older) = older {
                intake.append(&supersession(intake, act, &older.row, Some(seq)))?;
            }
            let row = memories::get(intake.tx, seq)?;
            let memory = row.map(|row| noted(intake.tx, &row)).transpose()?;
            memory.flatten().ok_or_else(|| unknown(&draft.ext_id))
        });
        let memory = kept.await?;
        signals::STORES.add(1);
        Ok(memory)
    }

    /// Without secrets, and with a title.
    pub(super) fn tidied(&self, mut new: NewNote) -> Result<NewNote> {
        new.content = redact::text(new.content.trim());
        new.kept.title = match new.kept.title.trim() {
            "" => title(&new.content),
            own => title(&redact::text(own)),
        };
        for words in [&mut new.kept.concepts, &mut new.kept.files] {
            words.iter_mut().for_each(|word| *word = redact::text(word));
        }
        new.kept.project = new.kept.project.as_deref().map(redact::text);
        new.agent = new.agent.as_deref().map(redact::text);
        Ok(new)
    }

    fn memory_draft(&self, namespace: &Namespace, id: String, new: &NewNote) -> Result<Draft> {
        let limits = &self.settings.limits;
        let tags = new.kept.concepts.clone();
        let label = Some(new.kept.kind.clone()).filter(|kind| checks::label(kind).is_ok());
        Ok(Draft {
            ext_id: id,
            kind: Kind::MemoryStored,
            session: None,
            agent: new.agent.clone(),
            speaker: None,
            occurred: Moment::from_ms(self.store.now_ms()),
            body: Body {
                fingerprint: Some(namespace.key.value(&new.content)),
                text: new.content.clone(),
                label,
                // Concepts that are no tags are still concepts.
                tags: Some(tags)
                    .filter(|tags| checks::tags(limits, tags).is_ok())
                    .unwrap_or_default(),
                memory_type: Some(MemoryType::default()),
                noted: Some(shape(&new.kept)?),
                tells_of: new.of.clone(),
                ..Body::default()
            },
        })
    }

    /// Memories, the latest first.
    pub async fn notes(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        wanted: Notes,
    ) -> Result<Vec<Memory>> {
        let Some(namespace) = self.reading(caller, namespace)? else {
            return Ok(Vec::new());
        };
        self.store
            .read(move |view| listed(view, &namespace, &wanted))
            .await
    }
}

/// Which memories are listed.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    pub latest: bool,
    pub project: Option<String>,
    pub kind: Option<String>,
    pub agent: Option<String>,
    pub limit: usize,
}

/// Rows read in one go.
const PAGE: usize = 500;

fn listed(view: &View<'_>, namespace: &Namespace, wanted: &Notes) -> Result<Vec<Memory>> {
    let (mut found, mut before) = (Vec::new(), Seq::MAX);
    while found.len() < wanted.limit {
        let rows = memories::page_before(view, namespace.ns, before, PAGE)?;
        for row in &rows {
            // Each has to be opened: no more than are shown.
            if found.len() == wanted.limit {
                break;
            }
            let memory = noted(view, row)?.filter(|memory| {
                wanted.means(memory) && namespace.sees(memory.agent_id.as_deref())
            });
            found.extend(memory);
        }
        let Some(last) = rows.last().filter(|_| rows.len() == PAGE) else {
            break;
        };
        before = last.seq;
    }
    Ok(found)
}

// === impl Notes ===

impl Notes {
    fn means(&self, memory: &Memory) -> bool {
        let is = |wanted: &Option<String>, own: Option<&str>| {
            wanted.is_none() || wanted.as_deref() == own
        };
        (memory.is_latest || !self.latest)
            && is(&self.project, memory.kept.project.as_deref())
            && is(&self.kind, Some(&memory.kept.kind))
            && is(&self.agent, memory.agent_id.as_deref())
    }
}

/// Which memory a new one takes the place of.
pub(super) enum Older {
    /// The one most like it among these and what came after a position, while nobody looked, if
    /// it is like it enough.
    Alike {
        near: Vec<String>,
        since: Seq,
    },
    Named(String),
}

/// A memory that gives way.
struct Found {
    id: String,
    row: MemoryRow,
    kept: Kept,
    event: Event,
}

impl Found {
    /// What its next version does not say anew: what it is about, and whose it is.
    fn pass_on(&self, intake: &Intake<'_>, new: &mut NewNote, draft: &mut Draft) -> Result<()> {
        let (usual, own) = (Kept::default(), new.kept.clone());
        new.kept = own.clone().inheriting(&self.kept);
        if own.kind == usual.kind {
            draft.body.label.clone_from(&self.event.body.label);
        }
        if own.concepts.is_empty() {
            draft.body.tags.clone_from(&self.event.body.tags);
        }
        if draft.agent.is_none() {
            let agent = whose::agent(intake.tx, &self.event)?;
            draft.agent = agent.map(|agent| agent.to_string());
        }
        Ok(())
    }
}

impl Older {
    fn found(&self, intake: &Intake<'_>, new: &NewNote) -> Result<Option<Found>> {
        match self {
            Older::Named(id) => {
                let row = find(intake, id)?;
                believed(intake, &row, id)?;
                let event = journal::load(intake.tx, row.head_seq)?;
                let seen = match &event {
                    Some(event) => whose::is_seen(intake.tx, intake.namespace, event)?,
                    None => true,
                };
                let known = event.filter(|_| seen).ok_or_else(|| unknown(id))?;
                Ok(Some(Found {
                    id: id.clone(),
                    row,
                    kept: kept(&known),
                    event: known,
                }))
            }
            Older::Alike { near, since } => {
                let mut rows = newer(intake, *since)?;
                rows.extend(equal(intake, &new.content)?);
                for id in near {
                    let seq = journal::find(intake.tx, intake.ns(), id)?;
                    let row = seq.map(|seq| memories::get(intake.tx, seq)).transpose()?;
                    rows.extend(row.flatten());
                }
                alike(intake, new, rows)
            }
        }
    }
}

/// Memories that came after a position: two who say the same at one moment are told apart here.
fn newer(intake: &Intake<'_>, since: Seq) -> Result<Vec<MemoryRow>> {
    let rows = memories::page_before(intake.tx, intake.ns(), Seq::MAX, PAGE)?;
    Ok(rows.into_iter().take_while(|row| row.seq > since).collect())
}

/// Memories that say this word for word: no search need find them.
fn equal(intake: &Intake<'_>, text: &str) -> Result<Vec<MemoryRow>> {
    let mut rows = Vec::new();
    for value in intake.namespace.key.values(text) {
        rows.extend(memories::by_fingerprint(intake.tx, intake.ns(), &value)?);
    }
    Ok(rows)
}

fn alike(intake: &Intake<'_>, new: &NewNote, rows: Vec<MemoryRow>) -> Result<Option<Found>> {
    let mut best: Option<(f64, Found)> = None;
    let believed = |row: &MemoryRow| row.status.is_found();
    for row in rows.into_iter().filter(believed) {
        let event = journal::load(&intake.tx.forgiving(), row.head_seq)?;
        let Some(event) = event.filter(|event| !is_shelved(event)) else {
            continue;
        };
        let Some(like) = takes_the_place(&new.content, &event.body.text) else {
            continue;
        };
        let kept = kept(&event);
        let better = best.as_ref().is_none_or(|(most, _)| like > *most);
        let beside = better && new.kept.is_beside(&kept);
        if beside && whose::is_seen(intake.tx, intake.namespace, &event)? {
            let id = journal::ext_id(intake.tx, row.seq)?.unwrap_or_default();
            let found = Found {
                id,
                row,
                kept,
                event,
            };
            best = Some((like, found));
        }
    }
    Ok(best.map(|(_, found)| found))
}

/// A memory with an end stands where whoever sweeps looks for it.
pub(super) fn pass(draft: &mut Draft, kept: &Kept) {
    if let (Some(noted), Some(_)) = (&mut draft.body.noted, &kept.forget_after) {
        noted.shelf = PASSING.to_owned();
        noted.key = draft.ext_id.clone();
    }
}

pub(super) fn shape(kept: &Kept) -> Result<Noted> {
    let data = serde_json::to_value(kept)
        .map_err(|error| Error::refused(Code::BadRequest, error.to_string()))?;
    Ok(Noted {
        data: redact::note(data),
        ..Noted::default()
    })
}

/// What is kept of a memory; one that came through another door says it in its own fields.
pub fn kept(event: &Event) -> Kept {
    let noted = event.body.noted.as_ref();
    let read = noted.and_then(|noted| serde_json::from_value(noted.data.clone()).ok());
    read.unwrap_or_else(|| Kept {
        kind: event
            .body
            .label
            .clone()
            .unwrap_or_else(|| Kept::default().kind),
        title: title(&event.body.text),
        concepts: event.body.tags.clone(),
        version: event.body.version.unwrap_or(1),
        ..Kept::default()
    })
}

/// Whether it is the next version of a memory that was named, and not of one it was only like.
pub fn is_evolved(event: &Event) -> bool {
    let noted = event.body.noted.as_ref();
    noted.is_some_and(|noted| noted.data[EVOLVED] == Value::Bool(true))
}

/// Whether it is a note with a list of its own: a lesson, a slot and their like.
pub fn is_shelved(event: &Event) -> bool {
    let noted = event.body.noted.as_ref();
    noted.is_some_and(|noted| !noted.shelf.is_empty() && noted.shelf != PASSING)
}

/// A memory as the notebook shows it; none if its words are gone, or it has a list of its own.
pub(super) fn noted(view: &View<'_>, row: &MemoryRow) -> Result<Option<Memory>> {
    let id = journal::ext_id(view, row.seq)?;
    let (Some(id), Some(event)) = (id, journal::load(view, row.head_seq)?) else {
        return Ok(None);
    };
    if is_shelved(&event) {
        return Ok(None);
    }
    let agent = event.agent.map(|agent| view.word(agent)).transpose()?;
    Ok(Some(Memory {
        id,
        created_at: Moment::from_ms(row.created_ms).rfc3339(),
        updated_at: Moment::from_ms(row.updated_ms).rfc3339(),
        is_latest: row.status.is_found(),
        status: row.status.unsure(),
        agent_id: agent.map(|agent| agent.to_string()),
        source: Some(source(view, &event)?),
        kept: kept(&event),
        content: event.body.text,
    }))
}

fn source(view: &View<'_>, event: &Event) -> Result<Source> {
    Ok(Source {
        door: event.door.name().to_owned(),
        by: view.word(event.actor)?.to_string(),
    })
}

fn unknown(id: &str) -> Error {
    Error::refused(Code::NoSuchMemory, format!("no memory has the id {id}"))
}
