//! From a line of a summary back to what was said.

use mneme_access::Caller;
use mneme_model::Seq;
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::grips::{self, Grip};
use mneme_store::tables::journal::{self, Position, Side};
use mneme_store::tables::pins;
use mneme_timeline::calendar::grip_name;
use mneme_timeline::salience::{Statement, salience};

use super::list::shown;
use crate::{Engine, Record, Result};

/// A grip with the events around it.
#[derive(Clone, Debug)]
pub struct Expanded {
    pub id: String,
    /// Empty once the event was forgotten.
    pub excerpt: String,
    pub first_event: String,
    pub last_event: String,
    pub at_ms: i64,
    /// What sort of statement it makes, and how much it matters.
    pub statement: Statement,
    pub salience: f32,
    /// Somebody wants it kept at hand.
    pub pinned: bool,
    pub before: Vec<Record>,
    pub events: Vec<Record>,
    pub after: Vec<Record>,
}

/// A grip spans no more events than this.
const SPAN: usize = 1_000;

impl Engine {
    /// What a grip holds, with so many events of its session before and after it.
    pub async fn expand_grip(
        &self,
        caller: &Caller,
        id: &str,
        before: usize,
        after: usize,
    ) -> Result<Option<Expanded>> {
        let (name, namespace) = (grip_name(id).map(str::to_owned), self.reading_all(caller)?);
        let (Some(name), Some(namespace)) = (name, namespace) else {
            return Ok(None);
        };
        self.store
            .read(move |view| match grips::find(view, namespace.ns, &name)? {
                Some(grip) => expand(view, &namespace, &grip, before, after).map(Some),
                None => Ok(None),
            })
            .await
    }
}

fn expand(
    view: &View<'_>,
    namespace: &Namespace,
    grip: &Grip,
    before: usize,
    after: usize,
) -> Result<Expanded> {
    let records = |view: &View<'_>, seqs: Vec<Seq>| -> Result<Vec<Record>> {
        let found = seqs.into_iter().map(|seq| shown(view, namespace, seq));
        Ok(found
            .collect::<Result<Vec<_>>>()?
            .into_iter()
            .flatten()
            .collect())
    };
    let first = place(view, grip.first, grip.at_ms)?;
    let last = place(view, grip.last, grip.at_ms)?;
    let beside = |at, side, reach| journal::beside(view, grip.session, at, side, reach);
    let held = journal::between(view, grip.session, first, last, SPAN)?;
    let held = held.into_iter().map(|place| place.seq).collect();
    // It is these that are asked for: what cannot be read is no absence.
    let events = records(&view.exact(), held)?;
    let text = events.iter().find(|record| record.seq == grip.first);
    let excerpt = text.map_or_else(String::new, |record| excerpt(grip, &record.text));
    let statement = Statement::of(&excerpt);
    let id = format!("grip:{}", grip.name);
    let pinned = pins::has_name(view, namespace.ns, &id)?;
    Ok(Expanded {
        id,
        statement,
        salience: salience(&excerpt, statement, pinned),
        pinned,
        excerpt,
        first_event: journal::ext_id(view, grip.first)?.unwrap_or_default(),
        last_event: journal::ext_id(view, grip.last)?.unwrap_or_default(),
        at_ms: grip.at_ms,
        before: records(view, beside(first, Side::Before, before)?)?,
        events,
        after: records(view, beside(last, Side::After, after)?)?,
    })
}

/// Where an event stands, erased or not.
fn place(view: &View<'_>, seq: Seq, otherwise_ms: i64) -> Result<Position> {
    let nowhere = Position {
        occurred_ms: otherwise_ms,
        seq,
    };
    Ok(journal::place_of(view, seq)?.map_or(nowhere, |(_, place)| place))
}

pub(super) fn excerpt(grip: &Grip, text: &str) -> String {
    let (from, to) = (usize::try_from(grip.from), usize::try_from(grip.to));
    let part = text
        .get(from.unwrap_or(0)..to.unwrap_or(0))
        .unwrap_or_default();
    match grip.cut {
        true => format!("{part}..."),
        false => part.to_owned(),
    }
}
