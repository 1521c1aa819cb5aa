//! Every list of notes there is, by the name it has in an export.

use std::collections::BTreeMap;

use mneme_access::Caller;
use mneme_journal::Intake;
use mneme_model::{Code, Moment, NsId};
use mneme_notebook::action::Action;
use mneme_notebook::lesson::Lesson;
use mneme_notebook::slot::Slot;
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::{journal, notes, tombstones};
use serde_json::Value;

use super::{Fate, Strategy, TOGETHER, Taken};
use crate::notebook::shelf::{self, Shelved, Times};
use crate::{Engine, Error, Result};

/// What can be done with the notes of a list without knowing what they are.
pub struct Shelf {
    /// Its name in an export.
    pub list: &'static str,
    /// Its name in the tables.
    pub name: &'static str,
    all: fn(&View<'_>, NsId) -> Result<Vec<Value>>,
    check: fn(Value) -> std::result::Result<(), String>,
    key: fn(&Namespace, &Value) -> Option<String>,
    take: fn(&Intake<'_>, String, Value, Strategy) -> Result<Fate>,
}

/// One line a list.
pub const SHELVES: &[Shelf] = &[
    of::<Action>("actions"),
    of::<Lesson>("lessons"),
    of::<Slot>("slots"),
];

const fn of<T: Shelved>(list: &'static str) -> Shelf {
    Shelf {
        list,
        name: T::SHELF,
        all: all::<T>,
        check: check_one::<T>,
        key: key::<T>,
        take: take::<T>,
    }
}

pub fn listed(list: &str) -> Option<&'static Shelf> {
    SHELVES.iter().find(|shelf| shelf.list == list)
}

/// The name in the tables of a note that comes from another store.
pub fn key_of(namespace: &Namespace, shelf: &str, note: &Value) -> Option<String> {
    let shelf = SHELVES.iter().find(|known| known.name == shelf)?;
    (shelf.key)(namespace, note)
}

fn all<T: Shelved>(view: &View<'_>, ns: NsId) -> Result<Vec<Value>> {
    let mut notes: Vec<T> = shelf::all(view, ns)?;
    notes.sort_by_key(Shelved::key);
    let shown = notes.iter().map(serde_json::to_value);
    shown
        .collect::<std::result::Result<_, _>>()
        .map_err(|error| Error::refused(Code::Internal, error.to_string()))
}

fn read<T: Shelved>(note: Value) -> std::result::Result<T, String> {
    let note: T = serde_json::from_value(note).map_err(|error| error.to_string())?;
    Ok(note.settled())
}

fn check_one<T: Shelved>(note: Value) -> std::result::Result<(), String> {
    let note: T = read(note)?;
    match note.words().trim().is_empty() || note.key().is_empty() {
        true => Err(String::from("it says nothing")),
        false => Ok(()),
    }
}

fn key<T: Shelved>(namespace: &Namespace, note: &Value) -> Option<String> {
    let note: T = read(note.clone()).ok()?;
    Some(shelf::sealed::<T>(namespace, &note.key()))
}

fn take<T: Shelved>(
    intake: &Intake<'_>,
    ext_id: String,
    told: Value,
    strategy: Strategy,
) -> Result<Fate> {
    let times = times(&told, intake.tx.now_ms());
    let note: T = read(told).map_err(|why| Error::refused(Code::BadRequest, why))?;
    let known = shelf::get::<T>(intake.tx, intake.namespace, &note.key())?;
    let same = |known: &T| serde_json::to_value(known).ok() == serde_json::to_value(&note).ok();
    if known.is_some_and(|known| strategy == Strategy::Skip || same(&known)) {
        return Ok(Fate::Known);
    }
    let words = intake.namespace.key.fingerprint(&note.words());
    if tombstones::is_set(intake.tx, intake.ns(), &words)? {
        return Ok(Fate::Forgotten);
    }
    shelf::put_as_of(intake, ext_id, &note, times)?;
    Ok(Fate::New)
}

/// Nothing was written later than now.
fn times(told: &Value, now_ms: i64) -> Times {
    let at = |field: &str| {
        let moment = told[field].as_str().and_then(Moment::parse);
        moment.map(|moment| moment.ms.min(now_ms))
    };
    Times {
        created_ms: at("createdAt"),
        written_ms: at("updatedAt"),
    }
}

/// Every note of a known list has its shape.
pub fn check(notes: &BTreeMap<String, Vec<Value>>) -> Result<()> {
    for (list, all) in notes {
        let Some(shelf) = listed(list) else { continue };
        for (n, note) in all.iter().enumerate() {
            (shelf.check)(note.clone())
                .map_err(|why| Error::refused(Code::BadRequest, format!("{list}[{n}]: {why}")))?;
        }
    }
    Ok(())
}

impl Engine {
    pub(super) async fn every_note(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
    ) -> Result<BTreeMap<&'static str, Vec<Value>>> {
        let Some(namespace) = self.reading(caller, namespace)? else {
            return Ok(BTreeMap::new());
        };
        let ns = namespace.ns;
        let read = self.store.read(move |view| {
            let each = |shelf: &Shelf| Ok((shelf.list, (shelf.all)(view, ns)?));
            SHELVES.iter().map(each).collect::<Result<Vec<_>>>()
        });
        let lists = read.await?.into_iter();
        Ok(lists.filter(|(_, notes)| !notes.is_empty()).collect())
    }

    pub(super) async fn take_notes(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        notes: BTreeMap<String, Vec<Value>>,
        strategy: Strategy,
        taken: &mut Taken,
    ) -> Result<()> {
        for (list, all) in notes {
            let Some(shelf) = listed(&list) else { continue };
            for page in all.chunks(TOGETHER) {
                let (named, origin) = self.writing(caller, namespace).await?;
                let ids = page.iter().map(|_| self.mint_id());
                let ids = ids.collect::<Result<Vec<_>>>()?;
                let page: Vec<(String, Value)> = ids.into_iter().zip(page.to_vec()).collect();
                let written = self.journal.run(named, origin, &[], move |intake| {
                    let one = |(id, note)| (shelf.take)(intake, id, note, strategy);
                    page.into_iter().map(one).collect::<Result<Vec<Fate>>>()
                });
                let fates = written.await?;
                let new = fates.into_iter().filter(|fate| taken.counts(*fate)).count();
                *taken.notes.entry(list.clone()).or_default() += new;
            }
        }
        Ok(())
    }
}

/// The records of notes that are on a shelf and whose key is not among these.
pub fn others(
    view: &View<'_>,
    namespace: &Namespace,
    coming: &BTreeMap<String, Vec<Value>>,
) -> Result<Vec<String>> {
    let mut ids = Vec::new();
    for shelf in SHELVES {
        let named = coming.get(shelf.list).into_iter().flatten();
        let mut kept = Vec::new();
        for note in named {
            let key = (shelf.key)(namespace, note);
            let known = key.map(|key| notes::find(view, namespace.ns, shelf.name, &key));
            kept.extend(known.transpose()?.flatten());
        }
        for memory in notes::all(view, namespace.ns, shelf.name)? {
            if !kept.contains(&memory) {
                ids.extend(journal::ext_id(view, memory)?);
            }
        }
    }
    Ok(ids)
}
