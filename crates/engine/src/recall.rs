//! Asking: from names and dates to a question within one namespace, and back to records.

mod times;

use std::sync::Arc;
use std::time::Duration;

use mneme_access::Caller;
use mneme_index::Filter;
use mneme_model::{Code, MemoryType, Moment};
use mneme_recall::pack::Packed;
use mneme_recall::question::{self, Question};
use mneme_recall::rank::{Channels, Reason, Strengths};
use mneme_recall::trust::Trust;
use mneme_recall::{Ask, Evidence, Outcome, Ranking, tokens};
use mneme_store::View;
use mneme_store::names::{NameKind, Namespace};
use mneme_store::tables::journal;

use crate::cursor::Cursor;
use crate::memories_known as known;
use crate::page::{self, Paged};
use crate::sharing::granted;
use crate::{Engine, Error, ModelState, Record, Result, checks};
use times::Times;

#[derive(Clone, Debug, Default)]
pub struct Recall {
    pub query: String,
    pub limit: Option<usize>,
    pub agent: Option<String>,
    pub session: Option<String>,
    pub kinds: Vec<String>,
    pub tags: Vec<String>,
    pub memory_type: Option<MemoryType>,
    /// When it occurred.
    pub from: Option<String>,
    pub to: Option<String>,
    /// When it was first recorded, both excluded.
    pub after: Option<String>,
    pub before: Option<String>,
    /// What was believed at this time.
    pub as_of: Option<String>,
    pub cursor: Option<String>,
    pub budget: Option<usize>,
    /// Which order; the store's own when none is named.
    pub ranking: Option<Ranking>,
    /// Weights of the channels, for the ranking that has them.
    pub channels: Option<Channels>,
    /// The asker's now, from which `last week` counts; the store's clock when none is given.
    pub now: Option<String>,
    /// What it means, as whoever asks says, instead of what the model would.
    pub embedding: Option<Vec<f32>>,
    /// What was written a moment ago is found by its meaning, too: a model that has not read it yet is
    /// waited for a little. Under the published ranking that is so where nobody says otherwise.
    pub strong: Option<bool>,
    /// Nobody asks it himself: it is asked on the way of a request to a model.
    pub unasked: Option<Unasked>,
}

/// How a question is answered that nobody asked himself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Unasked {
    /// How long a model may take to read it; none is as long as it takes.
    pub patience_ms: Option<u64>,
    /// What no channel finds at least so well is left out.
    pub min_channel: f64,
    /// How far hits of one agent or tag give way to others.
    pub diversity: f64,
    pub identifiers_first: Option<bool>,
    /// Whoever asked will turn no page.
    pub unpaged: bool,
}

/// A record that answers, and why.
#[derive(Clone, Debug)]
pub struct Remembered {
    pub record: Record,
    pub score: f64,
    /// How far it is to be trusted, 0 to 1.
    pub trust: f64,
    /// The same with what it is made of.
    pub trusted: Trust,
    /// How near it is in meaning, −1 to 1, and what its words scored in the index.
    pub cosine: Option<f64>,
    pub words: f64,
    pub reasons: Vec<Reason>,
    pub matched: Vec<String>,
    /// What it has of what the question points at.
    pub pointed: Vec<String>,
}

#[derive(Clone, Debug, Default)]
pub struct Recalled {
    pub question: Question,
    pub ranking: Ranking,
    pub channels: Channels,
    pub idf_boost: f64,
    /// How many records were considered, of which the best are shown.
    pub considered: usize,
    /// The model that read the question.
    pub model: Option<String>,
    /// Why none did, though one is configured.
    pub words_only: Option<Code>,
    pub hits: Vec<Remembered>,
    pub next: Option<String>,
    pub packed: Option<Packed>,
}

const DEFAULT_LIMIT: usize = 10;
/// Tokens of a question that are read where somebody waits for it, and how long so few may be.
const HURRIED: usize = 48;
const HURRIED_BYTES: usize = 4 * HURRIED;
const MAX_BUDGET: usize = 200_000;

// === impl Remembered ===

