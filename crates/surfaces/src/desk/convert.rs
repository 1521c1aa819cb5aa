//! Records and roles, to and from wire shapes.

use mneme_access::Role;
use mneme_engine::{Error, Initiative, Outcome, Record, Result};
use mneme_model::{Code, Moment};
use mneme_wire::shapes::{Aside, Memory};

pub fn initiative(imported: bool) -> Initiative {
    match imported {
        true => Initiative::Machine,
        false => Initiative::Caller,
    }
}

/// Between 0 and 1.
pub fn confidence(told: &Outcome) -> Option<f64> {
    told.confidence.map(|sure| f64::from(sure) / 1_000.0)
}

/// Six digits are enough for anyone to read and for clients to sort by.
pub fn round(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

/// With what a notebook keeps of it, for another store.
pub fn carried(mut record: Record) -> Memory {
    let noted = record.noted.take().map(|noted| Aside {
        hook: noted.hook,
        data: noted.data,
        project: noted.project,
        shelf: noted.shelf,
    });
    Memory {
        noted,
        ..memory(record)
    }
}

/// What another store had of it.
pub fn aside(told: Aside) -> mneme_engine::Aside {
    mneme_engine::Aside {
        hook: told.hook,
        data: told.data,
        project: told.project,
        shelf: told.shelf,
    }
}

pub fn memory(record: Record) -> Memory {
    let told = record.outcome;
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
        confidence: confidence(&told),
        last_verified_at: told.verified_ms.map(|ms| Moment::from_ms(ms).rfc3339()),
        confirm_count: told.confirms,
        reject_count: told.rejects,
        supersede_count: told.supersedes,
        pinned: record.pinned,
        superseded_by: record.superseded_by,
        supersedes: record.supersedes,
        metadata: record.metadata,
        noted: None,
    }
}

pub fn role(text: &str) -> Result<Role> {
    let unknown = || {
        let message = format!("unknown role '{text}' (reader, writer or admin)");
        Error::refused(Code::BadRole, message)
    };
    Role::parse(text).ok_or_else(unknown)
}
