//! What happened around a moment: the observations before it and after it.

use std::collections::HashSet;

use mneme_access::Caller;
use mneme_model::time::LATEST_MS;
use mneme_model::{Event, KindGroup, Moment, NameId};
use mneme_notebook::observation::Observation;
use mneme_store::View;
use mneme_store::names::{NameKind, Namespace};
use mneme_store::tables::journal::{self, Page, Position};
use mneme_store::tables::sessions::{self, SessionPage};

use super::read::{is_seen, observation};
use super::{Search, whose};
use crate::{Engine, Result};

/// What is looked around.
#[derive(Clone, Debug, Default)]
pub struct Around {
    /// An observation's id, a time, or words that lead to one.
    pub anchor: String,
    pub project: Option<String>,
    pub session: Option<String>,
    pub before: usize,
    pub after: usize,
}

/// Observations in the order they happened, and which of them was meant.
#[derive(Clone, Debug, Default)]
pub struct Stretch {
    pub observations: Vec<Observation>,
    pub anchor: usize,
}

/// Hits by words among which the first observation in scope is meant.
const HITS: usize = 20;
/// Rows read in one go, and how often before one gives up in a scope that has little.
const PAGE: usize = 500;
const PAGES: usize = 200;
/// Where nothing was meant, the middle of the latest so many is.
const RECENT: usize = 1_000;

impl Engine {
    pub async fn around(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        asked: Around,
    ) -> Result<Stretch> {
        let Some(seen) = self.reading(caller, namespace)? else {
            return Ok(Stretch::default());
        };
        let mut ids = vec![asked.anchor.clone()];
        let time = Moment::parse(&asked.anchor);
        if time.is_none() && !asked.anchor.trim().is_empty() {
            let search = Search {
                query: asked.anchor.clone(),
                limit: HITS,
                per_session: None,
            };
            let hits = self.search_notes(caller, namespace, search).await?;
            ids.extend(hits.into_iter().map(|hit| hit.obs_id));
        }
        self.store
            .read(move |view| {
                let Some(scope) = Scope::of(view, &seen, &asked)? else {
                    return Ok(Stretch::default());
                };
                let at = match time {
                    Some(time) => Some(Position {
                        occurred_ms: time.ms,
                        seq: 0,
                    }),
                    None => scope.first(view, &ids)?,
                };
                scope.stretch(view, at, &asked)
            })
            .await
    }
}

/// Where is looked.
struct Scope<'n> {
    namespace: &'n Namespace,
    session: Option<NameId>,
    /// The sessions of a project, where one is named.
    project: Option<HashSet<NameId>>,
}

// === impl Scope ===

impl<'n> Scope<'n> {
    /// None where a name is asked for that nothing carries.
    fn of(view: &View<'_>, namespace: &'n Namespace, asked: &Around) -> Result<Option<Self>> {
        let named = |kind, name: &Option<String>| -> Result<Option<Option<NameId>>> {
            let Some(name) = name else {
                return Ok(Some(None));
            };
            Ok(view.name_id(namespace.ns, kind, name)?.map(Some))
        };
        let session = named(NameKind::Session, &asked.session)?;
        let project = named(NameKind::Project, &asked.project)?;
        let (Some(session), Some(project)) = (session, project) else {
            return Ok(None);
        };
        let project = project.map(|project| of_project(view, namespace, project));
        Ok(Some(Self {
            namespace,
            session,
            project: project.transpose()?,
        }))
    }

    /// The first of these that is an observation in scope.
    fn first(&self, view: &View<'_>, ids: &[String]) -> Result<Option<Position>> {
        for id in ids {
            let seq = journal::find(view, self.namespace.ns, id)?;
            let event = seq.map(|seq| journal::load(view, seq)).transpose()?;
            if let Some(event) = event.flatten().filter(|event| self.has(event))
                && whose::is_seen(view, self.namespace, &event)?
            {
                return Ok(Some(position(&event)));
            }
        }
        Ok(None)
    }

