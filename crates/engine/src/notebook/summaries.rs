//! Sessions summed up, and what stays of them.

mod told;

use mneme_access::Caller;
use mneme_model::{Code, Event, Moment, time};
use mneme_notebook::observation::Observation;
use mneme_notebook::summary::{Crystal, Gist, Summary};
use mneme_store::View;
use mneme_store::names::{NameKind, Namespace};
use mneme_store::tables::sessions;

use super::Sessions;
use super::made::{self, From};
use super::read::{latest, observation};
use super::sessions::{Session, shown};
use super::shelf::{self, Shelved};
use super::whose;
use crate::{Engine, Error, Result};

impl Shelved for Summary {
    const SHELF: &'static str = "summary";

    fn key(&self) -> String {
        self.session_id.clone()
    }

    fn words(&self) -> String {
        Summary::words(self)
    }
}

impl Shelved for Crystal {
    const SHELF: &'static str = "crystal";

    fn key(&self) -> String {
        self.session_id.clone()
    }

    /// The summary is found by what happened; this by what came of it.
    fn words(&self) -> String {
        let parts = self.key_outcomes.iter().chain(&self.lessons);
        let parts: Vec<&str> = parts.map(String::as_str).collect();
        match parts.is_empty() {
            true => self.narrative.clone(),
            false => parts.join("\n"),
        }
    }
}

/// Observations of a session that are summed up, the latest.
const MOST: usize = 4_000;
/// The latest of them tell whether something came in since.
const LOOKED_AT: usize = 100;
const DAY_MS: i64 = 86_400_000;

/// What a summary is made of.
pub(super) struct Material {
    pub session: Session,
    pub events: Vec<Event>,
    pub seen: Vec<Observation>,
}

impl Engine {
    /// Sums a session up, by a model or by rule, and keeps what came of it.
    pub async fn summarise(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        session: String,
    ) -> Result<Summary> {
        let material = self.material(caller, namespace, session).await?;
        let (gist, material) = self.told(material).await?;
        let summary = Summary {
            session_id: material.session.id.clone(),
            project: material.session.project.clone(),
            created_at: Moment::from_ms(self.store.now_ms()).rfc3339(),
            ..Summary::of(gist, &material.seen)
        };
        let crystal = Crystal::of(&summary, &material.seen);
        let from = From {
            of: material.events.iter().map(|event| event.seq).collect(),
            agent: material.session.agent,
        };
        let (namespace, origin) = self.writing(caller, namespace).await?;
        let (first, second) = (self.two_ids()?, self.two_ids()?);
        let kept = self.journal.run(namespace, origin, &[], move |intake| {
            let summary = made::put(intake, first, &summary, &from)?;
            made::put(intake, second, &crystal, &from)?;
            summary.ok_or_else(unknown)
        });
        kept.await
    }

    /// The same, unless nothing was observed since it was done.
    pub async fn sum_up(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        session: String,
    ) -> Result<()> {
        let Some(known) = self.reading(caller, namespace)? else {
            return Err(unknown());
        };
        let asked = session.clone();
        let read = move |view: &View<'_>| is_summed_up(view, &known, &asked);
        if !self.store.read(read).await? {
            self.summarise(caller, namespace, session).await?;
        }
        Ok(())
    }

    /// By the model if it answers; reading every sentence is work for another thread.
    async fn told(&self, material: Material) -> Result<(Gist, Material)> {
        if let Some(mind) = &self.mind
            && let Some(gist) = told::by_model(mind, &material.seen).await
        {
            return Ok((gist, material));
        }
        let by_rule = move |_: &View<'_>| Ok((told::by_rule(&material), material));
        self.store.read(by_rule).await
    }

    async fn material(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        session: String,
    ) -> Result<Material> {
        let Some(namespace) = self.reading(caller, namespace)? else {
            return Err(unknown());
        };
        let read = self
            .store
            .read(move |view| material(view, &namespace, &session));
        let material = read.await?;
        let material = material.filter(|found| caller.sees(found.session.agent.as_deref()));
        let material = material.ok_or_else(unknown)?;
        match material.seen.is_empty() {
            true => Err(wrong("no_observations")),
            false => Ok(material),
        }
    }

    /// What stays of sessions, the latest first.
    pub async fn crystals(&self, caller: &Caller, namespace: Option<&str>) -> Result<Vec<Crystal>> {
        let Some(namespace) = self.reading(caller, namespace)? else {
            return Ok(Vec::new());
        };
        let read = move |view: &View<'_>| shelf::all::<Crystal>(view, &namespace);
        let mut all = self.store.read(read).await?;
        all.sort_by(|a, b| time::order(&b.created_at, &a.created_at));
        Ok(all)
    }

    /// Sums up sessions that ended more than some days ago and were not summed up since; which.
    pub async fn crystallise(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        older_than_days: f64,
    ) -> Result<Vec<Crystal>> {
        let done = self.crystals(caller, namespace).await?;
        let ended_by = self.store.now_ms() - (older_than_days * DAY_MS as f64) as i64;
        let all = self
            .sessions(caller, namespace, Sessions::default())
            .await?;
        let due = all.into_iter().filter(|session| {
            let over = session.ended.is_some_and(|ended| ended.ms <= ended_by);
            let since = |crystal: &&Crystal| {
                let made = Moment::parse(&crystal.created_at);
                made.is_none_or(|made| session.updated <= made)
            };
            let mut own = done.iter().filter(|done| done.session_id == session.id);
            over && own.find(since).is_none() && session.observations > 0
        });
        let due: Vec<String> = due.map(|session| session.id).take(MOST_AT_ONCE).collect();
        for session in &due {
            self.summarise(caller, namespace, session.clone()).await?;
        }
        let all = self.crystals(caller, namespace).await?;
        let made = all
            .into_iter()
            .filter(|made| due.contains(&made.session_id));
        Ok(made.collect())
    }
}

/// Sessions that one call sums up; the next call goes on.
const MOST_AT_ONCE: usize = 100;

pub(super) fn material(
    view: &View<'_>,
    namespace: &Namespace,
    session: &str,
) -> Result<Option<Material>> {
    let known = view.name_id(namespace.ns, NameKind::Session, session)?;
    let row = known.map(|known| sessions::get(view, known)).transpose()?;
    let Some(row) = row.flatten() else {
        return Ok(None);
    };
    let events = whose::seen(view, namespace, latest(view, row.session, MOST)?)?;
    let seen = events.iter().map(|event| observation(view, session, event));
    Ok(Some(Material {
        session: shown(view, &row)?,
        seen: seen.collect::<Result<_>>()?,
        events,
    }))
}

/// Whether a session has a summary, and nothing came in since that was made.
fn is_summed_up(view: &View<'_>, namespace: &Namespace, session: &str) -> Result<bool> {
    let made = of(view, namespace, session)?;
    let Some(made) = made.and_then(|summary| Moment::parse(&summary.created_at)) else {
        return Ok(false);
    };
    let known = view.name_id(namespace.ns, NameKind::Session, session)?;
    let last = known.map(|known| latest(view, known, LOOKED_AT));
    let last = last.transpose()?;
    let mut last = last.into_iter().flatten();
    Ok(last.all(|event| event.recorded_ms <= made.ms))
}

/// The summary of a session, if there is one.
pub fn of(view: &View<'_>, namespace: &Namespace, session: &str) -> Result<Option<Summary>> {
    shelf::get(view, namespace, session)
}

fn unknown() -> Error {
    Error::refused(Code::NoSuchSession, "session_not_found")
}

fn wrong(name: &str) -> Error {
    Error::refused(Code::BadRequest, name)
}
