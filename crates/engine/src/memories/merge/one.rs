//! Making one memory of a group, in one transaction or not at all.

use std::collections::BTreeSet;

use mneme_journal::{Draft, Intake};
use mneme_model::event::Brought;
use mneme_model::limits::Limits;
use mneme_model::{Body, Kind, MemoryStatus, NameId, Seq};
use mneme_store::names::Namespace;
use mneme_store::tables::{journal, memories};

use super::fuse::fuse;
use super::groups::Group;
use super::items::Item;
use super::{MergedGroup, Result};
use crate::memories::{is_forgotten, lifecycle, supersede};

/// What is made of a group, but for names and sources, which the writer knows.
pub fn draft(limits: &Limits, namespace: &Namespace, group: &Group) -> Result<Draft> {
    let head = &group.kept.head;
    let texts: Vec<&str> = group
        .all()
        .map(|item| item.head.body.text.as_str())
        .collect();
    let fused = Some(fuse(&texts)).filter(|text| text.len() <= limits.content_bytes);
    let text = fused.unwrap_or_else(|| head.body.text.clone());
    let occurred = group.all().map(|item| item.head.occurred);
    let brought = brought(group);
    let status = group.kept.row.status;
    Ok(Draft {
        ext_id: String::new(),
        kind: Kind::MemoryStored,
        session: None,
        agent: None,
        speaker: None,
        occurred: occurred.max().unwrap_or(head.occurred),
        body: Body {
            fingerprint: Some(namespace.key.value(&text)),
            text,
            label: head.body.label.clone(),
            tags: tags(limits, group),
            memory_type: Some(group.kept.row.memory_type),
            metadata: head.body.metadata.clone(),
            evidence: Some(group.all().map(|item| item.row.evidence).sum()),
            status: Some(status).filter(|status| *status != MemoryStatus::Active),
            brought: Some(brought).filter(|brought| *brought != Brought::default()),
            ..Body::default()
        },
    })
}

/// Those of all, as many as a memory may have.
fn tags(limits: &Limits, group: &Group) -> Vec<String> {
    let (mut tags, mut known) = (Vec::new(), BTreeSet::new());
    for tag in group.all().flat_map(|item| &item.head.body.tags) {
        if known.insert(tag) && tags.len() < limits.tags {
            tags.push(tag.clone());
        }
    }
    tags
}

/// What was said of all of them.
fn brought(group: &Group) -> Brought {
    let told = || group.all().map(|item| &item.row.outcome);
    let sure: Option<Vec<u16>> = told().map(|told| told.confidence).collect();
    Brought {
        confirms: told().map(|told| told.confirms).sum(),
        rejects: told().map(|told| told.rejects).sum(),
        supersedes: told().map(|told| told.supersedes).sum(),
        confidence: sure.and_then(|sure| sure.into_iter().max()),
        verified_ms: told().filter_map(|told| told.verified_ms).max(),
        ..Brought::default()
    }
}

/// In the writer. None, and nothing is written, if somebody said something of one of them since,
/// or if what it comes to was forgotten.
pub fn write(
    intake: &Intake<'_>,
    group: &Group,
    draft: Draft,
    mut ids: Vec<String>,
) -> Result<Option<MergedGroup>> {
    let draft = named(intake, group, draft, ids.pop().unwrap_or_default())?;
    if !is_as_it_was(intake, group)? || is_forgotten(intake, &draft)? {
        return Ok(None);
    }
    let source = intake.tx.word(group.kept.head.actor)?;
    let made = intake.append_of(&draft, &source)?.seq;
    for item in group.all() {
        let mut fresh = || ids.pop().unwrap_or_default();
        intake.append(&supersede::note(intake, fresh(), &item.row, Some(made)))?;
        if let Some(row) = memories::get(intake.tx, item.row.seq)? {
            intake.append(&lifecycle::put_away(intake, fresh(), &row))?;
        }
    }
    let mut sources = Vec::new();
    for seq in &draft.body.derived_from {
        sources.extend(journal::ext_id(intake.tx, *seq)?);
    }
    Ok(Some(group.told(Some((draft.ext_id, sources)))))
}

/// Whose it is, where all of them are; and what it is made of in the end.
fn named(intake: &Intake<'_>, group: &Group, draft: Draft, id: String) -> Result<Draft> {
    let shared = |of: fn(&Item) -> Option<NameId>| -> Result<Option<String>> {
        let one = of(&group.kept).filter(|one| group.all().all(|item| of(item) == Some(*one)));
        let word = one.map(|one| intake.tx.word(one)).transpose()?;
        Ok(word.map(|word| word.to_string()))
    };
    let leaves: BTreeSet<Seq> = group.all().flat_map(leaves).collect();
    Ok(Draft {
        ext_id: id,
        session: shared(|item| item.head.session)?,
        agent: shared(|item| item.head.agent)?,
        speaker: shared(|item| item.head.speaker)?,
        body: Body {
            derived_from: leaves.into_iter().collect(),
            ..draft.body
        },
        ..draft
    })
}

fn leaves(item: &Item) -> Vec<Seq> {
    match item.head.body.derived_from.as_slice() {
        [] => vec![item.row.seq],
        leaves => leaves.to_vec(),
    }
}

fn is_as_it_was(intake: &Intake<'_>, group: &Group) -> Result<bool> {
    for item in group.all() {
        if memories::get(intake.tx, item.row.seq)?.as_ref() != Some(&item.row) {
            return Ok(false);
        }
    }
    Ok(true)
}
