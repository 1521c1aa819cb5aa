//! `mneme export`

use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

use mneme_model::Code;
use mneme_wire::operations::ask;
use mneme_wire::shapes::{EventRequest, ExportReply, ExportRequest, Memory};
use mneme_wire::{Fault, Port};
use serde::Serialize;

use super::Outcome;
use super::backup::warn_of;
use super::import::order::in_order;
use crate::args::ExportArgs;
use crate::output::{self, counted};

pub async fn run(port: &dyn Port, args: ExportArgs) -> Outcome {
    let request = ExportRequest {
        namespace: args.place.namespace.clone(),
        events: args.events,
        include_archived: true,
        full: false,
    };
    let export = ask(port, &request).await?;
    let lost = "of this namespace cannot be read and did not come along";
    warn_of(&export.damaged, lost, "A backup may have them");
    let text = match args.lines {
        true => lines(&export)?,
        false => pretty(&export)?,
    };
    match output::file(args.output.as_deref()) {
        None => say!("{}", text.trim_end()),
        Some(path) => {
            write(path, &text)?;
            let events = match args.events {
                true => format!(" and {}", counted(export.events.len() as u64, "event")),
                false => String::new(),
            };
            let memories = counted(export.count as u64, "memory");
            output::note(&format!(
                "exported {memories}{events} to {}",
                path.display()
            ));
            if !args.events {
                output::note("what happened stays here: --events takes it along");
            }
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

/// As `mneme import` reads them, a record each: memories as they are, what was superseded behind
/// what took its place, then events.
fn lines(export: &ExportReply) -> Result<String, Fault> {
    let memories = export.memories.iter().map(|exported| &exported.memory);
    let (stale, believed): (Vec<&Memory>, Vec<&Memory>) = memories.partition(|m| is_stale(m));
    let mut text = String::new();
    for memory in believed.into_iter().chain(in_order(stale, names)) {
        // It goes where whoever imports it says.
        let memory = Memory {
            namespace: None,
            ..memory.clone()
        };
        add(&mut text, &memory)?;
    }
    for event in &export.events {
        add(&mut text, &happened(event.clone()))?;
    }
    Ok(text)
}

fn names<'a>(memory: &'a &Memory) -> (&'a str, Vec<&'a str>) {
    let by = memory.superseded_by.as_deref();
    (&memory.id, by.into_iter().collect())
}

fn add<T: Serialize>(text: &mut String, record: &T) -> Result<(), Fault> {
    text.push_str(&serde_json::to_string(record).map_err(internal)?);
    text.push('\n');
    Ok(())
}

fn is_stale(memory: &Memory) -> bool {
    memory.status == "stale"
}

pub fn happened(event: Memory) -> EventRequest {
    EventRequest {
        observed: None,
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
        noted: event.noted,
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
