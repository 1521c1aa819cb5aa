//! What another store exported.

use mneme_access::Caller;
use mneme_engine::Result;
use mneme_engine::memories::{ImportedMemory as Incoming, NewMemory};
use mneme_model::MemoryStatus;
use mneme_wire::shapes::*;

use super::Desk;
use super::convert::aside;
use super::memories::store_reply;

impl Desk {
    pub async fn import(&self, caller: &Caller, request: ImportRequest) -> Result<ImportReply> {
        let incoming = request.memories.into_iter().map(incoming).collect();
        let namespace = request.namespace.as_deref();
        let stored = self.engine.import_memories(caller, namespace, incoming);
        Ok(ImportReply {
            stored: stored.await?.into_iter().map(store_reply).collect(),
        })
    }
}

/// An older export has no word but the published one.
fn status(told: &ImportedMemory) -> MemoryStatus {
    let published = match told.status.as_str() {
        _ if told.archived => MemoryStatus::Archived,
        "stale" => MemoryStatus::Superseded,
        "contested" => MemoryStatus::Contested,
        "candidate" => MemoryStatus::Candidate,
        _ => MemoryStatus::Active,
    };
    MemoryStatus::stated(&told.state).unwrap_or(published)
}

fn incoming(told: ImportedMemory) -> Incoming {
    let status = status(&told);
    Incoming {
        id: told.id,
        version: told.version,
        evidence: told.evidence_count,
        status,
        superseded_by: told.superseded_by,
        contradicts: told.contradicts_with,
        derived_from: told.derived_from,
        confirms: told.confirm_count,
        rejects: told.reject_count,
        supersedes: told.supersede_count,
        confidence: told.confidence,
        verified_at: told.last_verified_at,
        judged_at: told.last_outcome_at,
        created_at: told.created_at.clone(),
        updated_at: told.updated_at,
        source: told.source_key,
        pinned: told.pinned,
        memory: NewMemory {
            content: told.content,
            tags: told.tags,
            agent: told.agent,
            session: told.session,
            speaker: told.speaker,
            kind: told.kind,
            memory_type: told.memory_type,
            occurred_at: told.occurred_at.or(told.created_at),
            metadata: told.metadata,
            noted: told.noted.map(aside),
            embedding: None,
            zero_knowledge: false,
        },
    }
}
