//! A history somebody brings, read and told again.

use mneme_access::{Caller, Need};
use mneme_engine::history::{PastMemory, PastReview, Replay, Replayed};
use mneme_engine::{Engine, Error, Result};
use mneme_model::{Code, MemoryStatus, Verdict};
use mneme_wire::shapes::*;

use super::broken;
use super::bundle::checksum;

pub async fn run(engine: &Engine, caller: &Caller, request: ReplayRequest) -> Result<ReplayReply> {
    let namespace = request.namespace.as_deref();
    let target = engine.scope(caller, Need::Write, namespace)?.to_owned();
    let bundle = request.bundle;
    let root = bundle.root_id.clone();
    if let Some(why) = broken_by(&bundle)? {
        if !request.dry_run {
            return Err(bad(why));
        }
        let blocked = Replayed {
            namespace: target,
            blocked: Some(why.to_owned()),
            ..Replayed::default()
        };
        return Ok(reply(true, root, false, blocked));
    }
    let replay = Replay {
        dry_run: request.dry_run,
        ..read(bundle)?
    };
    let done = engine.replay_history(caller, namespace, replay).await?;
    Ok(reply(request.dry_run, root, true, done))
}

/// Why a bundle is not what was exported.
fn broken_by(bundle: &HistoryBundle) -> Result<Option<&'static str>> {
    if bundle.bundle_version != HISTORY_VERSION {
        return Ok(Some("this is no history of a version this build reads"));
    }
    let sum = &bundle.integrity;
    let sound = sum.algorithm == ALGORITHM && sum.payload_sha256 == checksum(bundle)?;
    Ok((!sound).then_some("the history's integrity check failed: it was changed since its export"))
}

fn bad(why: impl Into<String>) -> Error {
    Error::refused(Code::BadBundle, why)
}

fn reply(dry_run: bool, root_id: String, integrity_valid: bool, done: Replayed) -> ReplayReply {
    let imported = if dry_run { Vec::new() } else { done.ids };
    ReplayReply {
        dry_run,
        imported: imported.len() as u64,
        preview: ReplayPreview {
            target_namespace: done.namespace,
            root_id,
            integrity_valid,
            can_replay: done.blocked.is_none(),
            create_count: done.created as u64,
            visible_count: done.visible as u64,
            forgotten_count: done.forgotten as u64,
            blocked_reason: done.blocked,
        },
        imported_ids: imported,
    }
}

fn read(bundle: HistoryBundle) -> Result<Replay> {
    let timeline = bundle.timeline;
    let memories = bundle.memories.into_iter();
    let memories = memories.map(|one| past(one, &timeline));
    Ok(Replay {
        from: bundle.namespace,
        root: bundle.root_id,
        memories: memories.collect::<Result<_>>()?,
        dry_run: false,
    })
}

fn past(told: PortableMemory, timeline: &[HistoryMoment]) -> Result<PastMemory> {
    let when = |kind: &str| {
        let mut all = timeline.iter().rev();
        let found = all.find(|one| one.memory_id == told.id && one.kind == kind);
        found.map(|one| one.at.clone())
    };
    let (superseded_at, archived_at) = (when("superseded"), when("archived"));
    let governance = told.team_governance.as_ref();
    let governance = governance.map(serde_json::to_value).transpose();
    let reviews = told.review_events.into_iter().map(review);
    Ok(PastMemory {
        status: status(&told.status)?,
        superseded_at,
        archived_at,
        governance: governance.map_err(broken)?,
        reviews: reviews.collect::<Result<_>>()?,
        id: told.id,
        content: told.content,
        tags: told.tags,
        agent: told.agent,
        session: told.session,
        memory_type: told.memory_type,
        version: told.version,
        evidence: told.evidence_count,
        created_at: told.created_at,
        updated_at: told.updated_at,
        source: told.source_key_id,
        archived: told.archived,
        confidence: told.confidence,
        verified_at: told.last_verified_at,
        superseded_by: told.superseded_by,
        derived_from: told.derived_from,
        contradicts: told.contradicts_with,
    })
}

fn status(word: &str) -> Result<MemoryStatus> {
    let published = |status: &MemoryStatus| status.state() == status.name();
    let known = MemoryStatus::stated(word).filter(published);
    known.ok_or_else(|| bad(format!("the history has an unknown status '{word}'")))
}

fn review(told: ReviewEvent) -> Result<PastReview> {
    let unknown = || {
        bad(format!(
            "the history has an unknown review '{}'",
            told.action
        ))
    };
    Ok(PastReview {
        verdict: Verdict::parse(&told.action).ok_or_else(unknown)?,
        at: told.at,
        actor: told.actor,
        via: told.via,
        queue: told.queue_kind,
        superseded_by: told.superseded_by,
    })
}
