//! Every list of notes there is, by the name it has in an export.

use std::collections::BTreeMap;

use mneme_access::Caller;
use mneme_journal::Intake;
use mneme_model::{Code, Moment, Seq};
use mneme_notebook::action::Action;
use mneme_notebook::commit::Commit;
use mneme_notebook::compressed::{Compressed, Extracted};
use mneme_notebook::consolidate::{Fact, Procedure};
use mneme_notebook::lesson::Lesson;
use mneme_notebook::reflect;
use mneme_notebook::relation::Relation;
use mneme_notebook::slot::Slot;
use mneme_notebook::summary::{Crystal, Summary};
use mneme_store::View;
use mneme_store::names::{NameKind, Namespace};
use mneme_store::tables::{journal, notes};
use serde_json::Value;

use super::sessions::was_forgotten;
use super::{Fate, Strategy, TOGETHER, Taken};
use crate::notebook::made::{self, From};
use crate::notebook::read::latest;
use crate::notebook::relations;
use crate::notebook::shelf::{self, Shelved, Times};
use crate::notebook::whose;
use crate::{Engine, Error, Result, checks, said};

/// What can be done with the notes of a list without knowing what they are.
pub struct Shelf {
    /// Its name in an export.
    pub list: &'static str,
    /// Its name in the tables.
    pub name: &'static str,
    all: fn(&View<'_>, &Namespace) -> Result<Vec<Value>>,
    check: fn(Value) -> std::result::Result<(), String>,
    key: fn(&Namespace, &Value) -> Option<String>,
    here: fn(&View<'_>, &Namespace, &Value) -> Result<Vec<Seq>>,
    take: fn(&Intake<'_>, String, Value, Strategy) -> Result<Fate>,
}

/// Observations told again.
pub const COMPRESSED: &str = "compressed";

/// One line a list.
pub const SHELVES: &[Shelf] = &[
    of::<Action>("actions"),
    of::<Commit>("commits"),
    of::<Lesson>("lessons"),
    of::<Slot>("slots"),
    made_of::<Summary>("summaries"),
    made_of::<Crystal>("crystals"),
    made_of::<Fact>("semanticMemories"),
    made_of::<Procedure>("proceduralMemories"),
    made_of::<Compressed>(COMPRESSED),
    made_of::<Extracted>("extracted"),
    // What they join has to be here before them.
    Shelf {
        take: take_related,
        ..of::<Relation>("relations")
    },
];

/// The same for notes made of what happened: they go with it.
const fn made_of<T: Shelved>(list: &'static str) -> Shelf {
    Shelf {
        take: take_made::<T>,
        ..of::<T>(list)
    }
}

const fn of<T: Shelved>(list: &'static str) -> Shelf {
    Shelf {
        list,
        name: T::SHELF,
        all: all::<T>,
        check: check_one::<T>,
        key: key::<T>,
        here: here::<T>,
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

fn all<T: Shelved>(view: &View<'_>, namespace: &Namespace) -> Result<Vec<Value>> {
    let mut notes: Vec<T> = shelf::all(view, namespace)?;
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
        false => note.fault().map_or(Ok(()), Err),
    }
}

fn key<T: Shelved>(namespace: &Namespace, note: &Value) -> Option<String> {
    let note: T = read(note.clone()).ok()?;
    Some(shelf::sealed::<T>(namespace, &note.key()))
}

/// What is here under the name a note came with, and under the one our rule makes.
fn here<T: Shelved>(view: &View<'_>, namespace: &Namespace, note: &Value) -> Result<Vec<Seq>> {
    let Ok(told) = serde_json::from_value::<T>(note.clone()) else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    for name in [told.key(), told.settled().key()] {
        found.extend(shelf::find::<T>(view, namespace, &name)?);
    }
    Ok(found)
}

fn take<T: Shelved>(
    intake: &Intake<'_>,
    ext_id: String,
    told: Value,
    strategy: Strategy,
) -> Result<Fate> {
    let times = times(&told, intake.tx.now_ms());
    match due::<T>(intake, told, strategy)? {
        Ok(note) if note.is_over() => shelf::remove::<T>(intake, ext_id, &note.key()).map(ended),
        Ok(note) => shelf::put_as_of(intake, ext_id, &note, times).map(|_| Fate::New),
        Err(fate) => Ok(fate),
    }
}

/// What is told of as no more is news only where it was.
fn ended(was_here: bool) -> Fate {
    match was_here {
        true => Fate::New,
        false => Fate::Known,
    }
}

/// It goes with what it is made of, as far as that is here.
pub(super) fn take_made<T: Shelved>(
    intake: &Intake<'_>,
    ext_id: String,
    told: Value,
    strategy: Strategy,
) -> Result<Fate> {
    let from = sources(intake, &told)?;
    if !are_seen(intake, &from.of)? {
        return Ok(Fate::Loose);
    }
    let note = match due::<T>(intake, told, strategy)? {
        Ok(note) => note,
        Err(fate) => return Ok(fate),
    };
    let ids = [format!("{ext_id}-by"), ext_id];
    Ok(match made::put(intake, ids, &note, &from)? {
        Some(_) => Fate::New,
        None => Fate::Forgotten,
    })
}

/// Whether nothing of it is another agent's.
fn are_seen(intake: &Intake<'_>, of: &[Seq]) -> Result<bool> {
    for event in of {
        let event = journal::load(intake.tx, *event)?;
        let seen = event.map(|event| whose::is_seen(intake.tx, intake.namespace, &event));
        if !seen.transpose()?.unwrap_or(true) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// It goes with either of its ends; without them it joins nothing.
fn take_related(
    intake: &Intake<'_>,
    ext_id: String,
    told: Value,
    strategy: Strategy,
) -> Result<Fate> {
    let note = match due::<Relation>(intake, told, strategy)? {
        Ok(note) => note,
        Err(fate) => return Ok(fate),
    };
    let from = match relations::ends(intake, &note) {
        Ok(from) => from,
        Err(error) if error.code() == Code::NoSuchMemory => return Ok(Fate::Loose),
        Err(error) => return Err(error),
    };
    let ids = [format!("{ext_id}-by"), ext_id];
    Ok(match made::put(intake, ids, &note, &from)? {
        Some(_) => Fate::New,
        None => Fate::Loose,
    })
}

/// A note that is to be written, or why it is not.
fn due<T: Shelved>(
    intake: &Intake<'_>,
    told: Value,
    strategy: Strategy,
) -> Result<std::result::Result<T, Fate>> {
    let mut note: T = named(intake, told)?;
    let mut known = shelf::get::<T>(intake.tx, intake.namespace, &note.key())?;
    if leave(intake, &mut note)? || drop_lines(intake, &mut note, known.as_mut())? {
        return Ok(Err(Fate::Forgotten));
    }
    let same = |known: &T| serde_json::to_value(known).ok() == serde_json::to_value(&note).ok();
    let stays = |known: &T| match strategy {
        Strategy::Skip => true,
        Strategy::Merge => same(known) || is_newer(known, &note),
        Strategy::Replace => same(known),
    };
    if known.is_some_and(|known| stays(&known)) {
        return Ok(Err(Fate::Known));
    }
    let words = note.words();
    Ok(
        match said::is_forgotten(intake.tx, intake.namespace, &words)? {
            true => Err(Fate::Forgotten),
            false => Ok(note),
        },
    )
}

/// Whether a note that is here was written later than one that comes in, as far as both say when.
fn is_newer<T: Shelved>(here: &T, coming: &T) -> bool {
    let written = |note: &T| note.written().and_then(Moment::parse);
    let both = written(here).zip(written(coming));
    both.is_some_and(|(here, coming)| here.ms > coming.ms)
}

/// Takes sessions out of a note that were forgotten here; whether it was linked to no other.
fn leave<T: Shelved>(intake: &Intake<'_>, note: &mut T) -> Result<bool> {
    let Some(linked) = note.linked() else {
        return Ok(false);
    };
    let mut here = Vec::with_capacity(linked.len());
    for session in linked.iter() {
        if !was_forgotten(intake, session)? {
            here.push(session.clone());
        }
    }
    let alone = here.is_empty() && !linked.is_empty();
    *linked = here;
    Ok(alone)
}

/// Takes lines out of a note that were forgotten here and that nobody wrote again; whether it had
/// no others.
fn drop_lines<T: Shelved>(
    intake: &Intake<'_>,
    note: &mut T,
    known: Option<&mut T>,
) -> Result<bool> {
    let Some(content) = note.lines() else {
        return Ok(false);
    };
    let here = known.and_then(T::lines).map_or("", |here| here.as_str());
    let mut gone = Vec::new();
    for line in content
        .lines()
        .filter(|line| !here.lines().any(|own| own == *line))
    {
        if said::is_forgotten(intake.tx, intake.namespace, line)? {
            gone.push(line.to_owned());
        }
    }
    let taken = reflect::take(content, |line| gone.iter().any(|gone| gone == line));
    Ok(!taken.is_empty() && content.trim().is_empty())
}

/// A note under the name it came with where that is one of ours, as one of our own exports has it;
/// else under the one our rule makes.
fn named<T: Shelved>(intake: &Intake<'_>, told: Value) -> Result<T> {
    let told = serde_json::from_value::<T>(told);
    let told = told.map_err(|why| Error::refused(Code::BadRequest, why.to_string()))?;
    let here = shelf::find::<T>(intake.tx, intake.namespace, &told.key())?;
    Ok(match here {
        Some(_) => told,
        None => told.settled(),
    })
}

/// Observations and sessions a note names as what it is made of.
fn sources(intake: &Intake<'_>, told: &Value) -> Result<From> {
    let mut from = From::default();
    if let Some(id) = told["observationId"].as_str() {
        from.of.extend(journal::find(intake.tx, intake.ns(), id)?);
    } else {
        let many = told["sourceSessionIds"].as_array().into_iter().flatten();
        for session in many.chain(told.get("sessionId")).filter_map(Value::as_str) {
            let known = intake.tx.name_id(intake.ns(), NameKind::Session, session)?;
            let events = known.map(|known| latest(intake.tx, known, MOST_EVENTS));
            let events = events.transpose()?.unwrap_or_default();
            from.of.extend(events.iter().map(|event| event.seq));
        }
    }
    if let Some(first) = from.of.first() {
        let agent = journal::load(intake.tx, *first)?.and_then(|event| event.agent);
        let agent = agent.map(|agent| intake.tx.word(agent)).transpose()?;
        from.agent = agent.map(|agent| agent.to_string());
    }
    Ok(from)
}

/// Of one session, as many as a summary is made of.
const MOST_EVENTS: usize = 4_000;

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

/// The moments a note is told to be of are moments.
fn check_times(note: &Value) -> Result<()> {
    for field in ["createdAt", "updatedAt"] {
        let told = note[field].as_str().filter(|told| !told.is_empty());
        checks::moment(field, told)?;
    }
    Ok(())
}

/// Every note of a known list has its shape.
pub fn check(notes: &BTreeMap<String, Vec<Value>>) -> Result<()> {
    for (list, all) in notes {
        let Some(shelf) = listed(list) else { continue };
        for (n, note) in all.iter().enumerate() {
            let checked = (shelf.check)(note.clone())
                .map_err(|why| Error::refused(Code::BadRequest, why))
                .and_then(|()| check_times(note));
            checked
                .map_err(|error| Error::refused(error.code(), format!("{list}[{n}]: {error}")))?;
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
        let read = self.store.read(move |view| {
            let each = |shelf: &Shelf| Ok((shelf.list, (shelf.all)(view, &namespace)?));
            SHELVES.iter().map(each).collect::<Result<Vec<_>>>()
        });
        let lists = read.await?.into_iter();
        Ok(lists.filter(|(_, notes)| !notes.is_empty()).collect())
    }

    pub(super) async fn take_notes(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        mut notes: BTreeMap<String, Vec<Value>>,
        strategy: Strategy,
        taken: &mut Taken,
    ) -> Result<()> {
        for shelf in SHELVES {
            let list = shelf.list.to_owned();
            let Some(all) = notes.remove(&list) else {
                continue;
            };
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
        let unknown = notes.into_iter().filter(|(_, all)| !all.is_empty());
        let unknown = unknown.map(|(list, all)| (list, all.len()));
        taken.left_out.extend(unknown);
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
            kept.extend((shelf.here)(view, namespace, note)?);
        }
        for memory in notes::all(view, namespace.ns, shelf.name)? {
            if !kept.contains(&memory) {
                ids.extend(journal::ext_id(view, memory)?);
            }
        }
    }
    Ok(ids)
}
