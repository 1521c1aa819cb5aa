//! A memory as a history tells it.

use std::collections::HashSet;

use mneme_journal::Draft;
use mneme_model::event::{Brought, Metadata};
use mneme_model::limits::Limits;
use mneme_model::{Body, Code, Kind, MemoryStatus, MemoryType, Moment, Opposition, Verdict, ids};
use mneme_store::names::Namespace;
use serde_json::Value;

use crate::{Engine, Error, Result, checks};

#[derive(Clone, Debug, Default)]
pub struct PastMemory {
    pub id: String,
    pub content: String,
    pub tags: Vec<String>,
    pub agent: Option<String>,
    pub session: Option<String>,
    pub memory_type: MemoryType,
    /// In the published words: candidate, active, contested, stale.
    pub status: MemoryStatus,
    pub version: u64,
    pub evidence: u64,
    pub created_at: String,
    pub updated_at: String,
    /// On whose word.
    pub source: Option<String>,
    pub archived: bool,
    /// Between 0 and 1.
    pub confidence: Option<f64>,
    pub verified_at: Option<String>,
    pub superseded_by: Option<String>,
    pub derived_from: Vec<String>,
    pub contradicts: Vec<String>,
    pub reviews: Vec<PastReview>,
    pub governance: Option<Value>,
    /// When another took its place, and when it was put away; as its words were written, where
    /// nobody says so.
    pub superseded_at: Option<String>,
    pub archived_at: Option<String>,
}

#[derive(Clone, Debug)]
pub struct PastReview {
    pub at: String,
    pub actor: String,
    pub verdict: Verdict,
    pub via: String,
    pub queue: Option<String>,
    pub superseded_by: Option<String>,
}

/// More than anybody counts, and less than a table can hold.
const MOST: u64 = 1_000_000_000_000;

// === impl PastMemory ===

impl PastMemory {
    pub fn check(&self, limits: &Limits) -> Result<()> {
        if !ids::is_ext_id(&self.id) {
            let message = format!("'{}' is no id", self.id);
            return Err(Error::refused(Code::BadId, message));
        }
        checks::content(limits, &self.content)?;
        checks::tags(limits, &self.tags)?;
        checks::name(limits, "agent", self.agent.as_deref())?;
        checks::name(limits, "session", self.session.as_deref())?;
        checks::name(limits, "source_key_id", self.source.as_deref())?;
        if self.version.max(self.evidence) > MOST {
            let message = format!("a count of it is larger than {MOST}");
            return Err(Error::refused(Code::BadRequest, message));
        }
        for review in &self.reviews {
            checks::name(limits, "actor", Some(&review.actor))?;
            checks::name(limits, "via", Some(&review.via))?;
            checks::name(limits, "queue_kind", review.queue.as_deref())?;
            moment("at", &review.at)?;
        }
        let times = [&self.verified_at, &self.superseded_at, &self.archived_at];
        let times = times.into_iter().flatten();
        for time in times.chain([&self.created_at, &self.updated_at]) {
            moment("a time", time)?;
        }
        Ok(())
    }

    /// Whether it answers questions about now.
    pub fn is_found(&self) -> bool {
        !self.archived && self.superseded_by.is_none()
    }

    /// As it would stand if nothing had taken its place.
    pub fn believed(&self) -> Self {
        let status = match self.status {
            MemoryStatus::Stale => MemoryStatus::Active,
            status => status,
        };
        Self {
            status,
            archived: false,
            superseded_by: None,
            ..self.clone()
        }
    }

    /// For what happened to it: each word on it, a successor, being put away, contradictions.
    pub fn ids_needed(&self) -> usize {
        2 + self.reviews.len() + self.contradicts.len()
    }

    /// Where it stands before another takes its place and before it is put away.
    fn stood(&self) -> Option<MemoryStatus> {
        let judged = |review: &&PastReview| review.verdict != Verdict::Supersede;
        let last = self.reviews.iter().rev().find(judged);
        let rejected = last.is_some_and(|review| review.verdict == Verdict::Reject);
        match self.status {
            MemoryStatus::Active => None,
            MemoryStatus::Stale if !self.is_found() => None,
            MemoryStatus::Contested if rejected => Some(MemoryStatus::Rejected),
            status => Some(status),
        }
    }

    /// What speaks against it of all that comes, where it is doubted for nothing else: by itself it
    /// would be believed.
    pub fn opposed(&self, coming: &HashSet<&str>) -> Opposition {
        let doubted = self.is_found() && self.stood() == Some(MemoryStatus::Contested);
        let others = self.contradicts.iter().filter(|_| doubted);
        let others: HashSet<&str> = others.map(String::as_str).collect();
        Opposition {
            open: others.intersection(coming).count() as u32,
            since_ms: None,
        }
    }

    fn confirms(&self) -> u64 {
        let confirms = |review: &&PastReview| review.verdict == Verdict::Confirm;
        self.reviews.iter().filter(confirms).count() as u64
    }

    pub fn thousandths(&self) -> Option<u16> {
        let sure = self.confidence?;
        Some((sure.clamp(0.0, 1.0) * 1_000.0).round() as u16)
    }

    fn brought(&self, now_ms: i64) -> Result<Brought> {
        let told = !self.reviews.is_empty();
        let verified = self.verified_at.as_deref();
        let verified = verified.map(|at| past_ms("last_verified_at", at, now_ms));
        let verified_ms = verified.transpose()?;
        Ok(Brought {
            // Whoever verified it is not told with it: somebody did.
            confirms: u64::from(verified_ms.is_some() && self.confirms() == 0),
            confidence: self.thousandths().filter(|_| !told),
            verified_ms,
            written_ms: Some(past_ms("updated_at", &self.updated_at, now_ms)?),
            governance: self.governance.clone(),
            ..Brought::default()
        })
    }
}

pub fn moment(what: &str, text: &str) -> Result<Moment> {
    let read = checks::moment(what, Some(text))?;
    read.ok_or_else(|| Error::refused(Code::BadTime, format!("{what} is missing")))
}

/// What a clock elsewhere says; nothing was done later than now.
pub fn past_ms(what: &str, text: &str, now_ms: i64) -> Result<i64> {
    Ok(moment(what, text)?.ms.min(now_ms))
}

impl Engine {
    /// Its first event, but for what it was made of: the writer knows that.
    pub(super) fn past_draft(&self, namespace: &Namespace, one: &PastMemory) -> Result<Draft> {
        let now_ms = self.store.now_ms();
        let created_ms = past_ms("created_at", &one.created_at, now_ms)?;
        let other_than_one = |n: u64| Some(n).filter(|n| *n != 1);
        Ok(Draft {
            ext_id: one.id.clone(),
            kind: Kind::MemoryStored,
            session: one.session.clone(),
            agent: one.agent.clone(),
            speaker: None,
            occurred: Moment::from_ms(created_ms),
            body: Body {
                fingerprint: Some(namespace.key.value(&one.content)),
                text: one.content.clone(),
                tags: one.tags.clone(),
                memory_type: Some(one.memory_type),
                metadata: Metadata::new(),
                version: other_than_one(one.version.max(1)),
                // Each confirmation is told again, and counts again.
                evidence: other_than_one(one.evidence.saturating_sub(one.confirms())),
                status: one.stood(),
                created_ms: Some(created_ms),
                brought: Some(one.brought(now_ms)?),
                ..Body::default()
            },
        })
    }
}
