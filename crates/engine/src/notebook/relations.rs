//! How notes hang together, as somebody said. A relation goes with either of its ends.

use std::collections::BTreeSet;

use mneme_access::Caller;
use mneme_journal::Intake;
use mneme_model::{Code, Moment, Seq, time};
use mneme_notebook::ids;
use mneme_notebook::relation::Relation;
use mneme_notebook::summary::Crystal;
use mneme_store::View;
use mneme_store::names::{NameKind, Namespace};
use mneme_store::seal::random;
use mneme_store::tables::versions::{self, Why};
use mneme_store::tables::{journal, memories, notes, sessions};

use super::made::{self, From};
use super::read::events;
use super::shelf::{self, Shelved};
use super::whose;
use crate::memories::supersede;
use crate::{Engine, Error, Result, checks};

/// How names of crystals begin.
const CRYSTAL: &str = "crys_";

impl Shelved for Relation {
    const SHELF: &'static str = "relation";

    fn key(&self) -> String {
        self.id.clone()
    }

    fn words(&self) -> String {
        format!("{} {} {}", self.source_id, self.kind, self.target_id)
    }
}

impl Engine {
    /// Says that two things that are here hang together.
    pub async fn relate(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        mut relation: Relation,
    ) -> Result<Relation> {
        let (namespace, origin) = self.writing(caller, namespace).await?;
        checks::content(&self.settings.limits, &relation.words())?;
        let now = Moment::from_ms(self.store.now_ms());
        let chance = random::<{ ids::CHANCE }>().map_err(Error::Store)?;
        relation.id = ids::made("rel", now.ms, chance);
        relation.created_at = now.rfc3339();
        let acts = self.two_ids()?;
        let named = origin.agent.is_some();
        let related = self.journal.run(namespace, origin, &[], move |intake| {
            let mut from = ends(intake, &relation)?;
            if !named {
                from.agent = agent_of(intake.tx, &from.of)?;
            }
            let related = made::put(intake, acts, &relation, &from)?;
            related.ok_or_else(|| unknown("sourceId", &relation.source_id))
        });
        related.await
    }

    /// Relations, the oldest first.
    pub async fn relations(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
    ) -> Result<Vec<Relation>> {
        let Some(namespace) = self.reading(caller, namespace)? else {
            return Ok(Vec::new());
        };
        let read = move |view: &View<'_>| shelf::all::<Relation>(view, &namespace);
        let mut all = self.store.read(read).await?;
        all.sort_by(|a, b| {
            let older = time::order(&a.created_at, &b.created_at);
            older.then_with(|| a.id.cmp(&b.id))
        });
        Ok(all)
    }
}

/// What a relation hangs on; refused where one of its ends names nothing.
pub(super) fn ends(intake: &Intake<'_>, relation: &Relation) -> Result<From> {
    let mut from = From::default();
    let ends = [
        ("sourceId", &relation.source_id),
        ("targetId", &relation.target_id),
    ];
    for (field, id) in ends {
        let end = end(intake.tx, intake.namespace, id)?;
        let end = end.ok_or_else(|| unknown(field, id))?;
        from.of
            .extend(Some(end).filter(|end| !from.of.contains(end)));
    }
    Ok(from)
}

/// Whose both ends are, where nobody says whose the relation is.
fn agent_of(view: &View<'_>, ends: &[Seq]) -> Result<Option<String>> {
    let mut agents = BTreeSet::new();
    for seq in ends {
        let event = journal::load(view, *seq)?;
        let agent = event.map(|event| whose::agent(view, &event)).transpose()?;
        agents.insert(agent.flatten().map(|agent| agent.to_string()));
    }
    let one = agents.pop_first().flatten();
    Ok(one.filter(|_| agents.is_empty()))
}

/// Whatever the notebook calls by this name: a memory, an observation, another note, a session.
fn end(view: &View<'_>, namespace: &Namespace, id: &str) -> Result<Option<Seq>> {
    let record = journal::find(view, namespace.ns, id)?;
    let event = record.map(|seq| journal::load(view, seq)).transpose()?;
    if let Some(event) = event.flatten() {
        let seen = whose::is_seen(view, namespace, &event)?;
        return Ok(Some(event.seq).filter(|_| seen));
    }
    // A session before its summary, which stands under the same name and is made anew.
    if let Some(began) = began(view, namespace, id)? {
        return Ok(Some(began));
    }
    match id.starts_with(CRYSTAL) {
        true => crystal(view, namespace, id),
        false => Ok(shelf::named(view, namespace, id)?.first().copied()),
    }
}

/// A crystal stands under the name of its session, and is shown under one of its own.
fn crystal(view: &View<'_>, namespace: &Namespace, id: &str) -> Result<Option<Seq>> {
    let mut all = shelf::placed::<Crystal>(view, namespace)?.into_iter();
    Ok(all
        .find(|(_, crystal)| crystal.id == id)
        .map(|(seq, _)| seq))
}

/// Where a session begins, for one that no door began its first event: it goes with that.
fn began(view: &View<'_>, namespace: &Namespace, id: &str) -> Result<Option<Seq>> {
    let known = view.name_id(namespace.ns, NameKind::Session, id)?;
    let row = known.map(|known| sessions::get(view, known)).transpose()?;
    let Some(row) = row.flatten() else {
        return Ok(None);
    };
    let first = match row.start_seq {
        Some(seq) => journal::load(view, seq)?,
        None => events(view, namespace.ns, row.session)?.into_iter().next(),
    };
    let Some(first) = first else {
        return Ok(None);
    };
    let seen = whose::is_seen(view, namespace, &first)?;
    Ok(Some(first.seq).filter(|_| seen))
}

/// In the writer: what hung on a note that is taken off its shelf does not hang on anything.
pub(super) fn untie(intake: &Intake<'_>, act: &str, note: Seq) -> Result<()> {
    for seq in versions::acts(intake.tx, note, Why::TellsOf)? {
        let row = memories::get(intake.tx, seq)?.filter(|row| row.status.is_found());
        let Some(row) = row else { continue };
        if is_relation(intake.tx, row.head_seq)? {
            let gone = supersede::note(intake, format!("{act}-from-{seq}"), &row, None);
            intake.append(&gone)?;
        }
    }
    Ok(())
}

/// In the writer: relations that name one of these and hang on nothing, as they came from another
/// store.
pub(crate) fn untied(intake: &Intake<'_>, names: &BTreeSet<String>) -> Result<Vec<Seq>> {
    let mut found = Vec::new();
    for seq in notes::all(intake.tx, intake.ns(), Relation::SHELF)? {
        if versions::descends(intake.tx, seq, Why::TellsOf)? {
            continue;
        }
        let relation = shelf::read::<Relation>(intake.tx, seq)?;
        let ends = relation.map(|relation| [relation.source_id, relation.target_id]);
        let named = ends.is_some_and(|ends| ends.iter().any(|end| names.contains(end)));
        found.extend(Some(seq).filter(|_| named));
    }
    Ok(found)
}

fn is_relation(view: &View<'_>, head: Seq) -> Result<bool> {
    let noted = journal::load(view, head)?.and_then(|event| event.body.noted);
    Ok(noted.is_some_and(|noted| noted.shelf == Relation::SHELF))
}

fn unknown(field: &str, id: &str) -> Error {
    Error::refused(
        Code::NoSuchMemory,
        format!("{field} names nothing here: {id}"),
    )
}
