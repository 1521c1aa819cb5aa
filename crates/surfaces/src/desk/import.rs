//! What another store exported.

use mneme_access::Caller;
use mneme_engine::Result;
use mneme_engine::memories::{ImportedMemory as Incoming, NewMemory};
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

fn incoming(told: ImportedMemory) -> Incoming {
    Incoming {
        id: told.id,
        version: told.version,
        evidence: told.evidence_count,
        superseded: told.status == "stale",
        contested: told.status == "contested",
        superseded_by: told.superseded_by,
        confirms: told.confirm_count,
        rejects: told.reject_count,
        supersedes: told.supersede_count,
        confidence: told.confidence,
        verified_at: told.last_verified_at,
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
        },
    }
}