impl Remembered {
    /// Through which channels it was found, and what of the question it has.
    pub fn provenance(&self) -> Vec<String> {
        let found = Strengths::of(&self.reasons);
        let near = f64::from(mneme_recall::weights::NEAR);
        let channels = [
            ("vector", found.vector > near),
            ("fts", found.fts > 0.0),
            ("exact", found.exact > 0.0),
        ];
        let found = channels.into_iter().filter(|(_, found)| *found);
        let found = found.map(|(channel, _)| channel.to_owned());
        found.chain(self.pointed.iter().cloned()).collect()
    }
}

impl Engine {
    pub async fn recall(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        ask: Recall,
    ) -> Result<Recalled> {
        self.prepared(&ask)?;
        match self.reading(caller, namespace)? {
            Some(namespace) => self.recall_in(caller, namespace, ask).await,
            None => nothing(&ask),
        }
    }

    /// What a question asks for, checked.
    pub(crate) fn prepared(&self, ask: &Recall) -> Result<Prepared> {
        let limit = self.check(ask)?;
        self.meaning("query_embedding", ask.embedding.as_deref())?;
        let place = ask.cursor.as_deref().map(page::place).transpose()?;
        let cursor = place.map(Cursor::read).transpose()?;
        Ok(Prepared {
            limit,
            cursor: cursor.unwrap_or_default(),
            times: Times::read(ask)?,
        })
    }

    async fn wait_for_meaning(&self, ask: &Recall) -> Result<()> {
        let published = self.settings.ranking == Ranking::Memoryoss;
        match ask.strong.unwrap_or(published && ask.unasked.is_none()) {
            true => self.vectors_caught_up().await,
            false => Ok(()),
        }
    }

    /// Answers in one namespace, as the caller sees it.
    pub(crate) async fn recall_in(
        &self,
        caller: &Caller,
        namespace: Namespace,
        mut ask: Recall,
    ) -> Result<Recalled> {
        if ask.kinds.is_empty() {
            ask.kinds.clone_from(&self.settings.default_kinds);
        }
        self.wait_for_meaning(&ask).await?;
        let Prepared {
            limit,
            cursor,
            times,
        } = self.prepared(&ask)?;
        let asked_in = namespace.name.clone();
        // What a guest asks is asked anew: its grant may end without anything being written.
        let is_own = namespace.through.is_none();
        let is_asked = ask.unasked.is_none();
        let page = Paged::recall(&namespace, &ask, self.settings.ranking);
        ask.cursor
            .as_deref()
            .map(|cursor| page.open(cursor))
            .transpose()?;
        let key = format!("{asked_in} {:?} {ask:?}", namespace.only);
        let mut stamp = None;
        if is_own {
            self.note_habit(&asked_in, &ask);
            if let Some(answer) = self.answered(&key).await? {
                self.count_recall(caller, &asked_in, &answer, is_asked);
                return Ok(answer);
            }
            stamp = self.answer_stamp().await?;
        }
        let _asking = self.index.asking();
        self.index.ready(&namespace).await?;
        let question = self.understand(&namespace, &ask, times.now).await?;
        let ranking = ask.ranking.unwrap_or(self.settings.ranking);
        let patience_ms = ask.unasked.and_then(|unasked| unasked.patience_ms);
        let brought = self.meaning("query_embedding", ask.embedding.as_deref())?;
        let (vector, late) = match (ranking, brought) {
            (Ranking::Words, _) => (None, false),
            (_, Some(meaning)) => (Some(Arc::from(meaning.numbers())), false),
            _ => self.read_in_time(question.meaning(), patience_ms).await,
        };
        let by_meaning = vector.is_some();
        let index = self.index.clone();
        let channels = ask.channels.unwrap_or_default();
        let mut recalled = self
            .store
            .read(move |view| {
                let Some(mut filter) = filter(view, &namespace, &ask, &times)? else {
                    return Ok(Recalled::default());
                };
                filter.max_seq = cursor.max_seq;
                let as_of = times
                    .as_of
                    .map(|ms| journal::seq_at(view, ms))
                    .transpose()?;
                let unasked = ask.unasked.unwrap_or_default();
                let asked = Ask {
                    min_channel: unasked.min_channel,
                    diversity: ask.unasked.map(|unasked| unasked.diversity),
                    by_confidence: ask.unasked.is_some(),
                    question,
                    vector,
                    ranking,
                    channels,
                    filter,
                    as_of,
                    shown: cursor.shown.clone(),
                    floor: cursor.floor,
                    limit,
                    unpaged: unasked.unpaged,
                    budget: ask.budget,
                    pack_limit: ask.limit.map_or(mneme_recall::weights::PACKED, |_| limit),
                };
                let outcome = mneme_recall::recall(view, &index, &namespace, &asked)?;
                let next = cursor.next(view, &outcome)?;
                let next = next.map(|place| page.seal(&place));
                let mut answer = answer(view, &namespace, outcome, next)?;
                if is_own && is_asked && as_of.is_none() {
                    look_back(view, &mut answer)?;
                }
                Ok::<_, Error>(answer)
            })
            .await?;
        self.tell_model(&mut recalled, by_meaning, ranking);
        // By words because the model was late is no answer for the next who asks.
        self.keep_answer(key, stamp.filter(|_| !late), &recalled);
        self.count_recall(caller, &asked_in, &recalled, is_asked);
        Ok(recalled)
    }

