//! A history as it is taken along, with its checksum.

use mneme_engine::history::{History, Node};
use mneme_engine::{Result, sha256};
use mneme_wire::shapes::*;

use super::{broken, edge, happened, rfc3339};
use crate::desk::convert::confidence;
use crate::desk::review::review_event;

pub fn of(history: History) -> Result<HistoryBundle> {
    let namespace = history.namespace;
    let nodes = history.nodes.into_iter();
    let mut bundle = HistoryBundle {
        bundle_version: HISTORY_VERSION.to_owned(),
        history_id: history.id,
        root_id: history.root,
        runtime_contract: RuntimeContractTag::default(),
        exported_at: rfc3339(history.at_ms),
        memories: nodes.map(|node| entry(&namespace, node)).collect(),
        edges: history.edges.into_iter().map(edge).collect(),
        timeline: history.timeline.into_iter().map(happened).collect(),
        namespace,
        integrity: Integrity::default(),
    };
    bundle.integrity = Integrity {
        algorithm: ALGORITHM.to_owned(),
        payload_sha256: checksum(&bundle)?,
    };
    Ok(bundle)
}

pub fn checksum(bundle: &HistoryBundle) -> Result<String> {
    Ok(sha256(&bundle.payload().map_err(broken)?))
}

fn entry(namespace: &str, node: Node) -> PortableMemory {
    let archived = node.is_archived();
    let (record, told) = (node.record, node.governance);
    let word = |word: Option<std::sync::Arc<str>>| word.map(|word| word.to_string());
    PortableMemory {
        content_hash: Some(sha256(record.text.as_bytes())),
        id: record.id,
        content: record.text,
        tags: record.tags,
        agent: word(record.agent),
        session: word(record.session),
        original_namespace: Some(namespace.to_owned()),
        memory_type: record.memory_type,
        status: record.status.name().to_owned(),
        version: record.version,
        created_at: rfc3339(record.created_ms),
        updated_at: rfc3339(record.updated_ms),
        source_key_id: Some(record.source.to_string()),
        archived,
        confidence: confidence(&record.outcome),
        evidence_count: record.evidence,
        last_verified_at: record.outcome.verified_ms.map(rfc3339),
        superseded_by: record.superseded_by,
        derived_from: node.derived_from,
        contradicts_with: node.contradicts,
        review_events: node.reviews.iter().map(review_event).collect(),
        team_governance: told.and_then(|told| serde_json::from_value(told).ok()),
    }
}
