//! What somebody who works from afar sends back.

use std::collections::BTreeMap;

use mneme_model::Code;
use mneme_model::archive::{Entry, Source};
use serde_json::Value;

use super::lines;

/// Why an upload is not taken; then nothing of it is.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    #[error("the upload has no entries")]
    Empty,
    #[error("line {0} is no JSON object")]
    NoObject(usize),
    #[error("line {line} is no entry of a step")]
    NoEntry {
        line: usize,
        #[source]
        source: serde_json::Error,
    },
    #[error("line {0} names step 0; steps count from 1")]
    NoStep(usize),
}

// === impl Refused ===

impl Refused {
    pub fn code(&self) -> Code {
        Code::BadFile
    }
}

/// The entries after an upload. Whoever sends them has no say in who wrote them: what is as it
/// was stays as it was, and what differs is a person's. An entry that is not sent stays, as it
/// may have come in since; but a draft that is not sent was taken back.
pub fn merge_upload(stored: Vec<Entry>, uploaded: &str) -> Result<Vec<Entry>, Refused> {
    let uploaded = read(uploaded)?;
    let kept = stored.into_iter();
    let kept = kept.filter(|entry| !entry.draft || uploaded.contains_key(&entry.step_id));
    let mut entries: BTreeMap<u32, Entry> = kept.map(|entry| (entry.step_id, entry)).collect();
    for (id, entry) in uploaded {
        let entry = match entries.remove(&id) {
            Some(stored) => changed(stored, entry),
            None => written(entry),
        };
        entries.insert(id, entry);
    }
    Ok(entries.into_values().collect())
}

fn read(text: &str) -> Result<BTreeMap<u32, Entry>, Refused> {
    let entries = lines(text).map(|(line, text)| {
        let mut value: Value = serde_json::from_str(text).map_err(|_| Refused::NoObject(line))?;
        let object = value.as_object_mut().ok_or(Refused::NoObject(line))?;
        object.remove("source");
        let entry: Entry =
            serde_json::from_value(value).map_err(|source| Refused::NoEntry { line, source })?;
        match entry.step_id {
            0 => Err(Refused::NoStep(line)),
            id => Ok((id, plain(entry))),
        }
    });
    let entries: BTreeMap<_, _> = entries.collect::<Result<_, _>>()?;
    match entries.is_empty() {
        true => Err(Refused::Empty),
        false => Ok(entries),
    }
}

/// A skipped step has no words.
fn plain(mut entry: Entry) -> Entry {
    if entry.skipped {
        entry.reasoning.clear();
    }
    entry
}

/// What the step was and what a model cost is ours to know; the words are theirs.
fn changed(stored: Entry, sent: Entry) -> Entry {
    let same = stored.reasoning == sent.reasoning && stored.skipped == sent.skipped;
    if same && stored.draft == sent.draft {
        return stored;
    }
    Entry {
        reasoning: sent.reasoning,
        skipped: sent.skipped,
        draft: sent.draft,
        timestamp_annotated: sent.timestamp_annotated,
        rest: sent.rest,
        source: if same { stored.source } else { Source::Human },
        ..stored
    }
}

/// An entry we had not: no model of ours wrote it.
fn written(sent: Entry) -> Entry {
    Entry {
        source: Source::Human,
        provider: None,
        model_id: None,
        api_version: None,
        input_tokens: None,
        output_tokens: None,
        latency_ms: None,
        action_intent: None,
        confidence: None,
        keyboard_visual_annotation: None,
        ..sent
    }
}
