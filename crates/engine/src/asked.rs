//! Questions are asked again: what was answered a moment ago, and what each agent likes to know.
//! In memory only; whatever is forgotten takes all of it along.

mod answers;
mod habits;

use mneme_access::{Caller, Need};
use mneme_index::vectors::HeldQuestions;
use mneme_model::Seq;
use mneme_store::tables::journal;

use crate::parts::Spaces;
use crate::{Engine, Error, Recall, Recalled, Result, signals};

pub use answers::{AnswerSettings, Answers};
pub use habits::Habits;

/// What is remembered of questions.
pub struct Asked {
    pub answers: Answers,
    pub habits: Habits,
    /// What namespaces are about, for whoever splits questions.
    pub spaces: Spaces,
}

/// How many answers are kept, how many of them still hold, and how often one was of use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerStats {
    pub kept: usize,
    pub valid: usize,
    pub hits: u64,
}

/// What an answer depends on beside the question: the journal, and how far the model has read.
pub type Stamp = (i64, Option<i64>);

// === impl Asked ===

impl Asked {
    pub fn new(settings: AnswerSettings) -> Self {
        Self {
            answers: Answers::new(settings),
            habits: Habits::default(),
            spaces: Spaces::default(),
        }
    }

    /// What was said is gone, and may stand in questions and answers.
    pub fn forget(&self) {
        self.answers.flush();
        self.habits.forget();
        self.spaces.forget();
    }

    /// Every question that is remembered.
    pub fn questions(&self) -> Vec<String> {
        let mut all = self.answers.questions();
        all.extend(self.habits.questions());
        all
    }
}

impl Engine {
    /// The answer to the very same question, if nothing has happened since.
    pub(crate) async fn answered(&self, key: &str) -> Result<Option<Recalled>> {
        if self.asked.answers.is_off() {
            return Ok(None);
        }
        let (stamp, now_ms) = (self.stamp().await?, self.store.now_ms());
        Ok(self.asked.answers.get(key, stamp, now_ms))
    }

    /// Keeps an answer that was found at a stamp.
    pub(crate) fn keep_answer(&self, key: String, stamp: Option<Stamp>, answer: &Recalled) {
        if let Some(stamp) = stamp {
            let now_ms = self.store.now_ms();
            self.asked.answers.keep(key, stamp, now_ms, answer);
        }
    }

    /// Taken before the question is answered: what is written meanwhile makes the answer old.
    pub(crate) async fn answer_stamp(&self) -> Result<Option<Stamp>> {
        match self.asked.answers.is_off() {
            true => Ok(None),
            false => Ok(Some(self.stamp().await?)),
        }
    }

    async fn stamp(&self) -> Result<Stamp> {
        let head = self
            .store
            .read(|view| Ok::<_, Error>(journal::head(view)?))
            .await?;
        Ok((head, self.index.vectors_through()))
    }

    /// Notes that somebody asked, and which memories answered. What is only looked at on the way of a
    /// request to a model is counted where it is put before one.
    pub(crate) fn count_recall(
        &self,
        caller: &Caller,
        namespace: &str,
        recalled: &Recalled,
        is_asked: bool,
    ) {
        signals::RECALLS.add(1);
        self.watch.asked(caller, namespace);
        if is_asked {
            let memories = recalled.hits.iter().filter(|hit| hit.record.is_memory);
            let memories: Vec<Seq> = memories.map(|hit| hit.record.root).collect();
            self.watch.answered(&memories);
        }
    }

    /// Notes what an agent asks. One that begins a new session is likely to ask the same again,
    /// so the model reads its last questions beforehand.
    pub(crate) fn note_habit(&self, namespace: &str, ask: &Recall) {
        let Some(agent) = ask.agent.as_deref() else {
            return;
        };
        let session = ask.session.as_deref();
        let again = self
            .asked
            .habits
            .note(namespace, agent, session, &ask.query);
        if again.is_empty() || self.index.model().is_off() {
            return;
        }
        let index = self.index.clone();
        tokio::spawn(async move {
            for question in again {
                index.read_question(question).await;
            }
        });
    }

    /// Answers and questions are held for the whole server; whoever names a namespace must have it.
    pub fn answer_stats(&self, caller: &Caller, named: Option<&str>) -> Result<AnswerStats> {
        self.scope(caller, Need::Administer, named)?;
        Ok(self.asked.answers.stats(self.store.now_ms()))
    }

    /// Forgets every answer; says how many there were.
    pub fn flush_answers(&self, caller: &Caller, named: Option<&str>) -> Result<usize> {
        self.scope(caller, Need::Administer, named)?;
        Ok(self.asked.answers.flush())
    }

    /// Agents whose questions are remembered in a namespace, and how many questions.
    pub fn habits(&self, caller: &Caller, namespace: Option<&str>) -> Result<(usize, usize)> {
        let name = self.scope(caller, Need::Administer, namespace)?;
        Ok(self.asked.habits.count(Some(name)))
    }

    /// Questions whose meaning is remembered.
    pub async fn read_questions(
        &self,
        caller: &Caller,
        named: Option<&str>,
    ) -> Result<HeldQuestions> {
        self.scope(caller, Need::Administer, named)?;
        Ok(self.index.questions_held().await)
    }

    /// Forgets what questions mean, and every answer; says how many there were.
    pub async fn flush_questions(&self, caller: &Caller, named: Option<&str>) -> Result<usize> {
        let questions = self.read_questions(caller, named).await?;
        self.index.forget_questions().await;
        Ok(questions.kept + self.asked.answers.flush())
    }
}
