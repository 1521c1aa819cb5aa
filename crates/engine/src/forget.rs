//! Forgetting: content goes for good, everywhere, and does not come back by itself.
//!
//! In one transaction the words of the chosen records and of everything that descends from
//! them are overwritten, their rows and vectors go, and one `Forgotten` event says so. The
//! index drops them before the caller is answered; [`purge`] then takes what old files and the
//! log still hold.

mod again;
mod certify;
mod choose;
mod owed;
mod purge;
mod sound;
mod traces;

use std::collections::{BTreeMap, BTreeSet};

use mneme_access::{Caller, Need};
use mneme_journal::{Draft, Intake};
use mneme_model::event::{Forgotten, Promised};
use mneme_model::{Body, Event, Kind, Moment, Seq};
use mneme_store::tables::{vectors, versions};

use crate::memories::merge::Orphans;
use crate::{Engine, Error, Record, Result, signals};

pub use choose::Forget;
pub use owed::Receipted;
pub(crate) use purge::Purge;
pub use purge::Ridding;
use traces::Traces;

/// What was forgotten.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forgot {
    pub namespace: String,
    /// The event that says so; 0 where nothing was there to forget.
    pub act: Seq,
    /// Who asked.
    pub by: String,
    pub at_ms: i64,
    /// The records, each with a keyed hash of what it said.
    pub records: Vec<(String, String)>,
}

impl Engine {
    /// What a wish would forget, oldest first.
    pub async fn would_forget(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        wish: Forget,
    ) -> Result<Vec<Record>> {
        self.scope(caller, Need::Administer, namespace)?;
        wish.can_be_meant()?;
        let Some(namespace) = self.reading(caller, namespace)? else {
            return Ok(Vec::new());
        };
        let chosen = self.choose(&namespace, wish).await?;
        Ok(chosen.into_iter().map(|(_, record)| record).collect())
    }

    /// Forgets what is chosen. Content is overwritten and no recall finds it when this
    /// answers; old files follow by themselves, or now with [`Engine::purge`].
    pub async fn forget(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        wish: Forget,
    ) -> Result<Forgot> {
        self.act(caller, namespace, wish, false).await
    }

    /// Forgets, and notes in the same transaction that a receipt is owed, where one is.
    async fn act(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        wish: Forget,
        receipt: bool,
    ) -> Result<Forgot> {
        let name = self.scope(caller, Need::Administer, namespace)?;
        wish.can_be_meant()?;
        if self.reading(caller, namespace)?.is_none() {
            // Nothing is there, and nothing is made for it.
            wish.check()?;
            return Ok(Forgot {
                namespace: name.to_owned(),
                ..Forgot::default()
            });
        }
        let (namespace, origin) = self.writing(caller, namespace).await?;
        let promise = receipt.then(|| owed::value(&namespace, &wish));
        let chosen = self.choose(&namespace, wish).await?;
        let roots: Vec<(Seq, String)> = chosen
            .into_iter()
            .map(|(seq, record)| (seq, record.id))
            .collect();
        let (ext_id, name) = (self.mint_id()?, namespace.name.to_string());
        let (at_ms, Erased { act, records }) = self
            .journal
            .run(namespace, origin, &[], move |intake| {
                let traces = Traces::find(intake, &roots)?;
                let roots = [&roots, traces.gone()].concat();
                let erased = erase(intake, ext_id.clone(), &roots, &traces.lines(), promise)?;
                traces.clear(intake, &ext_id)?;
                Ok::<_, Error>((intake.tx.now_ms(), erased))
            })
            .await?;
        signals::FORGETS.add(records.len() as u64);
        tracing::info!(records = records.len(), namespace = %name, by = %caller.subject, "forgot");
        if !records.is_empty() {
            self.purge.soon();
            self.tell_again().await?;
            self.drop_images().await?;
        }
        Ok(Forgot {
            namespace: name,
            act,
            by: caller.subject.clone(),
            at_ms,
            records,
        })
    }
}

