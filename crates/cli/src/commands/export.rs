//! `mneme export`

use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

use mneme_model::Code;
use mneme_wire::operations::ask;
use mneme_wire::shapes::{
    EventRequest, ExportReply, ExportRequest, Exported, Memory, StoreRequest,
};
use mneme_wire::{Fault, Port};

use super::Outcome;
use crate::args::ExportArgs;
use crate::output::{self, counted};

pub async fn run(port: &dyn Port, args: ExportArgs) -> Outcome {
    let request = ExportRequest {
        namespace: args.place.namespace.clone(),
        events: args.events,
    };
    let export = ask(port, &request).await?;
    let text = match args.lines {
        true => lines(&export)?,
        false => pretty(&export)?,
    };
    if args.lines {
        output::note(&left_out(&export));
    }
    match &args.output {
        None => say!("{}", text.trim_end()),
        Some(path) => {
            write(path, &text)?;
            let events = match args.events {
                true => format!(" and {}", counted(export.events.len() as u64, "event")),
                false => String::new(),
            };
            let memories = counted(export.count as u64, "memory");
            output::note(&format!("{memories}{events} are in {}", path.display()));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn internal(error: serde_json::Error) -> Fault {
    Fault::new(Code::Internal, error.to_string())
}

fn pretty(export: &ExportReply) -> Result<String, Fault> {
    serde_json::to_string_pretty(export).map_err(internal)
}

/// As `mneme import` reads them: ids of events are kept, memories get new ones. What was
/// superseded stays behind: imported, it would be believed again.
fn lines(export: &ExportReply) -> Result<String, Fault> {
    let mut text = String::new();
    for memory in export.memories.iter().filter(believed) {
        let line = serde_json::to_string(&stored(memory.memory.clone())).map_err(internal)?;
        text.push_str(&line);
        text.push('\n');
    }
    for event in &export.events {
        let line = serde_json::to_string(&happened(event.clone())).map_err(internal)?;
        text.push_str(&line);
        text.push('\n');
    }
    Ok(text)
}

/// What lines cannot carry.
fn left_out(export: &ExportReply) -> String {
    let stale = export.memories.len() - export.memories.iter().filter(believed).count();
    let stale = match stale {
        0 => String::new(),
        n => format!("{}, ", counted(n as u64, "superseded memory")),
    };
    format!(
        "left out: {stale}ids, versions and counts of evidence of memories; \
         without --lines they are kept, and `mneme import` reads that too"
    )
}

fn believed(memory: &&Exported) -> bool {
    memory.memory.status != "stale"
}

fn stored(memory: Memory) -> StoreRequest {
    StoreRequest {
        content: memory.content,
        tags: Some(memory.tags),
        agent: memory.agent,
        session: memory.session,
        speaker: memory.speaker,
        namespace: None,
        memory_type: Some(memory.memory_type),
        kind: Some(memory.kind).filter(|kind| kind != "memory"),
        occurred_at: Some(memory.occurred_at),
        metadata: Some(memory.metadata),
    }
}

pub fn happened(event: Memory) -> EventRequest {
    EventRequest {
        id: Some(event.id),
        session: event.session.unwrap_or_default(),
        text: event.content,
        speaker: event.speaker,
        role: event.role,
        kind: Some(event.kind),
        agent: event.agent,
        occurred_at: Some(event.occurred_at),
        metadata: Some(event.metadata),
        nth: None,
    }
}

fn write(path: &Path, text: &str) -> Result<(), Fault> {
    let unwritten = |error: std::io::Error| {
        Fault::new(
            Code::BadFile,
            format!("{} cannot be written: {error}", path.display()),
        )
    };
    let mut file = BufWriter::new(output::new_file(path)?);
    file.write_all(text.as_bytes())
        .and_then(|()| file.flush())
        .map_err(unwritten)
}
