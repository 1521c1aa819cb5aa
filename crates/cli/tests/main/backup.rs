//! Backups: made beside a busy server, brought back whole or not at all.

pub mod archive;
mod busy;
mod entries;
mod forgotten;
mod keys;
mod kill;
mod place;
mod refused;
mod round_trip;

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::{Home, ScriptedEvents};

/// So many events that a backup takes a moment.
const MANY: usize = 6_000;

fn import(home: &Home, stem: &str, events: usize) {
    let events = ScriptedEvents::new(stem).events(0, events);
    let lines: Vec<String> = events
        .as_array()
        .unwrap()
        .iter()
        .map(Value::to_string)
        .collect();
    home.run_with(&["import", "-"], lines.join("\n").as_bytes())
        .ok();
}

/// Memories and events, over all namespaces.
fn count(home: &Home) -> (u64, u64) {
    let status = home.json(&["status", "--json"]);
    let namespaces = status["namespaces"].as_array().unwrap();
    let sum = |field: &str| namespaces.iter().map(|n| n[field].as_u64().unwrap()).sum();
    (sum("memories"), sum("events"))
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A backup of a home, beside its data.
fn back_up(home: &Home, more: &[&str]) -> PathBuf {
    let file = home.path().join("backup.tar.zst");
    home.run(&[&["backup", "-o", text(&file)], more].concat())
        .ok();
    file
}

/// What a restore to this home makes ready before it takes its place.
fn staging(home: &Home) -> PathBuf {
    home.path().join("data.restoring")
}
