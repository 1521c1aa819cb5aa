//! `mneme status`

use std::process::ExitCode;

use mneme_wire::Port;
use mneme_wire::operations::ask;
use mneme_wire::shapes::StatsRequest;

use super::Outcome;
use crate::output::{bold, bytes, dim, json};

pub async fn run(port: &dyn Port, as_json: bool) -> Outcome {
    let stats = ask(port, &StatsRequest::default()).await?;
    if as_json {
        return Ok(json(&stats));
    }
    say!("{} {}", bold("mneme"), stats.version);
    say!("data      {} ({})", stats.data_dir, bytes(stats.disk_bytes));
    if stats.doors.is_empty() {
        say!("server    not running {}", dim("(mneme serve starts it)"));
    } else {
        say!("server    process {}", stats.pid);
        for (door, address) in &stats.doors {
            say!("  {door:<9} {address}");
        }
    }
    let index = match stats.index_lag {
        0 => String::from("up to date"),
        lag => format!("{lag} documents behind"),
    };
    say!("index     {index}");
    for namespace in &stats.namespaces {
        say!(
            "namespace {}: {} memories, {} events, {} of text",
            namespace.name,
            namespace.memories,
            namespace.events,
            bytes(namespace.text_bytes)
        );
    }
    Ok(ExitCode::SUCCESS)
}
