//! What a document says of observations, beside what was told of them.

use std::collections::HashSet;

use mneme_journal::{Draft, Intake};
use mneme_model::Code;
use mneme_notebook::compressed::Compressed;
use mneme_notebook::export::Export;
use mneme_notebook::observation::{Observation, Told};

use super::Strategy;
use super::shelves::{COMPRESSED, take_made};
use crate::{Error, Result};

/// Observations that a list of the document tells again.
pub fn told_again(export: &Export) -> HashSet<&str> {
    let notes = export.notes.get(COMPRESSED).into_iter().flatten();
    let named = notes.filter_map(|note| note["observationId"].as_str());
    named.collect()
}

/// Without what was told of it, which its draft has.
pub fn in_short(seen: &Observation) -> Observation {
    Observation {
        kind: seen.kind.clone(),
        title: seen.title.clone(),
        subtitle: seen.subtitle.clone(),
        narrative: seen.narrative.clone(),
        facts: seen.facts.clone(),
        concepts: seen.concepts.clone(),
        files: seen.files.clone(),
        importance: seen.importance,
        confidence: seen.confidence,
        ..Observation::default()
    }
}

/// What a document says of an observation that the rules do not make of what was told.
pub fn otherwise(draft: &Draft, shown: &Observation) -> Option<Compressed> {
    let noted = draft.body.noted.as_ref()?;
    let told = Told {
        session_id: draft.session.clone().unwrap_or_default(),
        hook_type: noted.hook.clone(),
        data: noted.data.clone(),
        ..Told::default()
    };
    let rule = Observation::by_rule(draft.ext_id.clone(), told);
    let told = Compressed::otherwise(shown, &rule)?;
    Some(Compressed {
        occurred_ms: draft.occurred.ms,
        ..told
    })
}

/// Tells an observation again in the words it came with, unless it was told again here.
pub fn retell(intake: &Intake<'_>, ext_id: String, told: &Compressed) -> Result<()> {
    let told = serde_json::to_value(told)
        .map_err(|error| Error::refused(Code::Internal, error.to_string()))?;
    take_made::<Compressed>(intake, ext_id, told, Strategy::Skip).map(drop)
}
