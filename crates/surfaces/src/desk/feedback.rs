//! What memories turned out to be worth.

use mneme_access::{Caller, Need};
use mneme_engine::memories::{Feedback, Via};
use mneme_engine::views::Inspected;
use mneme_engine::{Error, Result, Source};
use mneme_model::{Code, Moment, Verdict};
use mneme_wire::shapes::*;

use super::Desk;
use super::convert::{confidence, round};

impl Desk {
    pub async fn feedback(
        &self,
        caller: &Caller,
        request: FeedbackRequest,
    ) -> Result<FeedbackReply> {
        let namespace = request.namespace.as_deref();
        self.engine.scope(caller, Need::Write, namespace)?;
        let feedback = Feedback {
            id: request.id,
            verdict: verdict(&request.action)?,
            superseded_by: request.superseded_by,
            via: Via::Feedback,
        };
        let record = self.engine.feedback(caller, namespace, feedback).await?;
        let now = self.engine.inspect(caller, namespace, &record.id).await?;
        Ok(feedback_reply(now))
    }

    pub async fn trust_stats(
        &self,
        caller: &Caller,
        request: TrustStatsRequest,
    ) -> Result<TrustStatsReply> {
        let namespace = request.namespace.as_deref();
        let sources = self.engine.sources(caller, namespace).await?;
        Ok(TrustStatsReply {
            threshold: self.engine.trust_threshold(),
            source_reputations: sources.into_iter().map(reputation).collect(),
        })
    }
}

pub fn verdict(action: &str) -> Result<Verdict> {
    let unknown = || {
        let message = format!("unknown action '{action}' (confirm, reject or supersede)");
        Error::refused(Code::BadFeedback, message)
    };
    Verdict::parse(action).ok_or_else(unknown)
}

fn feedback_reply(now: Inspected) -> FeedbackReply {
    let record = now.record;
    let told = record.outcome;
    FeedbackReply {
        id: record.id,
        status: record.status.name().to_owned(),
        confidence: confidence(&told),
        evidence_count: record.evidence,
        last_verified_at: told.verified_ms.map(|ms| Moment::from_ms(ms).rfc3339()),
        superseded_by: record.superseded_by,
        contradicts_with: record.contradicts,
        injection_count: record.injections.times,
        reuse_count: now.reuses,
        confirm_count: told.confirms,
        reject_count: told.rejects,
        supersede_count: told.supersedes,
    }
}

fn reputation(source: Source) -> SourceReputation {
    let (low, high) = source.standing.interval();
    SourceReputation {
        source_key: source.key.to_string(),
        reputation: round(source.standing.mean()),
        confidence_low: round(low),
        confidence_high: round(high),
        alpha: source.standing.alpha,
        beta: source.standing.beta,
    }
}
