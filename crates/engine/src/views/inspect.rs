//! One record with everything that is known of it.

use mneme_access::Caller;
use mneme_recall::trust::{Sources, Trust};
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::{journal, memories};
use serde_json::Value;

use crate::memories::{Queue, Review, agreed, learnt_again};
use crate::{Engine, Record, Result, contradiction};

#[derive(Clone, Debug)]
pub struct Inspected {
    pub record: Record,
    pub trust: Trust,
    /// What was said of it, oldest first.
    pub reviews: Vec<Review>,
    /// The list it waits on, where it waits for somebody's word.
    pub queue: Option<Queue>,
    /// Memories that speak against it.
    pub against: Vec<Record>,
    /// Whether a model has read it.
    pub has_vector: bool,
    /// How often a machine learnt it again, and when last.
    pub reuses: u64,
    pub reused_ms: Option<i64>,
    /// What a team had agreed on it where it comes from.
    pub governance: Option<Value>,
    /// When it was looked at.
    pub now_ms: i64,
}

/// Records looked at in one go.
const STRIDE: usize = 1_000;

impl Engine {
    pub async fn inspect(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        id: &str,
    ) -> Result<Inspected> {
        let (record, space) = self.reach(caller, namespace, id).await?;
        let mut looked = self.look_at(&space, vec![record.clone()]).await?;
        let looked = looked.pop().unwrap_or_else(|| Inspected::unknown(record));
        Ok(match space.through {
            None => looked,
            // Who said what of it stays with the owner.
            Some(_) => Inspected {
                reviews: Vec::new(),
                queue: None,
                governance: None,
                ..looked
            },
        })
    }

    /// Whether a memory may be put before a model now.
    pub async fn is_fit(&self, caller: &Caller, namespace: Option<&str>, id: &str) -> Result<bool> {
        let one = self.inspect(caller, namespace, id).await?;
        let fitness = one.record.fitness(one.trust.score, self.trust_threshold());
        Ok(fitness.is_fit())
    }

    /// Everything about some memories of the caller's own, in their order.
    pub async fn inspect_all(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        mut records: Vec<Record>,
    ) -> Result<Vec<Inspected>> {
        let Some(space) = self.reading(caller, namespace)? else {
            return Ok(Vec::new());
        };
        let mut looked = Vec::with_capacity(records.len());
        while !records.is_empty() {
            let rest = records.split_off(records.len().min(STRIDE));
            looked.extend(self.look_at(&space, records).await?);
            records = rest;
        }
        Ok(looked)
    }

    /// One record, wherever the caller sees it.
    pub async fn peek(&self, caller: &Caller, namespace: Option<&str>, id: &str) -> Result<Record> {
        Ok(self.reach(caller, namespace, id).await?.0)
    }

    /// Everything about these.
    pub(super) async fn look_at(
        &self,
        space: &Namespace,
        records: Vec<Record>,
    ) -> Result<Vec<Inspected>> {
        self.index.ready(space).await?;
        let (namespace, now_ms) = (space.clone(), self.store.now_ms());
        let index = self.index.clone();
        let look = move |view: &View<'_>| {
            let sources = Sources::among(view, &index, &namespace)?;
            let mut looked = Vec::with_capacity(records.len());
            for record in records {
                let mut one = looked_at(view, &sources, record, now_ms)?;
                one.against = contradiction::against(view, &namespace, one.record.root)?;
                one.has_vector = index.has_vector(&namespace, one.record.seq);
                looked.push(one);
            }
            Ok(looked)
        };
        self.store.read(look).await
    }
}

fn looked_at(
    view: &View<'_>,
    sources: &Sources<'_>,
    record: Record,
    now_ms: i64,
) -> Result<Inspected> {
    let row = memories::get(view, record.root)?;
    let event = journal::load(view, record.seq)?;
    let trust = event.map(|event| sources.explain(&event, row.as_ref(), now_ms));
    let reused = learnt_again(view, record.root)?;
    let waits = row.as_ref().map(|row| Queue::of(row.status, &row.outcome));
    Ok(Inspected {
        trust: trust.unwrap_or_default(),
        reviews: crate::memories::said_of(view, record.root)?,
        queue: waits.flatten(),
        against: Vec::new(),
        has_vector: false,
        reuses: reused.len() as u64,
        reused_ms: reused.last().copied(),
        governance: agreed(view, record.root)?,
        now_ms,
        record,
    })
}

// === impl Inspected ===

impl Inspected {
    fn unknown(record: Record) -> Self {
        Self {
            record,
            trust: Trust::default(),
            reviews: Vec::new(),
            queue: None,
            against: Vec::new(),
            has_vector: false,
            reuses: 0,
            reused_ms: None,
            governance: None,
            now_ms: 0,
        }
    }
}
