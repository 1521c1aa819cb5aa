//! What goes by itself: what has outlived its time, and lessons nobody confirms.

use mneme_access::{Caller, Peer, Role};
use mneme_journal::Intake;
use mneme_model::{Door, Moment, Seq};
use mneme_notebook::compressed::Compressed;
use mneme_notebook::lesson::Lesson;
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::{journal, memories, notes};

use super::memories::{PASSING, kept};
use super::shelf;
use crate::{Engine, Error, Forget, Result};

/// What has outlived its time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outlived {
    pub memories: Vec<String>,
    pub observations: Vec<String>,
}

/// Observations that matter as little as this go after so many days.
const TRIFLE: u8 = 2;
const TRIFLE_DAYS: i64 = 180;
const DAY_MS: i64 = 86_400_000;
/// What one sweep takes; the next goes on.
const MOST: usize = 5_000;

/// Who sweeps: the house itself, in one namespace.
pub(crate) fn keeper(namespace: &str) -> Caller {
    Caller {
        subject: String::from("upkeep"),
        namespace: namespace.to_owned(),
        role: Role::Admin,
        key: None,
        door: Door::Notebook,
        peer: Peer::Here,
        until: None,
        only: None,
        agent: None,
    }
}

impl Engine {
    /// Forgets memories past their time and trifles of long ago, or only says which.
    pub async fn forget_outlived(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        only_say: bool,
    ) -> Result<Outlived> {
        let Some(known) = self.reading(caller, namespace)? else {
            return Ok(Outlived::default());
        };
        let (now_ms, asker) = (self.store.now_ms(), caller.clone());
        let read = self
            .store
            .read(move |view| outlived(view, &known, now_ms, &asker));
        let (found, seqs) = read.await?;
        let ids = found.observations.clone();
        let any = !seqs.is_empty() || !ids.is_empty();
        if !only_say && any {
            let wish = Forget {
                ids,
                seqs,
                ..Forget::default()
            };
            self.forget(caller, namespace, wish).await?;
        }
        Ok(found)
    }

    /// Lets lessons fade by the weeks that passed; how many did.
    pub async fn fade_lessons(&self, caller: &Caller, namespace: Option<&str>) -> Result<usize> {
        let Some(known) = self.reading(caller, namespace)? else {
            return Ok(0);
        };
        let now = Moment::from_ms(self.store.now_ms());
        let read = self.store.read(move |view| fading(view, &known, now));
        let faded = read.await?;
        for (id, agent) in &faded {
            // A lesson of an agent that is kept apart has its name among that agent's.
            let own = Caller {
                only: agent.clone().or_else(|| caller.only.clone()),
                ..caller.clone()
            };
            let (named, origin) = self.writing(&own, namespace).await?;
            let (act, id) = (self.mint_id()?, id.clone());
            let fade = move |intake: &Intake<'_>| {
                let known = shelf::get::<Lesson>(intake.tx, intake.namespace, &id)?;
                let Some(mut lesson) = known.filter(|known| !known.deleted) else {
                    return Ok(());
                };
                match (lesson.decay(now), lesson.deleted) {
                    (true, true) => shelf::remove::<Lesson>(intake, act, &id).map(drop),
                    (true, false) => shelf::put(intake, act, &lesson).map(drop),
                    (false, _) => Ok::<_, Error>(()),
                }
            };
            self.journal.run(named, origin, &[], fade).await?;
        }
        Ok(faded.len())
    }
}

/// Lessons that fade, each with the agent it belongs to.
fn fading(
    view: &View<'_>,
    namespace: &Namespace,
    now: Moment,
) -> Result<Vec<(String, Option<String>)>> {
    let mut fading = Vec::new();
    for (seq, lesson) in shelf::placed::<Lesson>(view, namespace)? {
        let mut faded = lesson.clone();
        if faded.decay(now) {
            fading.push((lesson.id, shelf::agent_of(view, seq)?));
        }
    }
    Ok(fading)
}

/// What has outlived its time, and where its memories begin.
fn outlived(
    view: &View<'_>,
    namespace: &Namespace,
    now_ms: i64,
    caller: &Caller,
) -> Result<(Outlived, Vec<Seq>)> {
    let (mut found, mut seqs) = (Outlived::default(), Vec::new());
    for seq in notes::all(view, namespace.ns, PASSING)? {
        let row = memories::get(view, seq)?;
        let head = row
            .map(|row| journal::load(view, row.head_seq))
            .transpose()?;
        let Some(event) = head.flatten() else {
            continue;
        };
        let agent = event.agent.map(|agent| view.word(agent)).transpose()?;
        let until = kept(&event).forget_after;
        let until = until.and_then(|until| Moment::parse(&until));
        let over = until.is_some_and(|until| until.ms <= now_ms);
        if over && caller.sees(agent.as_deref()) && found.memories.len() < MOST {
            found.memories.extend(journal::ext_id(view, seq)?);
            seqs.push(seq);
        }
    }
    let long_ago = now_ms - TRIFLE_DAYS * DAY_MS;
    let trifles = shelf::all::<Compressed>(view, namespace)?.into_iter();
    let trifles = trifles.filter(|one| one.importance <= TRIFLE && one.occurred_ms < long_ago);
    found.observations = trifles.map(|one| one.observation_id).take(MOST).collect();
    Ok((found, seqs))
}
