//! `mneme history`

use std::io::{Read, Write};
use std::path::Path;
use std::process::ExitCode;

use mneme_model::Code;
use mneme_wire::operations::ask;
use mneme_wire::shapes::*;
use mneme_wire::{Fault, Port};

use super::Outcome;
use crate::args::{HistoryVerb, Place};
use crate::output::{self, bold, counted, dim, json, one_line, plain};
use crate::port;
use crate::settings::Settings;

/// Letters shown of what a version said.
const VERSION_WIDTH: usize = 80;

pub async fn run(settings: &Settings, verb: HistoryVerb) -> Outcome {
    match verb {
        HistoryVerb::Show { id, place, json } => {
            show(&*port::find_existing(settings).await?, id, place, json).await
        }
        HistoryVerb::Export { id, place, output } => {
            let port = port::find_existing(settings).await?;
            export(&*port, id, place, output::file(output.as_deref())).await
        }
        HistoryVerb::Replay {
            path,
            place,
            dry_run,
            json,
        } => {
            let request = ReplayRequest {
                namespace: place.namespace,
                dry_run,
                bundle: read(&path)?,
            };
            // It may be the first that is kept here.
            let port = match dry_run {
                true => port::find_existing(settings).await?,
                false => port::find(settings).await?,
            };
            replay(&*port, &request, json).await
        }
        HistoryVerb::Branch {
            id,
            place,
            target_namespace,
            dry_run,
            json,
        } => {
            let port = port::find_existing(settings).await?;
            let request = ReplayRequest {
                namespace: Some(target_namespace),
                dry_run,
                bundle: bundle(&*port, id, place).await?,
            };
            branch(&*port, &request, json).await
        }
    }
}

async fn show(port: &dyn Port, id: String, place: Place, as_json: bool) -> Outcome {
    let namespace = place.namespace;
    let history = ask(port, &HistoryRequest { id, namespace }).await?;
    if as_json {
        return Ok(json(&history));
    }
    let memories = counted(history.nodes.len() as u64, "memory");
    let visible = history.visible_memory_ids.len();
    let (root, namespace) = (plain(&history.root_id), plain(&history.namespace));
    say!(
        "{} {root} in {namespace}: {memories}, visible={visible}",
        bold("History of")
    );
    history.nodes.iter().for_each(node);
    if !history.edges.is_empty() {
        say!("{}", bold("Edges:"));
    }
    for edge in &history.edges {
        say!("  {} {} {}", plain(&edge.from), edge.kind, plain(&edge.to));
    }
    say!("{}", bold("Timeline:"));
    history.timeline.iter().for_each(moment);
    Ok(ExitCode::SUCCESS)
}

fn node(node: &HistoryNode) {
    let away = if node.archived { ", archived" } else { "" };
    let id = plain(&node.id);
    say!("  {id} [{}{away}] {}", node.status, plain(&node.preview));
    for one in &node.versions {
        let (at, words) = (dim(&one.at), one_line(&one.content, VERSION_WIDTH));
        let (actor, change) = (plain(&one.actor), plain(&one.change));
        say!(
            "    {at} version {} {change} by {actor}: {words}",
            one.version
        );
    }
}

fn moment(one: &HistoryMoment) {
    let by = one.actor.iter().zip(&one.via);
    let by: String = by
        .map(|(actor, via)| format!(" by {} via {}", plain(actor), plain(via)))
        .collect();
    let (at, id) = (dim(&one.at), plain(&one.memory_id));
    say!("  {at} {id} {}: {}{by}", one.kind, plain(&one.summary));
}

async fn bundle(port: &dyn Port, id: String, place: Place) -> Result<HistoryBundle, Fault> {
    let namespace = place.namespace;
    ask(port, &HistoryBundleRequest { id, namespace }).await
}

async fn export(port: &dyn Port, id: String, place: Place, path: Option<&Path>) -> Outcome {
    let bundle = bundle(port, id, place).await?;
    let broken = |error: serde_json::Error| Fault::new(Code::Internal, error.to_string());
    let text = serde_json::to_string_pretty(&bundle).map_err(broken)?;
    let Some(path) = path else {
        say!("{text}");
        return Ok(ExitCode::SUCCESS);
    };
    let unwritten = |error: std::io::Error| {
        let shown = path.display();
        Fault::new(Code::BadFile, format!("{shown} cannot be written: {error}"))
    };
    let mut file = output::new_file(path)?;
    let written = file.write_all(text.as_bytes());
    written.and_then(|()| file.sync_all()).map_err(unwritten)?;
    let memories = counted(bundle.memories.len() as u64, "memory");
    say!("Exported history of {memories} to {}", path.display());
    Ok(ExitCode::SUCCESS)
}

fn read(path: &Path) -> Result<HistoryBundle, Fault> {
    let shown = path.display();
    let mut text = Vec::new();
    let unread = match path == Path::new("-") {
        true => std::io::stdin().lock().read_to_end(&mut text).map(drop),
        false => std::fs::read(path).map(|read| text = read),
    };
    unread
        .map_err(|error| Fault::new(Code::BadFile, format!("{shown} cannot be read: {error}")))?;
    serde_json::from_slice(&text)
        .map_err(|error| Fault::new(Code::BadBundle, format!("{shown} is no history: {error}")))
}

async fn replay(port: &dyn Port, request: &ReplayRequest, as_json: bool) -> Outcome {
    let done = ask(port, request).await?;
    if as_json {
        return Ok(json(&done));
    }
    let target = plain(&done.preview.target_namespace);
    match done.dry_run {
        true => say!("History replay dry-run for {target}: {}", told(&done)),
        false => say!("Replayed history into {target}: {}", told(&done)),
    }
    Ok(ExitCode::SUCCESS)
}

async fn branch(port: &dyn Port, request: &ReplayRequest, as_json: bool) -> Outcome {
    let (root, from) = (
        plain(&request.bundle.root_id),
        plain(&request.bundle.namespace),
    );
    let done = ask(port, request).await?;
    if as_json {
        return Ok(json(&done));
    }
    let to = plain(&done.preview.target_namespace);
    let what = match done.dry_run {
        true => "Branch dry-run of history root",
        false => "Branched history root",
    };
    say!("{what} {root} from {from} into {to}: {}", told(&done));
    Ok(ExitCode::SUCCESS)
}

fn told(done: &ReplayReply) -> String {
    let preview = &done.preview;
    let mut told = format!(
        "can_replay={} create={} visible={}",
        preview.can_replay, preview.create_count, preview.visible_count
    );
    if preview.forgotten_count > 0 {
        told += &format!(" forgotten={}", preview.forgotten_count);
    }
    if !done.dry_run {
        told += &format!(" imported={}", done.imported);
    }
    if let Some(why) = &preview.blocked_reason {
        told += &format!(" ({})", plain(why));
    }
    told
}
