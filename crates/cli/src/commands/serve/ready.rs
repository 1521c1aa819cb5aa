//! Telling people and programs where everything is.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};

use mneme_engine::ModelState;
use mneme_index::embed::glance;
use mneme_model::{Clock, Code};
use mneme_surfaces::desk::Desk;
use mneme_wire::Fault;
use serde_json::json;

use crate::clock::WallClock;
use crate::compose;
use crate::output::{own_words, program};
use crate::running::{Agents, Held, Running};
use crate::settings::Settings;

/// The first line of the log: what runs here, on what, and where it is to be found.
pub fn log(settings: &Settings, doors: &BTreeMap<String, String>) {
    let doors = doors.iter().map(|(door, at)| format!("{door}={at}"));
    let doors = doors.collect::<Vec<_>>().join(" ");
    tracing::info!(
        version = env!("CARGO_PKG_VERSION"),
        data_dir = %settings.data_dir.display(),
        %doors,
        meaning = configured(settings),
        "serving"
    );
}

/// The model recall goes by, by a glance at its files.
fn configured(settings: &Settings) -> String {
    if let Some(elsewhere) = &settings.engine.embed {
        return format!("{}, elsewhere", elsewhere.model);
    }
    let Some(wanted) = &settings.engine.index.embeddings else {
        return String::from("words only: no model is wanted");
    };
    match glance(&wanted.model, &wanted.dir) {
        Ok(_) => wanted.model.clone(),
        Err(error) => format!("words only: {error}"),
    }
}

/// What is said on the way out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    Nothing,
    Doors,
    WithKey,
}

/// What there is to find.
pub struct Open {
    pub doors: BTreeMap<String, String>,
    /// Why desktop sessions are not recorded, though they should be.
    pub unrecorded: Option<String>,
    /// What this process was started with.
    pub held: Held,
}

/// Writes `run.json`, prints the one `ready` line for programs, and a few for people.
pub fn announce(
    settings: &Settings,
    desk: &Result<Desk, Fault>,
    open: &Open,
    told: Told,
) -> Result<(), Fault> {
    let status = if desk.is_ok() { "ok" } else { "degraded" };
    let mut facts = json!({
        "pid": std::process::id(),
        "started_ms": WallClock.now_ms(),
        "version": env!("CARGO_PKG_VERSION"),
        "data_dir": settings.data_dir,
        "status": status,
        "doors": open.doors,
        "agents": Agents::of(&settings.notebook),
        "settings": open.held,
    });
    if let Err(fault) = desk {
        facts["error"] = json!(fault.error);
    }
    if let Some(why) = &open.unrecorded {
        facts["unrecorded"] = json!(why);
    }
    if desk.is_ok()
        && let Err(error) = Running::write(&settings.data_dir, &format!("{facts}\n"))
    {
        tracing::warn!(%error, "run.json could not be written");
    }
    if told == Told::Nothing {
        return Ok(());
    }
    let show_key = told == Told::WithKey;
    if show_key || std::io::stderr().is_terminal() {
        for_people(settings, open, &meaning(desk), show_key);
    }
    print(&facts)
}

/// The same from a process in front of another, which has written `run.json` itself; with what is
/// wrong behind it.
pub fn in_front(
    settings: &Settings,
    own: BTreeMap<String, String>,
    trouble: Option<String>,
    silent: bool,
) -> Result<(), Fault> {
    let running = Running::read(&settings.data_dir);
    let mut doors = running.map_or_else(BTreeMap::new, |running| running.doors);
    doors.extend(own);
    let mut facts = json!({
        "pid": std::process::id(),
        "started_ms": WallClock.now_ms(),
        "version": env!("CARGO_PKG_VERSION"),
        "data_dir": settings.data_dir,
        "status": "ok",
        "mode": "hybrid",
        "doors": doors,
    });
    if let Some(why) = trouble {
        facts["status"] = json!("degraded");
        facts["error"] = json!(why);
    }
    match silent {
        true => Ok(()),
        false => print(&facts),
    }
}

/// The one line for programs.
fn print(facts: &serde_json::Value) -> Result<(), Fault> {
    let mut out = std::io::stdout();
    let printed = writeln!(out, "ready {facts}").and_then(|()| out.flush());
    printed.map_err(|error| {
        Fault::new(
            Code::Internal,
            format!("standard output is closed: {error}"),
        )
    })
}

pub fn withdraw(settings: &Settings) {
    // Left behind they do no harm: the lock, not the file, says who owns the directory.
    let _ = std::fs::remove_file(Running::file(&settings.data_dir));
    let _ = std::fs::remove_file(mneme_wire::control::socket_path(&settings.data_dir));
}

/// What reads texts. Looking at its files takes a moment, so it is asked for people only.
fn meaning(desk: &Result<Desk, Fault>) -> String {
    match desk.as_ref().map(|desk| desk.engine.model_state()) {
        Ok(ModelState::Ready(name) | ModelState::Unopened(name)) => name,
        Ok(ModelState::Failed(failure)) if failure.code != Code::ModelMissing => {
            String::from("damaged model: recall goes by words (mneme model fetch --force)")
        }
        Ok(ModelState::Off) => String::from("off: recall goes by words"),
        _ => String::from("no model: recall goes by words (mneme model fetch)"),
    }
}

/// What a client needs to believe a certificate that nobody but us signed.
fn trust(settings: &Settings) -> String {
    let tls = settings.tls.as_ref().filter(|tls| tls.generate);
    tls.map_or_else(String::new, |tls| {
        format!("--cacert {} ", tls.cert.display())
    })
}

fn for_people(
    settings: &Settings,
    Open {
        doors, unrecorded, ..
    }: &Open,
    meaning: &str,
    show_key: bool,
) {
    let name = program();
    beside!("\n{name} {} is ready", env!("CARGO_PKG_VERSION"));
    beside!("  data      {}", settings.data_dir.display());
    for (door, address) in doors {
        beside!("  {door:<9} {address}");
    }
    if let Some(notebook) = doors.get("notebook") {
        beside!("  page      {notebook}/viewer (or {name} view)");
    }
    if let Some(why) = unrecorded {
        beside!("  archive   OFF: {why}");
    }
    beside!("  meaning   {}", own_words(meaning));
    let key = std::fs::read_to_string(compose::key_file(&settings.data_dir)).unwrap_or_default();
    let key = key.trim();
    if show_key && !key.is_empty() {
        beside!("  key       {key}");
    } else {
        beside!("  key       {name} key");
    }
    if let Some(http) = doors.get("http") {
        beside!("\nTry, in another terminal:");
        beside!("  {name} remember \"Production deploys need staging approval\"");
        beside!("  {name} recall \"what does a deploy need?\"");
        beside!("or over HTTP:");
        let trust = trust(settings);
        beside!("  curl -s {trust}{http}/v1/recall -H \"Authorization: Bearer $({name} key)\" \\");
        beside!(
            "    -H 'Content-Type: application/json' -d '{{\"query\": \"what does a deploy need?\"}}'"
        );
    }
    beside!("\nStop with Ctrl-C.\n");
}
