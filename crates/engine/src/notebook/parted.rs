//! Lessons that agents told together, once they are kept apart: each has what it told itself.

use std::sync::Arc;

use mneme_journal::Intake;
use mneme_model::{Event, Moment, Seq};
use mneme_notebook::lesson::Lesson;
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::{journal, versions};

use super::shelf::{self, Shelved, Times};
use super::{keeper, whose};
use crate::forget::prune;
use crate::{Engine, Result};

/// What one agent told of a lesson. Whoever named no agent is a teller too.
struct Telling {
    agent: Option<Arc<str>>,
    lesson: Lesson,
}

impl Engine {
    /// Parts every lesson that several agents told, so that none reads or forgets what another
    /// said of it. How many there were.
    pub async fn part_lessons(&self) -> Result<usize> {
        let mut parted = 0;
        for namespace in self.store.namespaces() {
            let (keeper, seen) = (keeper(&namespace.name), namespace.clone());
            let told = self.store.read(move |view| shared(view, &seen)).await?;
            for (memory, tellers) in told {
                let (named, origin) = self.writing(&keeper, None).await?;
                let ids = (0..=tellers).map(|_| self.mint_id());
                let ids = ids.collect::<Result<Vec<_>>>()?;
                let part = move |intake: &Intake<'_>| part(intake, memory, ids);
                let run = self.journal.run(named, origin, &[], part);
                parted += usize::from(run.await?);
            }
        }
        if parted > 0 {
            self.purge.soon();
        }
        Ok(parted)
    }
}

/// Lessons of several tellers, each with how many these are.
fn shared(view: &View<'_>, namespace: &Namespace) -> Result<Vec<(Seq, usize)>> {
    let mut shared = Vec::new();
    for (memory, _) in shelf::placed::<Lesson>(view, namespace)? {
        let tellers = tellings(view, memory)?.len();
        shared.extend((tellers > 1).then_some((memory, tellers)));
    }
    Ok(shared)
}

/// In the writer: puts each telling down by itself, where all of them stood in one. One name is
/// for the act, the others are for the lessons.
fn part(intake: &Intake<'_>, memory: Seq, ids: Vec<String>) -> Result<bool> {
    let (tellings, mut ids) = (tellings(intake.tx, memory)?, ids.into_iter());
    let act = ids.next();
    let several = (2..=ids.len()).contains(&tellings.len());
    let Some(act) = act.filter(|_| several) else {
        return Ok(false);
    };
    prune(intake, act, &[memory])?;
    for (Telling { agent, lesson }, id) in tellings.iter().zip(ids) {
        let ms = |text: &str| Moment::parse(text).map(|moment| moment.ms);
        let times = Times {
            created_ms: ms(&lesson.created_at),
            written_ms: ms(&lesson.updated_at),
        };
        shelf::put_apart(intake, id, lesson, agent.as_deref(), times)?;
    }
    Ok(true)
}

/// What each agent told, in the order they first did.
fn tellings(view: &View<'_>, memory: Seq) -> Result<Vec<Telling>> {
    let (mut all, mut before): (Vec<Telling>, Option<Lesson>) = (Vec::new(), None);
    for seq in versions::family(view, memory)? {
        let event = journal::load(view, seq)?.filter(is_lesson);
        let said = event.as_ref().and_then(shelf::said::<Lesson>);
        let Some((event, now)) = event.zip(said) else {
            continue;
        };
        if let Some(told) = told(&event, before.as_ref(), &now) {
            let agent = whose::agent(view, &event)?;
            match all.iter_mut().find(|known| known.agent == agent) {
                Some(known) => known.tell_again(told),
                None => all.push(Telling {
                    agent,
                    lesson: told,
                }),
            }
        }
        before = Some(now);
    }
    if let Some(last) = before {
        // It faded for all of them.
        for Telling { lesson, .. } in &mut all {
            lesson.confidence = lesson.confidence.min(last.confidence);
            lesson.last_decayed_at.clone_from(&last.last_decayed_at);
        }
    }
    Ok(all)
}

fn is_lesson(event: &Event) -> bool {
    let noted = event.body.noted.as_ref();
    noted.is_some_and(|noted| noted.shelf == Lesson::SHELF)
}

/// What was told in a version, by whoever wrote it; nothing where the lesson only faded.
fn told(event: &Event, before: Option<&Lesson>, now: &Lesson) -> Option<Lesson> {
    let Some(before) = before else {
        return Some(now.clone());
    };
    if now.reinforcements == before.reinforcements && now.content == before.content {
        return None;
    }
    let told = event.body.noted.as_ref().map(|noted| noted.told.clone());
    let told = told.and_then(|told| serde_json::from_value::<Lesson>(told).ok());
    // Lessons of before tellings were kept say only where they were told.
    let told = told.unwrap_or_else(|| Lesson {
        project: told_in(before, now),
        ..Lesson::default()
    });
    Some(Lesson {
        id: now.id.clone(),
        content: now.content.clone(),
        created_at: now.updated_at.clone(),
        updated_at: now.updated_at.clone(),
        ..told
    })
}

/// The project that is new in a version; where none is, the only one it can have been.
fn told_in(before: &Lesson, now: &Lesson) -> String {
    let mut projects = std::iter::once(&now.project).chain(&now.also_in);
    let new = projects.find(|project| !before.is_of(project));
    match new {
        Some(new) => new.clone(),
        None if before.also_in.is_empty() => before.project.clone(),
        None => String::new(),
    }
}

// === impl Telling ===

impl Telling {
    fn tell_again(&mut self, told: Lesson) {
        let at = Moment::parse(&told.updated_at);
        self.lesson.tell_in(&told.project);
        self.lesson.content = told.content;
        if let Some(at) = at {
            self.lesson.strengthen(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lesson(project: &str, also_in: &[&str]) -> Lesson {
        Lesson {
            project: project.to_owned(),
            also_in: also_in.iter().map(|name| (*name).to_owned()).collect(),
            ..Lesson::default()
        }
    }

    #[test]
    fn where_something_was_told_is_what_is_new_or_all_there_is() {
        for (before, now, wanted) in [
            (lesson("/a", &[]), lesson("/a", &["/b"]), "/b"),
            (lesson("/a", &[]), lesson("", &["/a"]), ""),
            (lesson("/a", &[]), lesson("/a", &[]), "/a"),
            (lesson("/a", &["/b"]), lesson("/a", &["/b"]), ""),
        ] {
            assert_eq!(told_in(&before, &now), wanted);
        }
    }
}