/// What is gone, and the event that says so.
#[derive(Default)]
struct Erased {
    act: Seq,
    records: Vec<(String, String)>,
}

/// In the writer: takes the records and all that descends from them, and says so. `more` are
/// values that must not come back either; `promise` is the wish a receipt is owed for.
fn erase(
    intake: &Intake<'_>,
    ext_id: String,
    roots: &[(Seq, String)],
    more: &[String],
    promise: Option<String>,
) -> Result<Erased> {
    let mut families: BTreeMap<Seq, Vec<Seq>> = BTreeMap::new();
    for (root, _) in roots {
        families.insert(*root, versions::family(intake.tx, *root)?);
    }
    let all: BTreeSet<Seq> = families.values().flatten().copied().collect();
    let orphans = Orphans::find(intake, &all)?;
    let seqs: Vec<Seq> = all.into_iter().collect();
    let erased = intake.erase(&seqs)?;
    if erased.is_empty() && more.is_empty() {
        return Ok(Erased::default());
    }
    vectors::remove(intake.tx, intake.namespace, &seqs)?;
    let values: BTreeMap<Seq, String> = erased
        .iter()
        .filter(|event| !event.body.text.is_empty())
        .map(|event| (event.seq, fingerprint(intake, event)))
        .collect();
    let gone = |root: &Seq| erased.binary_search_by_key(root, |event| event.seq).is_ok();
    let last_words = |root: &Seq| {
        let family = families.get(root).into_iter().flatten();
        let last = family.rev().find_map(|seq| values.get(seq));
        last.cloned().unwrap_or_default()
    };
    let found = roots.iter().filter(|(root, _)| gone(root));
    let records: Vec<_> = found
        .map(|(root, id)| (*root, id, last_words(root)))
        .collect();
    let roots_said = || records.iter().map(|(root, _, said)| (*root, said.clone()));
    let promised = promise.map(|wish| Promised {
        wish,
        records: roots_said().collect(),
    });
    let owing = promised.is_some();
    let fingerprints: BTreeSet<&String> = values.values().chain(more).collect();
    let forgotten = Forgotten {
        seqs: erased.iter().map(|event| event.seq).collect(),
        fingerprints: fingerprints.into_iter().cloned().collect(),
        promised,
    };
    let act = intake.append(&note(intake, ext_id.clone(), forgotten))?.seq;
    orphans.believe(intake, &ext_id)?;
    if owing {
        owed::owe(intake.tx, intake.ns(), act)?;
    }
    let records = records.into_iter().map(|(_, id, said)| (id.clone(), said));
    Ok(Erased {
        act,
        records: records.collect(),
    })
}

/// In the writer: takes what nobody asked to forget, but nobody needs any more. Its words may
/// come again.
pub(crate) fn prune(intake: &Intake<'_>, ext_id: String, roots: &[Seq]) -> Result<()> {
    let mut all: BTreeSet<Seq> = BTreeSet::new();
    for root in roots {
        all.extend(versions::family(intake.tx, *root)?);
    }
    let seqs: Vec<Seq> = all.into_iter().collect();
    let erased = intake.erase(&seqs)?;
    if erased.is_empty() {
        return Ok(());
    }
    vectors::remove(intake.tx, intake.namespace, &seqs)?;
    let forgotten = Forgotten {
        seqs: erased.iter().map(|event| event.seq).collect(),
        ..Forgotten::default()
    };
    intake.append(&note(intake, ext_id, forgotten))?;
    Ok(())
}

fn fingerprint(intake: &Intake<'_>, event: &Event) -> String {
    intake.namespace.key.value(&event.body.text)
}

/// The event that says what is gone, without a word of it.
fn note(intake: &Intake<'_>, ext_id: String, forgotten: Forgotten) -> Draft {
    Draft {
        ext_id,
        kind: Kind::Forgotten,
        session: None,
        agent: None,
        speaker: None,
        occurred: Moment::from_ms(intake.tx.now_ms()),
        body: Body {
            forgotten: Some(forgotten),
            ..Body::default()
        },
    }
}
