//! Listing what happened, oldest first.

use mneme_access::Caller;
use mneme_model::KindGroup;
use mneme_model::time::LATEST_MS;
use mneme_store::names::NameKind;
use mneme_store::tables::journal::{self, Page, Position};

use crate::memories_known as known;
use crate::page::{self, Paged};
use crate::{Engine, Record, Result, checks};

#[derive(Clone, Debug, Default)]
pub struct ListEvents {
    pub session: Option<String>,
    pub from: Option<String>,
    pub to: Option<String>,
    pub limit: Option<usize>,
    pub cursor: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub struct EventList {
    pub events: Vec<Record>,
    pub next: Option<String>,
}

const DEFAULT: usize = 100;
const MAX: usize = 999;

impl Engine {
    pub async fn list_events(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        list: ListEvents,
    ) -> Result<EventList> {
        let limit = checks::limit(list.limit.unwrap_or(DEFAULT), MAX)?;
        let from = checks::moment("from", list.from.as_deref())?.map(|m| m.ms);
        let to = checks::last_moment("to", list.to.as_deref())?.map(|m| m.ms);
        checks::range(from, to)?;
        let (from, to) = (from.unwrap_or(0), to.unwrap_or(LATEST_MS));
        let place = list.cursor.as_deref().map(page::place).transpose()?;
        let after = place.map(read_cursor).transpose()?;
        let Some(namespace) = self.reading(caller, namespace)? else {
            page::none(list.cursor.as_deref())?;
            return Ok(EventList::default());
        };
        let question = (list.session.clone(), from, to);
        self.store
            .read(move |view| {
                let asked = Paged::new(&namespace, "events", &question);
                let cursor = list.cursor.as_deref();
                cursor.map(|cursor| asked.open(cursor)).transpose()?;
                let session = known(
                    view,
                    namespace.ns,
                    NameKind::Session,
                    list.session.as_deref(),
                )?;
                let Ok(session) = session else {
                    return Ok(EventList::default());
                };
                let only = Some(KindGroup::Event);
                let page = Page {
                    ns: namespace.ns,
                    session,
                    from_ms: from,
                    to_ms: to,
                    after,
                    limit: limit + 1,
                    only,
                };
                let mut found = journal::in_time(view, &page)?;
                let more = found.len() > limit;
                found.truncate(limit);
                let next = found
                    .last()
                    .filter(|_| more)
                    .map(|e| asked.seal(&write_cursor(e.occurred.ms, e.seq)));
                let records = found
                    .into_iter()
                    .map(|event| Record::of_event(view, &namespace, event));
                Ok(EventList {
                    events: records.collect::<Result<_>>()?,
                    next,
                })
            })
            .await
    }
}

pub(crate) fn write_cursor(occurred_ms: i64, seq: i64) -> String {
    format!("{occurred_ms}.{seq}")
}

pub(crate) fn read_cursor(text: &str) -> Result<Position> {
    let parsed = text.split_once('.').and_then(|(ms, seq)| {
        Some(Position {
            occurred_ms: ms.parse().ok()?,
            seq: seq.parse().ok()?,
        })
    });
    parsed.ok_or_else(page::unknown)
}
