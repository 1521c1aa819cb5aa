//! What was said of memories lately, and what was made of them.

use mneme_access::{Caller, Need};
use mneme_model::{Kind, Seq};
use mneme_store::View;
use mneme_store::names::{NameKind, Namespace};
use mneme_store::tables::versions::{self, Why};
use mneme_store::tables::{counters, injections, memories};

use crate::learn::LEARNERS;
use crate::memories::Review;
use crate::{Engine, Error, Record, Result};

/// A word on a memory, and the memory.
#[derive(Clone, Debug)]
pub struct Told {
    pub record: Record,
    pub review: Review,
}

#[derive(Clone, Debug, Default)]
pub struct Recent {
    pub namespace: String,
    /// All there ever were, and the newest of them, newest first.
    pub feedbacks: u64,
    pub newest: Vec<Told>,
    /// The same of memories made of several that said the same, each with those.
    pub consolidations: u64,
    pub made: Vec<Record>,
    /// The same of memories that were put before a model, with when that was last.
    pub injections: u64,
    pub shown: Vec<(Record, i64)>,
    /// The same of what machines learnt.
    pub extractions: u64,
    pub learnt: Vec<Record>,
}

impl Engine {
    pub async fn recent(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        limit: usize,
    ) -> Result<Recent> {
        let name = self.scope(caller, Need::Administer, namespace)?.to_owned();
        let space = self.reading(caller, namespace)?;
        let Some(space) = space.filter(|space| space.only.is_none()) else {
            return Ok(Recent {
                namespace: name,
                ..Recent::default()
            });
        };
        let look = move |view: &View<'_>| {
            let (feedbacks, newest) = said(view, &space, limit)?;
            let (extractions, learnt) = learnt(view, &space, limit)?;
            Ok::<_, Error>(Recent {
                namespace: name,
                feedbacks,
                newest,
                consolidations: versions::count_derived(view, space.ns)?,
                made: made(view, &space, limit)?,
                injections: injections::count(view, space.ns)?,
                shown: shown(view, &space, limit)?,
                extractions,
                learnt,
            })
        };
        self.store.read(look).await
    }
}

fn record(view: &View<'_>, space: &Namespace, memory: Seq) -> Result<Option<Record>> {
    let row = memories::get(view, memory)?;
    let record = row.map(|row| Record::of_memory(view, space, row));
    Ok(record.transpose()?.flatten())
}

fn shown(view: &View<'_>, space: &Namespace, limit: usize) -> Result<Vec<(Record, i64)>> {
    let mut shown = Vec::new();
    for (memory, told) in injections::latest(view, space.ns, limit)? {
        let last_ms = told.last_ms.unwrap_or_default();
        shown.extend(record(view, space, memory)?.map(|record| (record, last_ms)));
    }
    Ok(shown)
}

/// What was learnt, the latest first: it is known by who learnt it.
fn learnt(view: &View<'_>, space: &Namespace, limit: usize) -> Result<(u64, Vec<Record>)> {
    let (mut count, mut latest) = (0, Vec::new());
    for source in LEARNERS {
        let Some(source) = view.name_id(space.ns, NameKind::Actor, source)? else {
            continue;
        };
        count += memories::count_of(view, space.ns, source)?;
        latest.extend(memories::latest_of(view, space.ns, source, limit)?);
    }
    latest.sort_unstable_by(|a, b| b.cmp(a));
    latest.truncate(limit);
    let records = latest.into_iter().map(|memory| record(view, space, memory));
    let records = records.filter_map(Result::transpose);
    Ok((count, records.collect::<Result<_>>()?))
}

fn made(view: &View<'_>, space: &Namespace, limit: usize) -> Result<Vec<Record>> {
    let mut made = Vec::new();
    for seq in versions::derived(view, space.ns, limit)? {
        made.extend(record(view, space, seq)?);
    }
    Ok(made)
}

fn said(view: &View<'_>, space: &Namespace, limit: usize) -> Result<(u64, Vec<Told>)> {
    let counts = counters::all(view)?.into_iter();
    let all = counts
        .filter(|count| count.ns == space.ns && count.kind == Kind::FeedbackGiven)
        .map(|count| count.n)
        .sum();
    let mut newest = Vec::new();
    for (act, memory) in versions::latest(view, space.ns, Why::Judges, limit)? {
        let review = crate::memories::said_by(view, act)?;
        if let (Some(record), Some(review)) = (record(view, space, memory)?, review) {
            newest.push(Told { record, review });
        }
    }
    Ok((all, newest))
}