    fn has(&self, event: &Event) -> bool {
        let within = |of: &HashSet<NameId>| event.session.is_some_and(|own| of.contains(&own));
        event.kind.group() == KindGroup::Event
            && is_seen(event)
            && (self.session.is_none() || event.session == self.session)
            && self.project.as_ref().is_none_or(within)
    }

    fn stretch(&self, view: &View<'_>, at: Option<Position>, asked: &Around) -> Result<Stretch> {
        let end = Position {
            occurred_ms: LATEST_MS,
            seq: i64::MAX,
        };
        let at = match at {
            Some(at) => at,
            None => {
                let recent = self.before(view, end, RECENT)?;
                let middle = recent.get(recent.len() / 2);
                middle.map_or(end, position)
            }
        };
        let mut events = self.before(view, at, asked.before)?;
        let anchor = events.len();
        events.extend(self.from(view, at, asked.after.saturating_add(1))?);
        let mut observations = Vec::with_capacity(events.len());
        for event in &events {
            let session = event.session.map(|name| view.word(name)).transpose()?;
            let session = session.as_deref().unwrap_or_default();
            observations.push(observation(view, session, event)?);
        }
        // Behind everything there is, the last one is nearest.
        let anchor = anchor.min(observations.len().saturating_sub(1));
        Ok(Stretch {
            observations,
            anchor,
        })
    }

    /// The last before a place, in the order they happened.
    fn before(&self, view: &View<'_>, at: Position, most: usize) -> Result<Vec<Event>> {
        let (mut found, mut at) = (Vec::new(), at);
        for _ in 0..PAGES {
            if found.len() >= most {
                break;
            }
            let page = journal::before_in_time(view, &self.page(None), at)?;
            let last = page.last().filter(|_| page.len() == PAGE).map(position);
            found.extend(self.within(view, page)?);
            let Some(last) = last else { break };
            at = last;
        }
        found.truncate(most);
        found.reverse();
        Ok(found)
    }

    /// The first from a place on.
    fn from(&self, view: &View<'_>, at: Position, most: usize) -> Result<Vec<Event>> {
        let (mut found, mut after) = (
            Vec::new(),
            Position {
                seq: at.seq - 1,
                ..at
            },
        );
        for _ in 0..PAGES {
            if found.len() >= most {
                break;
            }
            let page = journal::in_time(view, &self.page(Some(after)))?;
            let last = page.last().filter(|_| page.len() == PAGE).map(position);
            found.extend(self.within(view, page)?);
            let Some(last) = last else { break };
            after = last;
        }
        found.truncate(most);
        Ok(found)
    }

    fn within(&self, view: &View<'_>, mut page: Vec<Event>) -> Result<Vec<Event>> {
        page.retain(|event| self.has(event));
        whose::seen(view, self.namespace, page)
    }

    fn page(&self, after: Option<Position>) -> Page {
        Page {
            ns: self.namespace.ns,
            session: self.session,
            from_ms: 0,
            to_ms: LATEST_MS,
            after,
            limit: PAGE,
            only: Some(KindGroup::Event),
        }
    }
}

fn position(event: &Event) -> Position {
    Position {
        occurred_ms: event.occurred.ms,
        seq: event.seq,
    }
}

fn of_project(view: &View<'_>, namespace: &Namespace, project: NameId) -> Result<HashSet<NameId>> {
    let (mut all, mut before) = (HashSet::new(), None);
    loop {
        let page = SessionPage {
            ns: namespace.ns,
            project: Some(project),
            before,
            limit: PAGE,
        };
        let rows = sessions::page(view, &page)?;
        all.extend(rows.iter().map(|row| row.session));
        before = rows.last().map(|row| (row.started_ms, row.session));
        if rows.len() < PAGE {
            return Ok(all);
        }
    }
}
