//! Records and roles, to and from wire shapes.

use mneme_access::Role;
use mneme_access::receipts::content_hash;
use mneme_engine::{Error, Initiative, Outcome, Record, Result};
use mneme_model::{Code, MemoryStatus, Moment};
use mneme_wire::shapes::{Aside, Memory};

use super::review::review_events;

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

const HOUR_MS: f64 = 3_600_000.0;
/// Characters of a text that is only hinted at.
const PREVIEW: usize = 100;

/// How long ago something was, in hours.
pub fn hours(now_ms: i64, at_ms: i64) -> f64 {
    let hours = now_ms.saturating_sub(at_ms).max(0) as f64 / HOUR_MS;
    (hours * 100.0).round() / 100.0
}

/// How many to show: what is usual, unless somebody says otherwise, and never more than the most.
pub fn limited(asked: Option<usize>, usual: usize, most: usize) -> Result<usize> {
    match asked {
        Some(0) => {
            let message = format!("limit must be 1 to {most}");
            Err(Error::refused(Code::BadLimit, message))
        }
        asked => Ok(asked.unwrap_or(usual).min(most)),
    }
}

/// The beginning of a text, in one line.
pub fn preview(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(PREVIEW) {
        None => line,
        Some(_) => {
            let begin = line.chars().take(PREVIEW - 1).collect::<String>();
            format!("{}…", begin.trim_end())
        }
    }
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

/// Told where the published word does not say it; `stale` alone was always said of what another
/// took the place of.
fn state(status: MemoryStatus) -> String {
    match status.state() == status.name() && status != MemoryStatus::Stale {
        true => String::new(),
        false => status.state().to_owned(),
    }
}

pub fn memory(record: Record) -> Memory {
    let told = record.outcome;
    let word = |word: Option<std::sync::Arc<str>>| word.map(|word| word.to_string());
    let time = |ms: Option<i64>| ms.map(|ms| Moment::from_ms(ms).rfc3339());
    Memory {
        id: record.id,
        content_hash: match record.zero_knowledge {
            true => String::new(),
            false => content_hash(&record.text),
        },
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
        state: state(record.status),
        version: record.version,
        created_at: Moment::from_ms(record.created_ms).rfc3339(),
        updated_at: Moment::from_ms(record.updated_ms).rfc3339(),
        occurred_at: record.occurred.rfc3339(),
        source_key: Some(record.source.to_string()),
        archived: record.status == MemoryStatus::Archived,
        evidence_count: record.evidence,
        confidence: confidence(&told),
        last_verified_at: time(told.verified_ms),
        injection_count: record.injections.times,
        reuse_count: Some(told.reuses),
        last_injected_at: time(record.injections.last_ms),
        last_reused_at: time(record.reused_ms),
        last_outcome_at: time(told.last_ms),
        confirm_count: told.confirms,
        reject_count: told.rejects,
        supersede_count: told.supersedes,
        pinned: record.pinned,
        superseded_by: record.superseded_by,
        supersedes: record.supersedes,
        contradicts_with: record.contradicts,
        derived_from: record.derived_from,
        metadata: record.metadata,
        noted: None,
        review_events: review_events(&record.reviews),
    }
}

pub fn role(text: &str) -> Result<Role> {
    let unknown = || {
        let message = format!("unknown role '{text}' (reader, writer or admin)");
        Error::refused(Code::BadRole, message)
    };
    Role::parse(text).ok_or_else(unknown)
}
