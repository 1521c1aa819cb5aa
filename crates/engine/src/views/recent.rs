//! What was said of memories lately, and what was made of them.

use mneme_access::{Caller, Need};
use mneme_model::Kind;
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::versions::{self, Why};
use mneme_store::tables::{counters, memories};

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
}

impl Engine {
    pub async fn recent(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        limit: usize,
    ) -> Result<Recent> {
        let name = caller.scope(Need::Administer, namespace)?.to_owned();
        let space = self.reading(caller, namespace)?;
        let Some(space) = space.filter(|space| space.only.is_none()) else {
            return Ok(Recent {
                namespace: name,
                ..Recent::default()
            });
        };
        let look = move |view: &View<'_>| {
            let (feedbacks, newest) = said(view, &space, limit)?;
            Ok::<_, Error>(Recent {
                namespace: name,
                feedbacks,
                newest,
                consolidations: versions::count_derived(view, space.ns)?,
                made: made(view, &space, limit)?,
            })
        };
        self.store.read(look).await
    }
}

fn made(view: &View<'_>, space: &Namespace, limit: usize) -> Result<Vec<Record>> {
    let mut made = Vec::new();
    for seq in versions::derived(view, space.ns, limit)? {
        let row = memories::get(view, seq)?;
        let record = row.map(|row| Record::of_memory(view, space, row));
        made.extend(record.transpose()?.flatten());
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
        let row = memories::get(view, memory)?;
        let record = row.map(|row| Record::of_memory(view, space, row));
        let review = crate::memories::said_by(view, act)?;
        if let (Some(Some(record)), Some(review)) = (record.transpose()?, review) {
            newest.push(Told { record, review });
        }
    }
    Ok((all, newest))
}