    /// Which model read the question, or why none did.
    fn tell_model(&self, recalled: &mut Recalled, by_meaning: bool, ranking: Ranking) {
        match self.model_state() {
            ModelState::Ready(name) | ModelState::Unopened(name) if by_meaning => {
                recalled.model = Some(name);
            }
            ModelState::Failed(failure) if !by_meaning && ranking != Ranking::Words => {
                recalled.words_only = Some(failure.code);
            }
            _ => {}
        }
    }

    /// What a question means, and whether that was not known in time. What comes late is there
    /// for whoever asks the same again.
    async fn read_in_time(
        &self,
        text: String,
        patience_ms: Option<u64>,
    ) -> (Option<Arc<[f32]>>, bool) {
        let Some(ms) = patience_ms else {
            return (self.index.read_question(text).await, false);
        };
        let text = in_a_hurry(text);
        let index = self.index.clone();
        let reading = tokio::spawn(async move { index.read_question(text).await });
        match tokio::time::timeout(Duration::from_millis(ms), reading).await {
            Ok(read) => (read.ok().flatten(), false),
            Err(_) => (None, true),
        }
    }

    /// Reads a question with the people of its namespace and the asker's now.
    async fn understand(
        &self,
        namespace: &Namespace,
        ask: &Recall,
        now: Option<i64>,
    ) -> Result<Question> {
        let (ns, text) = (namespace.ns, ask.query.clone());
        let is_own = namespace.through.is_none();
        let now = Moment::from_ms(now.unwrap_or_else(|| self.store.now_ms()));
        let wished = ask.unasked.and_then(|unasked| unasked.identifiers_first);
        let identifiers_first = wished.unwrap_or(self.settings.identifiers_first);
        self.store
            .read(move |view| {
                // Who speaks in a namespace is not told by how a question is read.
                let people = match is_own {
                    true => question::people(view, ns)?,
                    false => Default::default(),
                };
                let mut question = Question::read(&text, &people, now);
                question.route.enabled = identifiers_first;
                Ok(question)
            })
            .await
    }

    fn check(&self, ask: &Recall) -> Result<usize> {
        let limits = &self.settings.limits;
        if ask.query.trim().is_empty() {
            return Err(Error::refused(Code::QueryEmpty, "query is empty"));
        }
        if ask.query.len() > limits.query_bytes {
            let message = format!(
                "query exceeds maximum size ({} > {} bytes)",
                ask.query.len(),
                limits.query_bytes
            );
            return Err(Error::refused(Code::ContentTooLarge, message));
        }
        if ask
            .budget
            .is_some_and(|budget| budget == 0 || budget > MAX_BUDGET)
        {
            return Err(Error::refused(
                Code::BadLimit,
                format!("budget must be 1 to {MAX_BUDGET} tokens"),
            ));
        }
        checks::limit(ask.limit.unwrap_or(DEFAULT_LIMIT), limits.recall_limit)
    }
}

