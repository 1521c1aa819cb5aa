//! Notes with words: each is a memory on a shelf, and the next state of it a version.

use mneme_journal::{Draft, Intake};
use mneme_model::event::{Brought, Noted};
use mneme_model::{Body, Code, Kind, MemoryType, Moment, NsId, Seq};
use mneme_notebook::redact;
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::{journal, memories, notes};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::memories::supersede;
use crate::{Error, Result};

/// Something that has a place of its own among the notes.
pub trait Shelved: Serialize + DeserializeOwned + Clone + Send + 'static {
    const SHELF: &'static str;

    /// Whether its name is no words of anybody's, so that it need not be hidden.
    const OPEN: bool = false;

    /// Its name on the shelf.
    fn key(&self) -> String;

    /// What it is found by.
    fn words(&self) -> String;

    /// As it is put down when it comes from elsewhere: its own name is made by our rule.
    fn settled(self) -> Self {
        self
    }
}

/// When a note was first put down, and last written, where that was elsewhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    pub created_ms: Option<i64>,
    pub written_ms: Option<i64>,
}

/// How a note is called in the tables: a hash under the namespace's key, so that a name made of
/// words does not let a guess at them be tested.
pub fn sealed<T: Shelved>(namespace: &Namespace, key: &str) -> String {
    if T::OPEN {
        return key.to_owned();
    }
    namespace.key.fingerprint(&format!("{}\n{key}", T::SHELF))
}

/// The note of this name, as it is now.
pub fn get<T: Shelved>(view: &View<'_>, namespace: &Namespace, key: &str) -> Result<Option<T>> {
    let memory = notes::find(view, namespace.ns, T::SHELF, &sealed::<T>(namespace, key))?;
    Ok(memory.map(|seq| read(view, seq)).transpose()?.flatten())
}

/// Every note of a shelf, in no order that says anything.
pub fn all<T: Shelved>(view: &View<'_>, ns: NsId) -> Result<Vec<T>> {
    let memories = notes::all(view, ns, T::SHELF)?;
    let read = memories.into_iter().map(|seq| read(view, seq));
    Ok(read
        .collect::<Result<Vec<_>>>()?
        .into_iter()
        .flatten()
        .collect())
}

/// Every note of a shelf with the memory it is.
pub fn placed<T: Shelved>(view: &View<'_>, ns: NsId) -> Result<Vec<(Seq, T)>> {
    let mut placed = Vec::new();
    for seq in notes::all(view, ns, T::SHELF)? {
        placed.extend(read(view, seq)?.map(|note| (seq, note)));
    }
    Ok(placed)
}

pub(super) fn read<T: Shelved>(view: &View<'_>, memory: i64) -> Result<Option<T>> {
    let row = memories::get(view, memory)?;
    let head = row
        .map(|row| journal::load(view, row.head_seq))
        .transpose()?;
    let noted = head.flatten().and_then(|head| head.body.noted);
    Ok(noted.and_then(|noted| serde_json::from_value(noted.data).ok()))
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
    let body = Body {
        created_ms: times.created_ms,
        brought: times.written_ms.map(|written_ms| Brought {
            written_ms: Some(written_ms),
            ..Brought::default()
        }),
        ..body(intake, note)?
    };
    let key = sealed::<T>(intake.namespace, &note.key());
    let known = notes::find(intake.tx, intake.ns(), T::SHELF, &key)?;
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
    let data = serde_json::to_value(note)
        .map_err(|error| Error::refused(Code::BadRequest, error.to_string()))?;
    let noted = Noted {
        shelf: T::SHELF.to_owned(),
        key: sealed::<T>(intake.namespace, &note.key()),
        data: redact::value(data),
        ..Noted::default()
    };
    let text = redact::text(&note.words());
    Ok(Body {
        fingerprint: Some(intake.namespace.key.fingerprint(&text)),
        text,
        label: Some(T::SHELF.to_owned()),
        memory_type: Some(MemoryType::default()),
        noted: Some(noted),
        ..Body::default()
    })
}

/// Takes a note off its shelf: it is not believed any more. Whether it was there.
pub fn remove<T: Shelved>(intake: &Intake<'_>, ext_id: String, key: &str) -> Result<bool> {
    let key = sealed::<T>(intake.namespace, key);
    let known = notes::find(intake.tx, intake.ns(), T::SHELF, &key)?;
    let known = known.map(|seq| memories::get(intake.tx, seq)).transpose()?;
    let Some(row) = known.flatten() else {
        return Ok(false);
    };
    intake.append(&supersede::note(intake, ext_id, &row, None))?;
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
