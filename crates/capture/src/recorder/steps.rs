//! A step as an event of the journal, and back.

use mneme_journal::Draft;
use mneme_model::archive::{Command, Session, SkippedFetch, Step};
use mneme_model::{Body, Event, Kind, Moment, Role, Seq};
use serde_json::{Value, json};

use crate::describe;

/// What a command says, before its pictures.
pub fn taken(command: &Command, step_id: u32) -> Step {
    Step {
        step_id,
        timestamp: command.timestamp.clone(),
        action_type: command.action_type.clone(),
        action_subtype: command.action_subtype.clone(),
        raw_command: command.raw_command.clone(),
        converted_command: describe::human(command),
        record_suspect: describe::suspect(command),
        success: command.success,
        ..Step::default()
    }
}

/// What stands in the place of words that were forgotten.
pub const TOLD: &str = "(forgotten)";
const FORGOTTEN: &str = "forgotten";

/// What is left of a step once its words are forgotten: its number and its time.
pub fn forgotten(step_id: u32, seq: Seq, at: Moment) -> (Step, Command) {
    let command = Command {
        timestamp: at.rfc3339(),
        action_type: FORGOTTEN.to_owned(),
        action_subtype: String::from("step"),
        success: true,
        ..Command::default()
    };
    let step = Step {
        converted_command: TOLD.to_owned(),
        event_offset: Some(seq),
        ..taken(&command, step_id)
    };
    (step, command)
}

pub fn is_forgotten(step: &Step) -> bool {
    step.action_type == FORGOTTEN
}

/// Listed where its pictures were.
pub fn without_pictures(step_id: u32) -> SkippedFetch {
    SkippedFetch {
        step_id,
        reason: FORGOTTEN.to_owned(),
    }
}

/// The event of a step. Its id says which step it is, so that writing it twice is writing it once.
pub fn draft(session: &Session, step: &Step, command: &Command, now_ms: i64) -> Draft {
    let metadata = json!({
        "memory_name": session.get("memory_name"),
        "step_id": step.step_id,
        "command": command,
    });
    let agent = Some(command.agent_id.to_lowercase()).filter(|agent| !agent.is_empty());
    Draft {
        ext_id: format!("{}/step/{}", session.id(), step.step_id),
        kind: Kind::StepRecorded,
        session: Some(session.id().to_owned()),
        agent,
        speaker: None,
        occurred: moment(&command.timestamp, now_ms),
        body: Body {
            text: told(step),
            role: Some(Role::Tool),
            metadata: object(metadata),
            ..Body::default()
        },
    }
}

/// The step and its command, as the journal has them.
pub fn read(event: &Event) -> Option<(Step, Command)> {
    let number = event.body.metadata.get("step_id")?.as_u64()?;
    let command = event.body.metadata.get("command")?.clone();
    let command: Command = serde_json::from_value(command).ok()?;
    let mut step = taken(&command, u32::try_from(number).ok()?);
    step.event_offset = Some(event.seq);
    Some((step, command))
}

/// As people read it: that it failed belongs to what happened.
fn told(step: &Step) -> String {
    match step.success {
        true => step.converted_command.clone(),
        false => format!("[FAILED] {}", step.converted_command),
    }
}

/// The moment a peer tells; one that cannot be is now.
pub fn moment(told: &str, now_ms: i64) -> Moment {
    Moment::parse(told).unwrap_or_else(|| Moment::from_ms(now_ms))
}

pub fn object(value: Value) -> mneme_model::event::Metadata {
    match value {
        Value::Object(fields) => fields,
        _ => mneme_model::event::Metadata::new(),
    }
}
