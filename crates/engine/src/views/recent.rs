//! What was said of memories lately.

use mneme_access::{Caller, Need};
use mneme_model::Kind;
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::versions::{self, Why};
use mneme_store::tables::{counters, memories};

use crate::memories::Review;
use crate::{Engine, Record, Result};

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
        let look = move |view: &View<'_>| look(view, &space, limit);
        let (feedbacks, newest) = self.store.read(look).await?;
        Ok(Recent {
            namespace: name,
            feedbacks,
            newest,
        })
    }
}

fn look(view: &View<'_>, space: &Namespace, limit: usize) -> Result<(u64, Vec<Told>)> {
    let counts = counters::all(view)?.into_iter();
    let all = counts
        .filter(|count| count.ns == space.ns && count.kind == Kind::FeedbackGiven)
        .map(|count| count.n)
        .sum();
    let mut newest = Vec::new();
    for (act, memory) in versions::latest(view, space.ns, Why::Judges, limit)? {
        let row = memories::get(view, memory)?;
        let record = row.map(|row| Record::of_memory(view, &space.name, row));
        let review = crate::memories::said_by(view, act)?;
        if let (Some(Some(record)), Some(review)) = (record.transpose()?, review) {
            newest.push(Told { record, review });
        }
    }
    Ok((all, newest))
}
