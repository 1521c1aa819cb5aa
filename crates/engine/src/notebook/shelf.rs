//! Notes with words: each is a memory on a shelf, and the next state of it a version.

use mneme_journal::{Draft, Intake};
use mneme_model::event::{Brought, Noted};
use mneme_model::{Body, Code, Event, Kind, MemoryType, Moment, Seq};
use mneme_notebook::redact;
use mneme_store::View;
use mneme_store::names::{NameKind, Namespace};
use mneme_store::tables::{journal, memories, notes, versions};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{relations, whose};
use crate::memories::supersede;
use crate::{Error, Result};

/// Something that has a place of its own among the notes.
pub trait Shelved: Serialize + DeserializeOwned + Clone + Send + 'static {
    const SHELF: &'static str;

    /// Whether its name is no words of anybody's, so that it need not be hidden.
    const OPEN: bool = false;

    /// Whether it says the same whoever tells it: then it is of every agent that told it, not of
    /// the last alone.
    const OF_MANY: bool = false;

    /// Its name on the shelf.
    fn key(&self) -> String;

    /// What it is found by.
    fn words(&self) -> String;

    /// Says something else from now on. A note that is not made of words stays as it is.
    fn reword(&mut self, _text: &str) {}

    /// As it is put down when it comes from elsewhere: its own name is made by our rule.
    fn settled(self) -> Self {
        self
    }

    /// Sessions it is linked to and goes with, where it has such.
    fn linked(&mut self) -> Option<&mut Vec<String>> {
        None
    }

    /// What it says line by line, where each line stands for itself.
    fn lines(&mut self) -> Option<&mut String> {
        None
    }

    /// Why it cannot be put down as it is, if it cannot.
    fn fault(&self) -> Option<String> {
        None
    }

    /// When it was last written, as it says itself; not every note does.
    fn written(&self) -> Option<&str> {
        None
    }

    /// Whether it is told of as something that is no more.
    fn is_over(&self) -> bool {
        false
    }
}

/// Agents whose own notes are looked through for a name.
const AGENTS: usize = 1_000;

/// When a note was first put down, and last written, where that was elsewhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    pub created_ms: Option<i64>,
    pub written_ms: Option<i64>,
}

/// How a note is called in the tables: a hash under the namespace's key, so that a name made of
/// words does not let a guess at them be tested. Where agents are kept apart, each has notes of
/// its own under the same names.
pub fn sealed<T: Shelved>(namespace: &Namespace, key: &str) -> String {
    match T::OPEN {
        true => key.to_owned(),
        false => called(namespace, T::SHELF, key),
    }
}

fn called(namespace: &Namespace, shelf: &str, key: &str) -> String {
    let own = namespace.only.as_deref();
    let own = own.map_or_else(String::new, |agent| format!("\n{agent}"));
    namespace.key.fingerprint(&format!("{shelf}\n{key}{own}"))
}

/// The memory that is the note of this name: the agent's own where agents are kept apart, or one
/// it wrote before they were.
pub fn find<T: Shelved>(view: &View<'_>, namespace: &Namespace, key: &str) -> Result<Option<Seq>> {
    match T::OPEN {
        true => under(view, namespace, (T::SHELF, T::OF_MANY), key),
        false => found(view, namespace, (T::SHELF, T::OF_MANY), key),
    }
}

/// A shelf by its name, and whether what stands there may be of many agents.
type OnShelf<'a> = (&'a str, bool);

fn found(
    view: &View<'_>,
    namespace: &Namespace,
    (shelf, many): OnShelf<'_>,
    key: &str,
) -> Result<Option<Seq>> {
    let own = called(namespace, shelf, key);
    let own = under(view, namespace, (shelf, many), &own)?;
    if own.is_some() {
        return Ok(own);
    }
    if namespace.only.is_none() {
        return apart(view, namespace, shelf, key);
    }
    let shared = called(&namespace.clone().seen_by(None), shelf, key);
    under(view, namespace, (shelf, many), &shared)
}

/// The latest note of this name that an agent put down while agents were kept apart.
fn apart(view: &View<'_>, namespace: &Namespace, shelf: &str, key: &str) -> Result<Option<Seq>> {
    Ok(all_apart(view, namespace, shelf, key)?.into_iter().max())
}

/// The notes of this name that agents put down while they were kept apart.
fn all_apart(view: &View<'_>, namespace: &Namespace, shelf: &str, key: &str) -> Result<Vec<Seq>> {
    let mut found = Vec::new();
    for agent in view.names(namespace.ns, NameKind::Agent, AGENTS)? {
        let its = called(&namespace.clone().seen_by(Some(&agent)), shelf, key);
        found.extend(notes::find(view, namespace.ns, shelf, &its)?);
    }
    Ok(found)
}

