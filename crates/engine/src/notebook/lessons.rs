//! Lessons: told again they grow surer, left alone they fade.

use mneme_access::Caller;
use mneme_model::{Code, Moment, time};
use mneme_notebook::ids;
use mneme_notebook::lesson::{Lesson, terms};
use mneme_store::View;

use super::shelf::{self, Shelved};
use crate::{Engine, Error, Result, checks};

impl Shelved for Lesson {
    const SHELF: &'static str = "lesson";
    const OF_MANY: bool = true;

    fn key(&self) -> String {
        self.id.clone()
    }

    fn words(&self) -> String {
        match self.context.trim() {
            "" => self.content.clone(),
            context => format!("{} ({context})", self.content),
        }
    }

    fn reword(&mut self, text: &str) {
        self.content = text.to_owned();
        self.context.clear();
    }

    /// The same words are one lesson, whoever named it.
    fn settled(self) -> Self {
        Self {
            id: ids::lesson(&self.content),
            ..self
        }
    }

    fn written(&self) -> Option<&str> {
        Some(&self.updated_at)
    }

    /// What faded away is on no shelf: nobody finds it by any question.
    fn is_over(&self) -> bool {
        self.deleted
    }
}

/// Which lessons are asked for.
#[derive(Clone, Debug, Default)]
pub struct Lessons {
    pub project: Option<String>,
    pub source: Option<String>,
    pub least: f64,
    pub limit: usize,
}

impl Engine {
    /// Keeps a lesson, or makes it surer. Whether it is new.
    pub async fn learn_lesson(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        mut lesson: Lesson,
    ) -> Result<(Lesson, bool)> {
        let (namespace, origin) = self.writing(caller, namespace).await?;
        lesson.content = lesson.content.trim().to_owned();
        checks::content(&self.settings.limits, &lesson.content)?;
        checks::project(&self.settings.limits, &lesson.project)?;
        lesson.id = ids::lesson(&lesson.content);
        let (act, now) = (self.mint_id()?, Moment::from_ms(self.store.now_ms()));
        let learnt = self.journal.run(namespace, origin, &[], move |intake| {
            let known = shelf::get::<Lesson>(intake.tx, intake.namespace, &lesson.id)?;
            match known.filter(|known| !known.deleted) {
                Some(mut known) => {
                    known.tell_in(&lesson.project);
                    known.strengthen(now);
                    // Kept apart later, each agent has what it said itself.
                    let told = shelf::put_told(intake, act, &known, &lesson)?;
                    Ok::<_, Error>((told, false))
                }
                None => {
                    lesson.created_at = now.rfc3339();
                    lesson.updated_at = now.rfc3339();
                    Ok((shelf::put(intake, act, &lesson)?, true))
                }
            }
        });
        learnt.await
    }

    /// A lesson told once more, by its id.
    pub async fn strengthen(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        id: String,
    ) -> Result<Lesson> {
        let (namespace, origin) = self.writing(caller, namespace).await?;
        let (act, now) = (self.mint_id()?, Moment::from_ms(self.store.now_ms()));
        let grown = self.journal.run(namespace, origin, &[], move |intake| {
            let known = shelf::get::<Lesson>(intake.tx, intake.namespace, &id)?;
            let known = known.filter(|known| !known.deleted);
            let mut known = known.ok_or_else(|| unknown(&id))?;
            known.strengthen(now);
            shelf::put(intake, act, &known)
        });
        grown.await
    }

    /// Lessons, the surest first.
    pub async fn lessons(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        wanted: Lessons,
    ) -> Result<Vec<Lesson>> {
        let mut known = self.all_lessons(caller, namespace).await?;
        known.retain(|lesson| wanted.means(lesson));
        known.sort_by(|a, b| {
            let surer = b.confidence.total_cmp(&a.confidence);
            let later = surer.then_with(|| time::order(&b.updated_at, &a.updated_at));
            later.then_with(|| a.id.cmp(&b.id))
        });
        known.truncate(wanted.limit);
        Ok(known)
    }

    /// Lessons that answer a question, the best first, each with its score.
    pub async fn find_lessons(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        query: &str,
        wanted: Lessons,
    ) -> Result<Vec<(Lesson, f64)>> {
        let (terms, now) = (terms(query), Moment::from_ms(self.store.now_ms()));
        let known = self.all_lessons(caller, namespace).await?.into_iter();
        let known = known.filter(|lesson| wanted.means(lesson));
        let mut found: Vec<(Lesson, f64)> = known
            .map(|lesson| {
                let score = lesson.score(&terms, now);
                (lesson, score)
            })
            .filter(|(_, score)| *score > 0.0)
            .collect();
        found.sort_by(|a, b| {
            let better = b.1.total_cmp(&a.1);
            better.then_with(|| a.0.id.cmp(&b.0.id))
        });
        found.truncate(wanted.limit);
        Ok(found)
    }

    async fn all_lessons(&self, caller: &Caller, namespace: Option<&str>) -> Result<Vec<Lesson>> {
        let Some(namespace) = self.reading(caller, namespace)? else {
            return Ok(Vec::new());
        };
        let read = move |view: &View<'_>| shelf::all(view, &namespace);
        let known: Vec<Lesson> = self.store.read(read).await?;
        Ok(known.into_iter().filter(|lesson| !lesson.deleted).collect())
    }
}

// === impl Lessons ===

impl Lessons {
    fn means(&self, lesson: &Lesson) -> bool {
        let is = |wanted: &Option<String>, own: &str| wanted.as_deref().is_none_or(|w| w == own);
        let project = self.project.as_deref();
        lesson.confidence >= self.least
            && project.is_none_or(|project| lesson.is_of(project))
            && is(&self.source, &lesson.source)
    }
}

fn unknown(id: &str) -> Error {
    Error::refused(Code::NoSuchMemory, format!("no lesson has the id {id}"))
}
