//! Where memories stand; what is put away; one record with everything that is known of it.

use mneme_access::{Caller, Need};
use mneme_engine::memories::Decay;
use mneme_engine::views::{Inspected, Lifecycle, StandingSummary};
use mneme_engine::{Error, Record, Result, Trust};
use mneme_model::{Code, MemoryStatus, Moment};
use mneme_wire::shapes::*;
use serde_json::{Value, json};

use super::Desk;
use super::convert::{confidence, hours, limited, memory, preview, round};
use super::review::review_events;

const USUAL: usize = 25;
const MOST: usize = 100;

impl Desk {
    pub async fn decay(&self, caller: &Caller, request: DecayRequest) -> Result<DecayReply> {
        let wish = Decay {
            after_days: request.after_days,
            dry_run: request.dry_run,
        };
        let namespace = request.namespace.as_deref();
        let done = self.engine.decay(caller, namespace, wish).await?;
        let to = |status| done.moved.iter().filter(|one| one.to == status).count() as u64;
        let memories = done.moved.iter().map(|one| DecayedMemory {
            id: one.id.clone(),
            namespace: one.namespace.clone(),
            preview: preview(&one.text),
            from: one.from.state().to_owned(),
            to: one.to.state().to_owned(),
        });
        Ok(DecayReply {
            dry_run: request.dry_run,
            looked_at: done.looked_at,
            stale: to(MemoryStatus::Stale),
            archived: to(MemoryStatus::Archived),
            memories: memories.collect(),
        })
    }

    pub async fn lifecycle(
        &self,
        caller: &Caller,
        request: LifecycleRequest,
    ) -> Result<LifecycleReply> {
        let namespace = request.namespace.as_deref();
        self.engine.scope(caller, Need::Administer, namespace)?;
        let limit = limited(request.limit, USUAL, MOST)?;
        known_status(request.status.as_deref())?;
        let wish = Lifecycle {
            status: request.status.clone(),
            archived: request.include_archived,
            limit,
        };
        let found = self.engine.lifecycle(caller, namespace, wish).await?;
        let threshold = self.engine.trust_threshold();
        let memories = found.memories.into_iter();
        Ok(LifecycleReply {
            namespace: found.namespace,
            summary: lifecycle_summary(&found.summary),
            filters: LifecycleFilters {
                status: request.status,
                limit,
                include_archived: request.include_archived,
            },
            memories: memories.map(|one| inspected(one, threshold)).collect(),
        })
    }

    pub async fn inspect(&self, caller: &Caller, request: InspectRequest) -> Result<Value> {
        let InspectRequest { id, namespace } = request;
        let found = self.engine.inspect(caller, namespace.as_deref(), &id);
        Ok(inspected(found.await?, self.engine.trust_threshold()))
    }

    pub async fn peek(&self, caller: &Caller, request: PeekRequest) -> Result<PeekReply> {
        let namespace = request.namespace.as_deref();
        let record = self.engine.peek(caller, namespace, &request.id).await?;
        let content_bytes = record.text.len();
        let shown = memory(record);
        let part = |chars| shown.content.chars().take(chars).collect();
        Ok(PeekReply {
            content: request.content_chars.map(part),
            id: shown.id,
            agent: shown.agent,
            session: shown.session,
            namespace: shown.namespace,
            tags: shown.tags,
            memory_type: shown.memory_type,
            created_at: shown.created_at,
            updated_at: shown.updated_at,
            content_bytes,
        })
    }
}

pub fn lifecycle_summary(counted: &StandingSummary) -> LifecycleSummary {
    LifecycleSummary {
        total: counted.total,
        active: counted.active,
        candidate: counted.candidate,
        contested: counted.contested,
        stale: counted.stale,
        archived: counted.archived,
    }
}

fn known_status(word: Option<&str>) -> Result<()> {
    let known = |word: &str| MemoryStatus::stated(word).is_some();
    if word.is_none_or(known) {
        return Ok(());
    }
    let words = MemoryStatus::ALL.map(MemoryStatus::state).join(", ");
    let message = format!("there is no status '{}': it is {words}", word.unwrap_or(""));
    Err(Error::refused(Code::BadKind, message))
}

pub fn trust_signals(trust: &Trust) -> Value {
    let signals = trust.signals;
    json!({
        "recency": round(signals.recency),
        "source_reputation": round(signals.source),
        "embedding_coherence": round(signals.coherence),
        "access_frequency": round(signals.access),
        "outcome_learning": round(signals.outcome),
    })
}

fn conflict(other: &Record) -> Value {
    json!({
        "id": other.id,
        "content": other.text,
        "status": other.status.name(),
        "superseded_by": other.superseded_by,
    })
}

/// Everything of a memory, and what the published list names beside that; nothing of it is left
/// out because it is zero.
fn inspected(one: Inspected, threshold: f64) -> Value {
    let (told, injected) = (one.record.outcome, one.record.injections);
    let fitness = one.record.fitness(one.trust.score, threshold);
    let opposed = !one.against.is_empty();
    let verified = told.verified_ms.map(|ms| Moment::from_ms(ms).rfc3339());
    let more = json!({
        "confidence": confidence(&told),
        "last_verified_at": verified,
        "superseded_by": one.record.superseded_by,
        "derived_from": one.record.derived_from,
        "contradicts_with": one.against.iter().map(|other| &other.id).collect::<Vec<_>>(),
        "contradiction_count": one.against.len(),
        "conflicts": one.against.iter().map(conflict).collect::<Vec<_>>(),
        "has_embedding": one.has_vector,
        "trust_score": round(one.trust.score),
        "trust_confidence_low": round(one.trust.low),
        "trust_confidence_high": round(one.trust.high),
        "trust_signals": trust_signals(&one.trust),
        "low_trust": fitness.low_trust,
        "age_hours": hours(one.now_ms, one.record.created_ms),
        "eligible_for_injection": fitness.is_fit(),
        "injection_count": injected.times,
        "reuse_count": one.reuses,
        "confirm_count": told.confirms,
        "reject_count": told.rejects,
        "supersede_count": told.supersedes,
        "last_injected_at": injected.last_ms.map(|ms| Moment::from_ms(ms).rfc3339()),
        "last_reused_at": one.reused_ms.map(|ms| Moment::from_ms(ms).rfc3339()),
        "last_outcome_at": told.last_ms.map(|ms| Moment::from_ms(ms).rfc3339()),
        "review_queue_kind": one.queue.map(|queue| queue.name()),
        "suggested_review_action": one.queue.map(|queue| queue.suggests(opposed).name()),
        "review_events": review_events(&one.reviews),
        "team_governance": one.governance,
        "stale_governance": false,
    });
    let mut whole = serde_json::to_value(memory(one.record)).unwrap_or_default();
    if let (Value::Object(whole), Value::Object(more)) = (&mut whole, more) {
        whole.extend(more);
    }
    whole
}