/// What stands under a name as it is kept, if one sees it.
fn under(
    view: &View<'_>,
    namespace: &Namespace,
    (shelf, many): OnShelf<'_>,
    kept: &str,
) -> Result<Option<Seq>> {
    let memory = notes::find(view, namespace.ns, shelf, kept)?;
    let Some(seq) = memory.filter(|_| namespace.only.is_some()) else {
        return Ok(memory);
    };
    let seen = match head(view, seq)? {
        Some(head) => is_seen(view, namespace, seq, &head, many)?,
        None => false,
    };
    Ok(memory.filter(|_| seen))
}

/// Whether one sees a note: as the agent that wrote it last or, where it may be of many, as one
/// of those that told it.
fn is_seen(
    view: &View<'_>,
    namespace: &Namespace,
    memory: Seq,
    head: &Event,
    many: bool,
) -> Result<bool> {
    let last = whose::is_seen(view, namespace, head)?;
    if last || !many {
        return Ok(last);
    }
    for agent in versions::agents(view, memory)? {
        if namespace.sees(Some(&view.word(agent)?)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The memories called so on any shelf, by the name they are shown under. Whoever sees everybody's
/// has them all: agents that were kept apart may have put down one each.
pub fn named(view: &View<'_>, namespace: &Namespace, key: &str) -> Result<Vec<Seq>> {
    let mut all = Vec::new();
    for shelf in notes::shelves(view, namespace.ns)? {
        // Who takes one away by its name takes what is its own.
        let first = found(view, namespace, (&shelf, false), key)?;
        all.extend(first);
        if namespace.only.is_none() {
            let others = all_apart(view, namespace, &shelf, key)?.into_iter();
            all.extend(others.filter(|seq| Some(*seq) != first));
        }
        all.extend(under(view, namespace, (&shelf, false), key)?);
    }
    Ok(all)
}

/// The note of this name, as it is now.
pub fn get<T: Shelved>(view: &View<'_>, namespace: &Namespace, key: &str) -> Result<Option<T>> {
    let memory = find::<T>(view, namespace, key)?;
    Ok(memory.map(|seq| read(view, seq)).transpose()?.flatten())
}

/// Every note of a shelf that one sees, in no order that says anything.
pub fn all<T: Shelved>(view: &View<'_>, namespace: &Namespace) -> Result<Vec<T>> {
    let placed = placed(view, namespace)?;
    Ok(placed.into_iter().map(|(_, note)| note).collect())
}

/// Every note of a shelf that one sees, with the memory it is.
pub fn placed<T: Shelved>(view: &View<'_>, namespace: &Namespace) -> Result<Vec<(Seq, T)>> {
    let mut placed = Vec::new();
    for seq in notes::all(view, namespace.ns, T::SHELF)? {
        let Some(head) = head(view, seq)? else {
            continue;
        };
        if is_seen(view, namespace, seq, &head, T::OF_MANY)? {
            placed.extend(said(&head).map(|note| (seq, note)));
        }
    }
    match T::OF_MANY && namespace.only.is_some() {
        true => own(view, namespace, placed),
        false => Ok(placed),
    }
}

/// Of several under one name, the one that is found by it: an agent's own before one it told with
/// others, and for whoever sees everybody's the one that is written into.
pub(super) fn own<T: Shelved>(
    view: &View<'_>,
    namespace: &Namespace,
    placed: Vec<(Seq, T)>,
) -> Result<Vec<(Seq, T)>> {
    let mut own = Vec::with_capacity(placed.len());
    for (seq, note) in placed {
        let known = find::<T>(view, namespace, &note.key())?;
        if known.is_none_or(|known| known == seq) {
            own.push((seq, note));
        }
    }
    Ok(own)
}

/// The agent that wrote a note last.
pub fn agent_of(view: &View<'_>, memory: Seq) -> Result<Option<String>> {
    let head = head(view, memory)?;
    let agent = head.map(|head| whose::agent(view, &head)).transpose()?;
    Ok(agent.flatten().map(|agent| agent.to_string()))
}

/// The event that holds a memory's words now.
fn head(view: &View<'_>, memory: Seq) -> Result<Option<Event>> {
    let row = memories::get(view, memory)?;
    let head = row.map(|row| journal::load(view, row.head_seq));
    Ok(head.transpose()?.flatten())
}

pub(super) fn read<T: Shelved>(view: &View<'_>, memory: Seq) -> Result<Option<T>> {
    Ok(head(view, memory)?.as_ref().and_then(said))
}

/// A note by its event. Whoever changed its words through another door changed the note.
pub(super) fn said<T: Shelved>(head: &Event) -> Option<T> {
    let noted = head.body.noted.as_ref()?;
    let mut note: T = serde_json::from_value(noted.data.clone()).ok()?;
    if redact::text(&note.words()) != head.body.text {
        note.reword(&head.body.text);
    }
    Some(note)
}

/// Puts a note on its shelf, or its next state in its place. What is written has no secrets.
pub fn put<T: Shelved>(intake: &Intake<'_>, ext_id: String, note: &T) -> Result<T> {
    put_as_of(intake, ext_id, note, Times::default())
}

/// The same for a note that was put down elsewhere before.
pub fn put_as_of<T: Shelved>(
    intake: &Intake<'_>,
    ext_id: String,
    note: &T,
    times: Times,
) -> Result<T> {
    let body = dated(body(intake, note)?, times);
    write(intake, ext_id, note, body)
}

/// The same for a note that somebody told again in other words: these are kept beside it.
pub fn put_told<T: Shelved>(intake: &Intake<'_>, ext_id: String, note: &T, told: &T) -> Result<T> {
    let mut body = body(intake, note)?;
    if let Some(noted) = &mut body.noted {
        noted.told = data(told)?;
    }
    write(intake, ext_id, note, body)
}

/// Puts a note down as one agent's own, unless it has one of that name.
pub(super) fn put_apart<T: Shelved>(
    intake: &Intake<'_>,
    ext_id: String,
    note: &T,
    agent: Option<&str>,
    times: Times,
) -> Result<()> {
    let own = intake.namespace.clone().seen_by(agent);
    let key = sealed::<T>(&own, &note.key());
    if notes::find(intake.tx, intake.ns(), T::SHELF, &key)?.is_some() {
        return Ok(());
    }
    let mut body = dated(body(intake, note)?, times);
    if let Some(noted) = &mut body.noted {
        noted.key = key;
    }
    let draft = Draft {
        agent: agent.map(str::to_owned),
        ..draft(intake, ext_id, Kind::MemoryStored, body)
    };
    intake.append(&draft)?;
    Ok(())
}

fn dated(body: Body, times: Times) -> Body {
    Body {
        created_ms: times.created_ms,
        brought: times.written_ms.map(|written_ms| Brought {
            written_ms: Some(written_ms),
            ..Brought::default()
        }),
        ..body
    }
}

fn write<T: Shelved>(intake: &Intake<'_>, ext_id: String, note: &T, body: Body) -> Result<T> {
    let known = find::<T>(intake.tx, intake.namespace, &note.key())?;
    let known = known.map(|seq| memories::get(intake.tx, seq)).transpose()?;
    let (kind, body) = match known.flatten() {
        None => (Kind::MemoryStored, body),
        Some(row) => {
            let next = Body {
                memory: Some(row.seq),
                version: Some(row.version + 1),
                replaces: Some(row.head_seq),
                created_ms: Some(row.created_ms),
                ..body
            };
            (Kind::MemoryUpdated, next)
        }
    };
    intake.append(&draft(intake, ext_id, kind, body))?;
    let kept = get(intake.tx, intake.namespace, &note.key())?;
    kept.ok_or_else(|| Error::refused(Code::Internal, "a note was put down and is not there"))
}

pub(super) fn body<T: Shelved>(intake: &Intake<'_>, note: &T) -> Result<Body> {
    let data = data(note)?;
    // Of what is kept: what is hidden in one field may not take the next along.
    let kept = serde_json::from_value(data.clone());
    let words = kept.map_or_else(|_| note.words(), |kept: T| kept.words());
    let noted = Noted {
        shelf: T::SHELF.to_owned(),
        key: sealed::<T>(intake.namespace, &note.key()),
        data,
        ..Noted::default()
    };
    let text = redact::text(&words);
    Ok(Body {
        fingerprint: Some(intake.namespace.key.value(&text)),
        text,
        label: Some(T::SHELF.to_owned()),
        memory_type: Some(MemoryType::default()),
        noted: Some(noted),
        ..Body::default()
    })
}

fn data<T: Shelved>(note: &T) -> Result<Value> {
    let data = serde_json::to_value(note)
        .map_err(|error| Error::refused(Code::BadRequest, error.to_string()))?;
    Ok(redact::note(data))
}

/// Takes a note off its shelf: it is not believed any more. Whether it was there.
pub fn remove<T: Shelved>(intake: &Intake<'_>, ext_id: String, key: &str) -> Result<bool> {
    let known = find::<T>(intake.tx, intake.namespace, key)?;
    let known = known.map(|seq| memories::get(intake.tx, seq)).transpose()?;
    let Some(row) = known.flatten() else {
        return Ok(false);
    };
    intake.append(&supersede::note(intake, ext_id.clone(), &row, None))?;
    relations::untie(intake, &ext_id, row.seq)?;
    Ok(true)
}

pub(super) fn draft(intake: &Intake<'_>, ext_id: String, kind: Kind, body: Body) -> Draft {
    Draft {
        ext_id,
        kind,
        session: None,
        agent: None,
        speaker: None,
        occurred: Moment::from_ms(intake.tx.now_ms()),
        body,
    }
}
