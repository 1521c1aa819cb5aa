//! What a new session is told of the old ones, and what a project is about.

use std::collections::BTreeSet;

use mneme_access::Caller;
use mneme_model::{Moment, NameId};
use mneme_notebook::context::{self, Block, Context};
use mneme_notebook::memory::Memory;
use mneme_notebook::observation::Observation;
use mneme_notebook::profile::{Profile, Tally};
use mneme_store::View;
use mneme_store::names::{NameKind, Namespace};
use mneme_store::tables::sessions::{self, SessionPage, SessionRow};

use super::memories::told::{CONVENTIONS, Known, of_project};
use super::read::{latest, observation};
use super::sessions::shown_in;
use super::{Lessons, Sessions, slots, summaries, whose};
use crate::{Engine, Result};

/// Sessions of a project that are looked at, the latest.
const SESSIONS: usize = 10;
/// Of each so many observations, the latest: enough to see what it was about.
const EACH: usize = 60;
/// Of those before the latest fewer will do for a context, which every session begins with.
const EACH_OLDER: usize = 25;
/// Memories that are told at most, and the part of a budget they may take: they are many, and a
/// session is to hear of other sessions too.
const MEMORIES: usize = 10;
const SHARE: usize = 4;
/// Sessions whose files and concepts a profile is counted from.
const PROFILED: usize = 30;
/// Rows read in one go where all are looked at.
const PAGE: usize = 500;

/// A session with the latest that was seen in it, read once for all that is told of it.
struct Past {
    row: SessionRow,
    seen: Vec<Observation>,
}

impl Engine {
    /// Slots, what the project is about, lessons, memories and the latest other sessions, in this
    /// order, as far as they fit.
    pub async fn context(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        session: String,
        project: String,
        budget: usize,
    ) -> Result<Context> {
        let everything = Lessons {
            limit: usize::MAX,
            ..Lessons::default()
        };
        let lessons = self.lessons(caller, namespace, everything).await?;
        let Some(namespace) = self.reading(caller, namespace)? else {
            return Ok(Context::default());
        };
        let (now, homes) = (Moment::from_ms(self.store.now_ms()), self.homes.clone());
        self.store
            .read(move |view| {
                let past = past(view, &namespace, &project, SESSIONS + 1, EACH_OLDER)?;
                let most = MEMORIES + CONVENTIONS;
                let known = of_project(view, &namespace, (&homes, &project), now, most)?;
                let (conventions, known) = once(known);
                let profile = Profile {
                    conventions,
                    ..counted(&past, &project, now)
                };
                let mut blocks = vec![
                    context::slots(&slots::seen(view, &namespace, &project)?),
                    context::profile(&profile),
                    context::lessons(&lessons, &project),
                    context::memories(&known, budget / SHARE),
                ];
                let mut others = Vec::new();
                for one in &past {
                    others.extend(told(view, &namespace, one, &session)?);
                }
                blocks.extend(others.into_iter().take(SESSIONS));
                Ok(context::packed(&project, blocks, budget))
            })
            .await
    }

    pub async fn profile(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        project: String,
    ) -> Result<Profile> {
        let now = Moment::from_ms(self.store.now_ms());
        let Some(namespace) = self.reading(caller, namespace)? else {
            return Ok(Tally::default().profile(&project, 0, now.rfc3339()));
        };
        let homes = self.homes.clone();
        self.store
            .read(move |view| {
                let past = past(view, &namespace, &project, PROFILED, EACH)?;
                let known = of_project(view, &namespace, (&homes, &project), now, 0)?;
                Ok(Profile {
                    conventions: known.conventions.iter().map(title).collect(),
                    session_count: begun(view, &namespace, &project)?,
                    ..counted(&past, &project, now)
                })
            })
            .await
    }

    /// The projects sessions were begun in.
    pub async fn projects(&self, caller: &Caller, namespace: Option<&str>) -> Result<Vec<String>> {
        let Some(namespace) = self.reading(caller, namespace)? else {
            return Ok(Vec::new());
        };
        if namespace.only.is_some() {
            let sessions = self.sessions(caller, None, Sessions::default()).await?;
            let own: BTreeSet<String> = sessions.into_iter().map(|own| own.project).collect();
            return Ok(own.into_iter().take(MOST_PROJECTS).collect());
        }
        let ns = namespace.ns;
        self.store
            .read(move |view| {
                let names = view.names(ns, NameKind::Project, MOST_PROJECTS)?;
                Ok(names.into_iter().map(|name| name.to_string()).collect())
            })
            .await
    }
}

