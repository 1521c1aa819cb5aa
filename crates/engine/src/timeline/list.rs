//! Reading what happened between two moments, by the time it happened.

use mneme_access::Caller;
use mneme_model::{Code, Event, Kind, Seq};
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::journal::{self, Listed};
use mneme_store::tables::{memories, versions};

use crate::page::{self, Paged};
use crate::{Engine, Error, Record, Result};

/// Both ends are included.
#[derive(Clone, Debug)]
pub struct Range {
    pub from_ms: i64,
    pub to_ms: i64,
    pub limit: usize,
    /// Where an earlier page ended.
    pub after: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub struct Listing {
    pub records: Vec<Record>,
    /// Where to go on, if there is more.
    pub next: Option<String>,
}

/// Rows read in one go, so that no reader holds the log for long.
const STRIDE: usize = 500;

impl Engine {
    pub async fn happened(&self, caller: &Caller, range: Range) -> Result<Listing> {
        let token = range.after.as_deref();
        let place = token.map(page::place).transpose().map_err(|_| invalid())?;
        let mut after = place.map(read_place).transpose()?;
        let Some(namespace) = self.reading(caller, None)? else {
            page::none(token).map_err(|_| invalid())?;
            return Ok(Listing::default());
        };
        let (ends, mut listing) = ((range.from_ms, range.to_ms), Listing::default());
        let asked = Paged::new(&namespace, "timeline", &ends);
        let opened = token.map(|token| asked.open(token)).transpose();
        opened.map_err(|_| invalid())?;
        loop {
            // One more than is wanted tells whether there is more.
            let want = (range.limit - listing.records.len() + 1).min(STRIDE);
            let (namespace, at) = (namespace.clone(), after.clone());
            let page = move |view: &View<'_>| rows(view, &namespace, ends, at.as_ref(), want);
            let page = self.store.read(page).await?;
            let (read, last) = (page.len(), page.last().map(|(at, _)| at.clone()));
            for (at, record) in page {
                if listing.records.len() == range.limit {
                    listing.next = after.as_ref().map(|at| asked.seal(&write_place(at)));
                    return Ok(listing);
                }
                after = Some(at);
                listing.records.extend(record);
            }
            if read < want || last.is_none() {
                return Ok(listing);
            }
        }
    }
}

type Row = (Listed, Option<Record>);

fn rows(
    view: &View<'_>,
    namespace: &Namespace,
    ends: (i64, i64),
    after: Option<&Listed>,
    limit: usize,
) -> Result<Vec<Row>> {
    let places = journal::listed(view, namespace.ns, ends, after, limit)?;
    let one = |at: Listed| {
        let record = shown(view, namespace, at.seq)?;
        Ok((at, record))
    };
    places.into_iter().map(one).collect()
}

/// An event, or the memory it is a version of, as people see it; nothing if it was forgotten.
pub(super) fn shown(view: &View<'_>, namespace: &Namespace, seq: Seq) -> Result<Option<Record>> {
    let Some(event) = journal::load(view, seq)? else {
        return Ok(None);
    };
    record(view, namespace, event)
}

pub(super) fn record(
    view: &View<'_>,
    namespace: &Namespace,
    event: Event,
) -> Result<Option<Record>> {
    if !matches!(event.kind, Kind::MemoryStored | Kind::MemoryUpdated) {
        return Record::of_event(view, namespace, event).map(Some);
    }
    let version = versions::get(view, event.seq)?;
    let memory = version.map(|version| memories::get(view, version.memory));
    match memory.transpose()?.flatten() {
        Some(row) => Record::of_memory(view, namespace, row),
        None => Ok(None),
    }
}

pub(crate) fn write_place(at: &Listed) -> String {
    format!("{}.{}", at.occurred_ms, at.ext_id)
}

pub(crate) fn read_place(text: &str) -> Result<Listed> {
    let place = text.split_once('.').and_then(|(ms, id)| {
        Some(Listed {
            occurred_ms: ms.parse().ok().filter(|ms| *ms >= 0)?,
            ext_id: id.to_owned(),
            seq: 0,
        })
    });
    place.ok_or_else(invalid)
}

fn invalid() -> Error {
    Error::refused(Code::BadCursor, "Invalid page_token")
}
