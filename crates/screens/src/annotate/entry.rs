//! The line of one step: what it means, and what it becomes when somebody writes.

use std::collections::BTreeMap;

use mneme_model::Moment;
use mneme_model::archive::{Entry, Source, Step};
use mneme_reasoning::entries;

/// Under this key a draft carries what it may be reset to.
const SETTLED: &str = "settled";

/// What is written for a step. What a model cost and said of itself stays; the text is a
/// person's as soon as a person changed it.
pub fn written(step: &Step, before: Option<&Entry>, text: &str, now_ms: i64) -> Entry {
    let mut entry = before
        .cloned()
        .unwrap_or_else(|| entries::blank(step, Source::Human));
    if entry.reasoning.trim() != text || entry.source == Source::ModelDegraded {
        entry.source = Source::Human;
    }
    entry.timestamp_annotated = Moment::from_ms(now_ms).rfc3339();
    text.clone_into(&mut entry.reasoning);
    entry.skipped = false;
    entry.draft = false;
    entry.rest.remove(SETTLED);
    entry
}

pub fn skipped(step: &Step, before: Option<&Entry>, now_ms: i64) -> Entry {
    Entry {
        skipped: true,
        ..written(step, before, "", now_ms)
    }
}

/// As autosave writes it: with what it was before, so that it can go back.
pub fn draft(step: &Step, before: Option<&Entry>, text: &str, now_ms: i64) -> Entry {
    let mut entry = written(step, before, text, now_ms);
    entry.draft = true;
    let kept = match before {
        Some(before) if before.draft => before.rest.get(SETTLED).cloned(),
        Some(before) => serde_json::to_value(before).ok(),
        None => None,
    };
    entry
        .rest
        .extend(kept.map(|kept| (SETTLED.to_owned(), kept)));
    entry
}

/// What a draft was before anybody began to type.
pub fn settled(draft: &Entry) -> Option<Entry> {
    let kept = draft.rest.get(SETTLED)?;
    serde_json::from_value(kept.clone()).ok()
}

/// The step that was being written last.
pub fn latest_draft(entries: &BTreeMap<u32, Entry>) -> Option<u32> {
    let drafts = entries.values().filter(|entry| entry.draft);
    let latest = drafts.max_by(|a, b| a.timestamp_annotated.cmp(&b.timestamp_annotated))?;
    Some(latest.step_id)
}

/// An old recording may have lost its steps; their lines still name them.
pub fn step_of(entry: &Entry) -> Step {
    Step {
        step_id: entry.step_id,
        timestamp: entry.timestamp_action.clone(),
        action_type: entry.action_type.clone(),
        action_subtype: entry.action_subtype.clone(),
        image_path: entry.image_path.clone(),
        image_fetched: entry.image_path.is_some(),
        raw_command: entry.raw_command.clone(),
        converted_command: entry.converted_command.clone(),
        success: true,
        ..Step::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> Entry {
        Entry {
            step_id: 1,
            reasoning: "to open it".to_owned(),
            source: Source::Model,
            provider: Some("anyone".to_owned()),
            input_tokens: Some(900),
            ..Entry::default()
        }
    }

    #[test]
    fn a_model_stays_the_author_until_somebody_changes_its_words() {
        let step = Step::default();
        let same = written(&step, Some(&model()), "to open it", 0);
        assert_eq!(same.source, Source::Model);
        let changed = written(&step, Some(&model()), "to close it", 0);
        assert_eq!(changed.source, Source::Human);
        assert_eq!(changed.input_tokens, Some(900), "what it cost was paid");
    }

    #[test]
    fn a_219_a_draft_remembers_what_it_may_go_back_to() {
        let step = Step::default();
        let first = draft(&step, Some(&model()), "to op", 0);
        let second = draft(&step, Some(&first), "to open a", 1);
        assert_eq!(settled(&second), Some(model()));
        assert_eq!(settled(&draft(&step, None, "x", 0)), None);
        let saved = written(&step, Some(&second), "done", 2);
        assert!(!saved.draft && saved.rest.is_empty());
    }
}
