//! Records and roles, to and from wire shapes.

use mneme_access::Role;
use mneme_engine::{Error, Initiative, Record, Result};
use mneme_model::{Code, Moment};
use mneme_wire::shapes::Memory;

pub fn initiative(imported: bool) -> Initiative {
    match imported {
        true => Initiative::Machine,
        false => Initiative::Caller,
    }
}

pub fn memory(record: Record) -> Memory {
    let word = |word: Option<std::sync::Arc<str>>| word.map(|word| word.to_string());
    Memory {
        id: record.id,
        content: record.text,
        kind: record.kind,
        tags: record.tags,
        agent: word(record.agent),
        session: word(record.session),
        speaker: word(record.speaker),
        role: record.role.map(|role| role.name().to_owned()),
        namespace: Some(record.namespace.to_string()),
        memory_type: record.memory_type,
        status: record.status.name().to_owned(),
        version: record.version,
        created_at: Moment::from_ms(record.created_ms).rfc3339(),
        updated_at: Moment::from_ms(record.updated_ms).rfc3339(),
        occurred_at: record.occurred.rfc3339(),
        source_key: Some(record.source.to_string()),
        archived: false,
        evidence_count: record.evidence,
        superseded_by: record.superseded_by,
        supersedes: record.supersedes,
        metadata: record.metadata,
    }
}

pub fn role(text: &str) -> Result<Role> {
    let unknown = || {
        let message = format!("unknown role '{text}' (reader, writer or admin)");
        Error::refused(Code::BadRole, message)
    };
    Role::parse(text).ok_or_else(unknown)
}