/// The answer where nothing was ever told.
pub(crate) fn nothing(ask: &Recall) -> Result<Recalled> {
    page::none(ask.cursor.as_deref())?;
    Ok(Recalled::default())
}

/// Reading takes as long as a text is; what is asked stands at its end.
fn in_a_hurry(text: String) -> String {
    match text.len() > HURRIED_BYTES {
        true => tokens::tail(&text, HURRIED).to_owned(),
        false => text,
    }
}

/// A question that can be asked.
pub(crate) struct Prepared {
    pub limit: usize,
    cursor: Cursor,
    times: Times,
}

/// `None` when a name is asked for that nothing carries.
fn filter(
    view: &View<'_>,
    namespace: &Namespace,
    ask: &Recall,
    times: &Times,
) -> Result<Option<Filter>> {
    let only = namespace.only.as_deref();
    let others = |asked: &String| only.is_some_and(|only| only != asked);
    if ask.agent.as_ref().is_some_and(others) {
        return Ok(None);
    }
    let (Ok(session), Ok(agent)) = (
        known(
            view,
            namespace.ns,
            NameKind::Session,
            ask.session.as_deref(),
        )?,
        known(
            view,
            namespace.ns,
            NameKind::Agent,
            only.or(ask.agent.as_deref()),
        )?,
    ) else {
        return Ok(None);
    };
    let Some(granted) = granted(view, namespace)? else {
        return Ok(None);
    };
    Ok(Some(Filter {
        session,
        agent,
        kinds: ask.kinds.clone(),
        tags: ask.tags.clone(),
        memory_type: ask.memory_type,
        from_ms: times.from,
        to_ms: times.to,
        created_after_ms: times.after,
        created_before_ms: times.before,
        max_seq: None,
        retired: false,
        granted,
    }))
}

fn answer(
    view: &View<'_>,
    namespace: &Namespace,
    outcome: Outcome,
    next: Option<String>,
) -> Result<Recalled> {
    let hits = outcome.evidence.into_iter();
    let hits = hits.map(|evidence| remembered(view, namespace, evidence));
    Ok(Recalled {
        question: outcome.question,
        ranking: outcome.ranking,
        idf_boost: outcome.idf_boost,
        channels: outcome.channels,
        considered: outcome.considered,
        model: None,
        words_only: None,
        hits: hits.collect::<Result<_>>()?,
        next,
        packed: outcome.packed,
    })
}

/// What came of each of them. That is no part of what was believed at another time, stays with the owner,
/// and is nothing to a model.
fn look_back(view: &View<'_>, answer: &mut Recalled) -> Result<()> {
    let mut records = answer.hits.iter_mut().map(|hit| &mut hit.record);
    records.try_for_each(|record| record.look_back(view))
}

/// A record that answers, as it is shown.
pub(crate) fn remembered(
    view: &View<'_>,
    namespace: &Namespace,
    found: Evidence,
) -> Result<Remembered> {
    let Evidence {
        id,
        event,
        memory,
        version,
        score,
        trusted,
        cosine,
        words,
        reasons,
        matched,
        pointed,
        ..
    } = found;
    Ok(Remembered {
        record: Record::build(view, namespace, id, event, memory, version)?,
        score,
        trust: trusted.score,
        trusted,
        cosine,
        words,
        reasons,
        matched,
        pointed,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_a_hurry_the_end_of_a_long_question_is_read() {
        let asked = "who approves a deploy of the billing service?";
        assert_eq!(in_a_hurry(asked.to_owned()), asked);
        let long = format!("{} {asked}", "pasted words ".repeat(200));
        let read = in_a_hurry(long);
        assert!(read.ends_with(asked), "{read}");
        assert!(tokens::count(&read) <= HURRIED, "{read}");
    }
}