const MOST_PROJECTS: usize = 1_000;

fn rows(
    view: &View<'_>,
    namespace: &Namespace,
    project: &str,
    limit: usize,
) -> Result<Vec<SessionRow>> {
    let known: Option<NameId> = view.name_id(namespace.ns, NameKind::Project, project)?;
    let Some(known) = known else {
        return Ok(Vec::new());
    };
    let mut page = SessionPage {
        ns: namespace.ns,
        project: Some(known),
        before: None,
        limit: limit.min(PAGE),
    };
    let mut own = Vec::new();
    loop {
        let rows = sessions::page(view, &page)?;
        let is_last = rows.len() < page.limit;
        page.before = rows.last().map(|row| (row.started_ms, row.session));
        for row in rows {
            if namespace.only.is_none() || shown_in(view, namespace, &row)?.is_some() {
                own.push(row);
            }
        }
        if is_last || own.len() >= limit {
            own.truncate(limit);
            return Ok(own);
        }
    }
}

/// How many sessions of a project one sees.
fn begun(view: &View<'_>, namespace: &Namespace, project: &str) -> Result<usize> {
    if namespace.only.is_some() {
        return Ok(rows(view, namespace, project, usize::MAX)?.len());
    }
    let known = view.name_id(namespace.ns, NameKind::Project, project)?;
    let count = known.map(|known| sessions::count(view, namespace.ns, known));
    Ok(count.transpose()?.unwrap_or_default())
}

fn title(memory: &Memory) -> String {
    memory.kept.title.clone()
}

/// Conventions, and memories beside them: what its title says whole is told there, what is longer
/// here, and nothing twice.
fn once(known: Known) -> (Vec<String>, Vec<Memory>) {
    let Known {
        mut memories,
        conventions,
    } = known;
    let whole = |memory: &Memory| memory.kept.title == memory.content.trim();
    let custom = |memory: &Memory| conventions.iter().any(|own| own.id == memory.id);
    memories.retain(|memory| !(whole(memory) && custom(memory)));
    memories.truncate(MEMORIES);
    let others = |own: &&Memory| !memories.iter().any(|memory| memory.id == own.id);
    let titles = conventions.iter().filter(others).map(title).collect();
    (titles, memories)
}

fn seen(
    view: &View<'_>,
    namespace: &Namespace,
    row: &SessionRow,
    each: usize,
) -> Result<Vec<Observation>> {
    let name = view.word(row.session)?;
    let events = latest(view, row.session, each)?;
    let events = whose::seen(view, namespace, events)?;
    let seen = events.iter().map(|event| observation(view, &name, event));
    seen.collect()
}

/// The latest sessions of a project; of all but the very latest `older` observations.
fn past(
    view: &View<'_>,
    namespace: &Namespace,
    project: &str,
    limit: usize,
    older: usize,
) -> Result<Vec<Past>> {
    let rows = rows(view, namespace, project, limit)?.into_iter();
    let read = rows.enumerate().map(|(n, row)| {
        let each = if n == 0 { EACH } else { older };
        let seen = seen(view, namespace, &row, each)?;
        Ok(Past { row, seen })
    });
    read.collect()
}

fn counted(past: &[Past], project: &str, now: Moment) -> Profile {
    let mut tally = Tally::default();
    for seen in past.iter().flat_map(|one| &one.seen) {
        tally.add(seen, project);
    }
    tally.profile(project, past.len(), now.rfc3339())
}

/// A block for a session that is another one: its summary, or what mattered in it.
fn told(
    view: &View<'_>,
    namespace: &Namespace,
    past: &Past,
    session: &str,
) -> Result<Option<Block>> {
    let known = shown_in(view, namespace, &past.row)?;
    let Some(known) = known.filter(|known| known.id != session) else {
        return Ok(None);
    };
    if let Some(summary) = summaries::of(view, namespace, &known.id)? {
        return Ok(Some(context::summary(&summary)));
    }
    let date = known.started.date();
    let title = match known.first_prompt {
        Some(prompt) => format!("{date}: {}", mneme_notebook::cut::ellipsis(&prompt, 80)),
        None => format!("{date}: session {}", known.id),
    };
    Ok(Some(context::observations(&title, &past.seen)))
}
