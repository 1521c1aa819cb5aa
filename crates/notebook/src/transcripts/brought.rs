//! Talks as what an import takes in: sessions, observations whose ids are made of what they say,
//! and what was learnt in them.

use std::collections::HashMap;

use mneme_model::Moment;
use serde_json::{Value, json};

use super::{Talk, rules};
use crate::export::{Export, Session};
use crate::lesson::Lesson;
use crate::observation::{Observation, Told};
use crate::summary::Crystal;
use crate::{cut, ids, redact};

/// What marks a session that was read from a file.
pub const TAG: &str = "jsonl-import";
/// What marks a lesson nobody wrote down on purpose, and how sure it is.
const LESSON_TAG: &str = "auto-import";
const CONFIDENCE: f64 = 0.4;
/// What is kept of a talk in a few words.
const NARRATIVE: usize = 400;
const OUTCOMES: usize = 5;
const OUTCOME: usize = 160;

/// One talk as a session that is over. `now` is when what has no time of its own happened.
pub fn session(talk: &Talk, tags: &[&str], now: Moment) -> Export {
    let seen = observations(talk);
    let stamps = || seen.iter().map(|seen| seen.timestamp.as_str());
    let (first, last) = (stamps().min(), stamps().max());
    let stamp = |text: Option<&str>| text.map_or_else(|| now.rfc3339(), str::to_owned);
    let session = Session {
        id: talk.session_id.clone(),
        project: redact::text(&talk.project),
        cwd: redact::text(&talk.cwd),
        started_at: stamp(first),
        ended_at: Some(stamp(last)),
        status: String::from("completed"),
        agent_id: seen.iter().find_map(|seen| seen.agent_id.clone()),
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        ..Session::default()
    };
    Export {
        sessions: vec![session],
        observations: [(talk.session_id.clone(), seen)].into(),
        ..Export::default()
    }
}

/// The same with a crystal of it, and the rules that were laid down in it as lessons.
pub fn with_lessons(talk: &Talk, now: Moment) -> Export {
    let mut export = session(talk, &[TAG], now);
    let seen = export.observations.values().flatten();
    let seen: Vec<Observation> = seen.cloned().collect();
    let at = export.sessions[0].started_at.clone();
    let said = seen.iter().map(said).collect::<Vec<_>>();
    let learnt = rules(said.iter().map(String::as_str));
    let crystal = crystal(talk, &seen, &learnt, &at);
    let lesson = |content: &String| Lesson {
        id: ids::lesson(content),
        content: content.clone(),
        confidence: CONFIDENCE,
        source: String::from("crystal"),
        source_ids: vec![crystal.id.clone()],
        project: redact::text(&talk.project),
        tags: vec![LESSON_TAG.to_owned()],
        created_at: at.clone(),
        updated_at: at.clone(),
        ..Lesson::default()
    };
    let lessons = learnt.iter().map(lesson).map(|lesson| json!(lesson));
    export.notes.insert("lessons".into(), lessons.collect());
    export.notes.insert("crystals".into(), vec![json!(crystal)]);
    export
}

/// Each with an id made of what it says and of how often that was said before.
fn observations(talk: &Talk) -> Vec<Observation> {
    let (mut times, mut last) = (HashMap::<String, usize>::new(), String::new());
    let mut seen = Vec::with_capacity(talk.told.len());
    for told in &talk.told {
        let timestamp = Moment::parse(&told.timestamp).map(Moment::rfc3339);
        // What has no time happened when the one before it did.
        last = timestamp.unwrap_or(last);
        let said = format!(
            "{}\n{}\n{}\n{}",
            talk.session_id, told.hook_type, last, told.data
        );
        let nth = times.entry(said.clone()).or_default();
        let id = ids::derived("obs", &format!("{said}\n{nth}"));
        *nth += 1;
        let told = Told {
            timestamp: last.clone(),
            data: redact::value(told.data.clone()),
            ..told.clone()
        };
        seen.push(Observation::by_rule(id, told));
    }
    seen
}

/// What somebody said in words; what a tool put out lays down no rules.
fn said(seen: &Observation) -> String {
    match (&seen.user_prompt, &seen.raw) {
        (Some(prompt), _) => prompt.clone(),
        (None, Value::String(text)) => text.clone(),
        _ => String::new(),
    }
}

fn crystal(talk: &Talk, seen: &[Observation], learnt: &[String], at: &str) -> Crystal {
    let said: Vec<String> = seen.iter().map(said).filter(|s| !s.is_empty()).collect();
    let mut files: Vec<String> = Vec::new();
    for file in seen.iter().flat_map(|seen| &seen.files) {
        if !files.contains(file) {
            files.push(file.clone());
        }
    }
    let answers = seen.iter().filter(|seen| seen.hook_type == "stop");
    let answers = answers.rev().take(OUTCOMES);
    let outcomes = answers.map(|seen| cut::ellipsis(&cut::collapsed(&seen.narrative), OUTCOME));
    Crystal {
        id: ids::derived("crys", &talk.session_id),
        narrative: cut::ellipsis(&cut::collapsed(&said.join(" | ")), NARRATIVE),
        key_outcomes: outcomes.collect(),
        files_affected: files,
        lessons: learnt.to_vec(),
        source_action_ids: Vec::new(),
        session_id: talk.session_id.clone(),
        project: redact::text(&talk.project),
        created_at: at.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(hook: &str, data: Value) -> Told {
        Told {
            session_id: "s".into(),
            hook_type: hook.into(),
            timestamp: "2026-01-01T00:00:00Z".into(),
            data,
            ..Told::default()
        }
    }

    #[test]
    fn the_same_talk_has_the_same_ids_and_equal_turns_have_two() {
        let talk = Talk {
            session_id: "s".into(),
            project: "/w".into(),
            told: vec![
                told(
                    "prompt_submit",
                    json!({ "prompt": "Always run the linter first." }),
                ),
                told("stop", json!("ok")),
                told("stop", json!("ok")),
            ],
            ..Talk::default()
        };
        let now = Moment::from_ms(0);
        let (one, again) = (
            with_lessons(&talk, now),
            with_lessons(&talk, Moment::from_ms(9)),
        );
        assert_eq!(one, again);
        let ids: Vec<_> = one.observations["s"].iter().map(|seen| &seen.id).collect();
        assert_ne!(ids[1], ids[2]);
        assert_eq!(
            one.notes["lessons"][0]["content"],
            "Always run the linter first"
        );
        assert_eq!(one.notes["lessons"][0]["confidence"], 0.4);
        assert_eq!(one.sessions[0].tags, [TAG]);
    }
}
