//! What waits for somebody's word, and the word.

use mneme_access::{Caller, Need};
use mneme_engine::memories::{Feedback, Past, Review, ReviewSummary as Counted, Via, Waiting};
use mneme_engine::{Error, Record, Result};
use mneme_model::{Code, Moment, Verdict};
use mneme_wire::shapes::*;

use super::Desk;
use super::convert::{confidence, hours, limited, preview, round};
use super::feedback::verdict;

const USUAL: usize = 20;
const MOST: usize = 100;
/// Words on a memory that are shown.
const KEPT: usize = 20;
/// Memories shown that could take the place of one.
const OPTIONS: usize = 3;
/// What a key begins with: it is made to be told from an id, and to be recognised.
const KEY: &str = "review:";
const SHORT_KEY: &str = "rq:";

impl Desk {
    pub async fn review_queue(
        &self,
        caller: &Caller,
        request: ReviewQueueRequest,
    ) -> Result<ReviewQueueReply> {
        let namespace = request.namespace.as_deref();
        self.engine.scope(caller, Need::Administer, namespace)?;
        let limit = limited(request.limit, USUAL, MOST)?;
        let found = self.engine.review_queue(caller, namespace, limit).await?;
        let (now_ms, threshold) = (self.now_ms(), self.engine.trust_threshold());
        let items = found.items.into_iter();
        Ok(ReviewQueueReply {
            namespace: found.namespace,
            limit,
            summary: review_summary(&found.summary, now_ms),
            items: items.map(|one| item(one, now_ms, threshold)).collect(),
        })
    }

    pub async fn review_action(
        &self,
        caller: &Caller,
        request: ReviewActionRequest,
    ) -> Result<ReviewActionReply> {
        let namespace = request.namespace.as_deref();
        let name = self
            .engine
            .scope(caller, Need::Administer, namespace)?
            .to_owned();
        let by = request.supersede_with_review_key.as_deref();
        let feedback = Feedback {
            id: id_of(&request.review_key)?.to_owned(),
            verdict: action(&request)?,
            superseded_by: by.map(id_of).transpose()?.map(str::to_owned),
            via: Via::Inbox,
        };
        let action = feedback.verdict.name().to_owned();
        let done = self.engine.review(caller, namespace, feedback).await?;
        Ok(ReviewActionReply {
            review_key: review_key(&done.memory.record.id),
            queue_kind_before: done.before.map(|queue| queue.name().to_owned()),
            action,
            namespace: name,
            memory: reviewed(done.memory),
            replacement: done.replacement.map(replacement),
        })
    }
}

/// In the words of a review: it knows nothing of a field called `superseded_by`.
fn action(request: &ReviewActionRequest) -> Result<Verdict> {
    let verdict = verdict(&request.action)?;
    let named = request.supersede_with_review_key.is_some();
    let message = match (verdict == Verdict::Supersede, named) {
        (true, false) => "supersede needs supersede_with_review_key",
        (false, true) => "supersede_with_review_key is for supersede only",
        _ => return Ok(verdict),
    };
    Err(Error::refused(Code::BadFeedback, message))
}

pub fn review_key(id: &str) -> String {
    format!("{KEY}{id}")
}

fn id_of(key: &str) -> Result<&str> {
    let id = key
        .strip_prefix(KEY)
        .or_else(|| key.strip_prefix(SHORT_KEY));
    let id = id.unwrap_or(key);
    if id.is_empty() {
        let message = "review_key is empty: the queue names one for each item";
        return Err(Error::refused(Code::BadFeedback, message));
    }
    Ok(id)
}

pub fn review_summary(counted: &Counted, now_ms: i64) -> ReviewSummary {
    let oldest = counted.oldest_ms.map(|at| hours(now_ms, at));
    ReviewSummary {
        pending: counted.pending(),
        candidate: counted.candidate,
        contested: counted.contested,
        rejected: counted.rejected,
        suggested_confirm: counted.candidate,
        suggested_supersede: counted.opposed,
        suggested_reject: counted.unopposed(),
        oldest_age_hours: oldest.unwrap_or_default(),
    }
}

fn item(one: Waiting, now_ms: i64, threshold: f64) -> ReviewItem {
    let (record, last) = (one.record, one.reviews.last());
    let word = |word: Option<std::sync::Arc<str>>| word.map(|word| word.to_string());
    let opposed = !one.against.is_empty();
    let mut available = vec![Verdict::Confirm, Verdict::Reject];
    available.extend(opposed.then_some(Verdict::Supersede));
    let available = available.into_iter();
    ReviewItem {
        review_key: review_key(&record.id),
        queue_kind: one.queue.name().to_owned(),
        status: record.status.name().to_owned(),
        suggested_action: one.queue.suggests(opposed).name().to_owned(),
        available_actions: available.map(|verdict| verdict.name().to_owned()).collect(),
        age_hours: hours(now_ms, record.created_ms),
        preview: preview(&record.text),
        source: record.source.to_string(),
        confidence: confidence(&record.outcome),
        evidence_count: record.evidence,
        trust_score: round(one.trust.score),
        trust_confidence_low: round(one.trust.low),
        trust_confidence_high: round(one.trust.high),
        low_trust: one.trust.score < threshold,
        tags: record.tags,
        agent: word(record.agent),
        session: word(record.session),
        contradiction_count: one.against.len() as u64,
        duplicate_content_count: one.repeated,
        review_event_count: one.reviews.len() as u64,
        last_review_at: last.map(|last| Moment::from_ms(last.at_ms).rfc3339()),
        last_review_action: last.map(|last| last.verdict.name().to_owned()),
        stale_governance: false,
        replacement_options: one.against.iter().take(OPTIONS).map(option).collect(),
    }
}

/// A memory that could take its place.
fn option(other: &Record) -> ReplacementOption {
    ReplacementOption {
        review_key: review_key(&other.id),
        preview: preview(&other.text),
        status: other.status.name().to_owned(),
        relation: String::from("contradiction"),
    }
}

fn reviewed(past: Past) -> ReviewedMemory {
    let (record, reviews) = (past.record, past.reviews);
    let told = record.outcome;
    ReviewedMemory {
        review_key: review_key(&record.id),
        status: record.status.name().to_owned(),
        confidence: confidence(&told),
        evidence_count: record.evidence,
        superseded_by: record.superseded_by,
        contradicts_with: record.contradicts,
        confirm_count: told.confirms,
        reject_count: told.rejects,
        supersede_count: told.supersedes,
        review_event_count: reviews.len() as u64,
        last_review: reviews.last().map(review_event),
        team_governance: past.governance,
    }
}

fn replacement(past: Past) -> Replacement {
    let (record, reviews) = (past.record, past.reviews);
    Replacement {
        review_key: review_key(&record.id),
        status: record.status.name().to_owned(),
        review_event_count: reviews.len() as u64,
        last_review: reviews.last().map(review_event),
        team_governance: past.governance,
    }
}

/// The last of them, oldest first.
pub fn review_events(reviews: &[Review]) -> Vec<ReviewEvent> {
    let from = reviews.len().saturating_sub(KEPT);
    reviews.iter().skip(from).map(review_event).collect()
}

pub fn review_event(review: &Review) -> ReviewEvent {
    ReviewEvent {
        at: Moment::from_ms(review.at_ms).rfc3339(),
        actor: review.actor.to_string(),
        action: review.verdict.name().to_owned(),
        via: review.via.clone(),
        queue_kind: review.queue.clone(),
        superseded_by: review.superseded_by.clone(),
    }
}
