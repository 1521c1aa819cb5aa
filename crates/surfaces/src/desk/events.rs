//! What happened.

use mneme_access::Caller;
use mneme_engine::Result;
use mneme_engine::events::{ListEvents, NewEvent};
use mneme_engine::notebook::redact;
use mneme_wire::shapes::*;

use super::Desk;
use super::convert::{aside, initiative, memory};
use super::notes::is_note;

impl Desk {
    pub async fn ingest(&self, caller: &Caller, request: IngestRequest) -> Result<IngestReply> {
        let mut request = request;
        let (notes, events) = request.events.into_iter().partition(is_note);
        request.events = events;
        let mut noted = self.note_all(caller, notes, request.imported).await?;
        if request.events.is_empty() && !noted.is_empty() {
            return Ok(IngestReply { accepted: noted });
        }
        let (hooked, imported) = (request.hooked, request.imported);
        let kept = |event| {
            let mut event = new_event(event);
            // Only a store says what a notebook kept of it.
            event.noted = event.noted.filter(|_| imported);
            match hooked {
                true => redacted(event),
                false => event,
            }
        };
        let events = request.events.into_iter().map(kept).collect();
        let accepted = self
            .engine
            .ingest(
                caller,
                request.namespace.as_deref(),
                events,
                initiative(request.imported),
            )
            .await?;
        let accepted = accepted.into_iter().map(|a| Accepted {
            id: a.id,
            created: a.created,
            forgotten: a.forgotten,
        });
        noted.extend(accepted);
        Ok(IngestReply { accepted: noted })
    }

    pub async fn events(&self, caller: &Caller, request: EventsRequest) -> Result<EventsReply> {
        let EventsRequest {
            namespace,
            session,
            from,
            to,
            limit,
            cursor,
        } = request;
        let list = ListEvents {
            session,
            from,
            to,
            limit,
            cursor,
        };
        let found = self
            .engine
            .list_events(caller, namespace.as_deref(), list)
            .await?;
        Ok(EventsReply {
            events: found.events.into_iter().map(memory).collect(),
            next_cursor: found.next,
        })
    }
}

/// Without secrets and private parts; its names and times stay.
fn redacted(event: NewEvent) -> NewEvent {
    let fields = event.metadata.into_iter();
    NewEvent {
        text: redact::text(&event.text),
        metadata: fields
            .map(|(key, value)| (key, redact::value(value)))
            .collect(),
        ..event
    }
}

fn new_event(request: EventRequest) -> NewEvent {
    NewEvent {
        id: request.id,
        session: request.session,
        text: request.text,
        speaker: request.speaker,
        role: request.role,
        kind: request.kind,
        agent: request.agent,
        occurred_at: request.occurred_at,
        metadata: request.metadata.unwrap_or_default(),
        nth: request.nth,
        noted: request.noted.map(aside),
    }
}
