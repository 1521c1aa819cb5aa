//! `mneme status`

mod published;

use std::process::ExitCode;

use mneme_model::Code;
use mneme_wire::operations::ask;
use mneme_wire::shapes::{StatsReply, StatsRequest, StorageStats, VectorStats};
use mneme_wire::{Fault, Port};
use serde::Serialize;

use super::Outcome;
use crate::archive::{Glance, glance};
use crate::args::OverviewArgs;
use crate::leftovers::{self, Left};
use crate::output::{bold, bytes, counted, dim, json, own_words, program, red};
use crate::settings::Settings;
use crate::setup::Installed;

/// What the server says, and what stands beside it.
#[derive(Serialize)]
struct Status {
    #[serde(flatten)]
    stats: StatsReply,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    spool: Vec<Left>,
    recorder: Glance,
}

pub async fn run(port: &dyn Port, settings: &Settings, args: OverviewArgs) -> Outcome {
    let mut stats = ask(port, &StatsRequest::default()).await?;
    if let Some(name) = &args.namespace {
        only(&mut stats, name)?;
    }
    let spool = leftovers::find(settings, !stats.doors.is_empty());
    let recorder = glance(stats.doors.get("archive").map(String::as_str)).await;
    if args.json {
        return Ok(json(&Status {
            stats,
            spool,
            recorder,
        }));
    }
    say!("{} {}", bold(program()), stats.version);
    say!("data      {} ({})", stats.data_dir, bytes(stats.disk_bytes));
    room(&stats.storage);
    if stats.doors.is_empty() {
        let how = own_words("(mneme serve starts it)");
        say!("server    not running {}", dim(&how));
    } else {
        say!("server    process {}", stats.pid);
        for (door, address) in &stats.doors {
            say!("  {door:<9} {address}");
        }
    }
    let index = match stats.index_lag {
        0 => String::from("up to date"),
        lag => format!("{} behind", counted(lag as u64, "document")),
    };
    say!("index     {index}");
    say!("meaning   {}", own_words(&meaning(&stats.vectors)));
    for namespace in &stats.namespaces {
        say!(
            "namespace {}: {}, {}, {} of text",
            namespace.name,
            counted(namespace.memories, "memory"),
            counted(namespace.events, "event"),
            bytes(namespace.text_bytes)
        );
    }
    if program() == "memoryoss" {
        published::show(&stats);
    }
    // Whoever never recorded anything is not told that nobody does.
    if recorder.running || recorder.configured {
        say!("recorder  {}", recorder.told());
    }
    for left in &spool {
        say!("spool     {}", left.told().0);
    }
    learning(settings).await;
    Ok(ExitCode::SUCCESS)
}

/// Where agents were set up for this store, and less is learned than somebody may expect.
async fn learning(settings: &Settings) {
    // What is wrong with an installation is for `doctor` to tell.
    let Ok(Some(installed)) = Installed::find(None) else {
        return;
    };
    let here = installed.says.data_dir.as_ref() == Some(&settings.data_dir);
    if !here {
        return;
    }
    if let Some(told) = installed.learning(Some(&settings.data_dir)).await {
        let hint = own_words(&format!("({})", told.hint));
        say!("learning  {} {}", told.message, dim(&hint));
    }
}

/// Whether there is room for more.
fn room(storage: &StorageStats) {
    let free = storage
        .free_bytes
        .map(|free| format!("{} free", bytes(free)));
    let told: Vec<String> = match &storage.trouble {
        None => free.into_iter().collect(),
        Some(trouble) => [Some(red(&trouble.error)), free]
            .into_iter()
            .flatten()
            .collect(),
    };
    if !told.is_empty() {
        say!("disk      {}", told.join(", "));
    }
    if let Some(trouble) = &storage.trouble {
        say!("          {}", dim(&own_words(&trouble.hint)));
    }
}

fn only(stats: &mut StatsReply, name: &str) -> Result<(), Fault> {
    stats.namespaces.retain(|known| known.name == name);
    if stats.namespaces.is_empty() {
        let message = format!("there is no namespace '{name}'");
        return Err(Fault::new(Code::NoSuchNamespace, message));
    }
    Ok(())
}

/// What reads texts, and how far it is.
fn meaning(vectors: &VectorStats) -> String {
    let known = vectors
        .models
        .iter()
        .find(|model| model.name == vectors.detail);
    let made = known.map_or(0, |model| model.vectors);
    let model = format!(
        "{} (dimension {}), {}",
        vectors.detail,
        vectors.dimension,
        counted(made, "vector")
    );
    let mut text = match vectors.state.as_str() {
        "ready" if vectors.behind == 0 => model,
        "ready" => format!(
            "{model}, {} still to read",
            counted(vectors.behind, "event")
        ),
        "off" => String::from("off: recall goes by words"),
        "away" => format!("{}; recall goes by words", vectors.detail),
        "damaged" => format!(
            "damaged: {}; recall goes by words {}",
            vectors.detail,
            dim("(mneme model fetch --force)")
        ),
        _ => format!(
            "none: {}; recall goes by words {}",
            vectors.detail,
            dim("(mneme model fetch)")
        ),
    };
    let others = vectors
        .models
        .iter()
        .filter(|model| model.name != vectors.detail);
    for other in others.filter(|model| model.vectors > 0) {
        let vectors = counted(other.vectors, "vector");
        text.push_str(&format!("; {vectors} of {}", other.name));
    }
    text
}
