//! The settings of Agent Memory: its file, a file that was named, its environment, its flags,
//! each with the last word over the one before; translated one way into settings of ours.

mod environment;
mod keys;

use std::path::{Path, PathBuf};

use mneme_wire::Fault;
use toml::{Table, Value};

use super::foreign::check::{self, Known, Said};
use super::foreign::{Translated, path_value, resolve, unused, warnings};
use super::origin::Origin;
use super::{Settings, bad, file};
use crate::args::Global;
use keys::KEYS;

/// What a command line of Agent Memory says.
#[derive(Debug, Default)]
pub struct AgentMemory<'a> {
    pub config: Option<&'a Path>,
    pub db_path: Option<&'a Path>,
    pub port: Option<u16>,
    pub log_level: Option<&'a str>,
}

const ALIAS: Origin = Origin::Alias("memory-daemon");
const PORT: u64 = 50_051;

pub fn load(line: &AgentMemory<'_>, global: Global) -> Result<Settings, Fault> {
    let (said, warned) = read(line)?;
    let mut settings = settle(&said, global)?;
    settings.warnings.extend(warned);
    Ok(settings)
}

/// Settings of ours that mean what was said.
fn settle(said: &Said, mut global: Global) -> Result<Settings, Fault> {
    let loaded = translated(said).map_err(bad)?;
    if loaded.file.data_dir.is_some() {
        global.data_dir = None;
    }
    let mut settings = Settings::assemble(&global, loaded)?;
    settings.shown.extend(unused(said));
    settings.shown.sort_by(|a, b| a.key.cmp(&b.key));
    Ok(settings)
}

/// Everything that was said, and what to tell people about it.
fn read(line: &AgentMemory<'_>) -> Result<(Said, Vec<String>), Fault> {
    let mut said = Said::default();
    let mut warned = Vec::new();
    let usual = usual_file().filter(|path| path.exists());
    for path in usual.iter().map(PathBuf::as_path).chain(line.config) {
        let of_file = file(path)?;
        warned.extend(warnings(path, &of_file.unknown, &unused(&of_file)));
        said.overrule(of_file);
    }
    said.overrule(environment::read(|name| std::env::var(name).ok()).map_err(bad)?);
    said.overrule(flags(line).map_err(bad)?);
    Ok((said, warned))
}

/// `~/.config/agent-memory/config.toml`, or where the user's configuration is instead.
fn usual_file() -> Option<PathBuf> {
    let from = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let base = from("XDG_CONFIG_HOME").or_else(|| from("HOME").map(|home| home.join(".config")))?;
    Some(base.join("agent-memory").join("config.toml"))
}

fn file(path: &Path) -> Result<Said, Fault> {
    let shown = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|error| bad(format!("the settings file {shown} cannot be read: {error}")))?;
    said_in(path, &text)
}

fn said_in(path: &Path, text: &str) -> Result<Said, Fault> {
    let shown = path.display();
    let table: Table = toml::from_str(text).map_err(|error| file::wrong(path, text, &error))?;
    let beside = path.parent().unwrap_or(Path::new("."));
    let origin = Origin::File(path.to_path_buf());
    check::read(KEYS, &table, beside, &origin).map_err(|why| bad(format!("{shown}: {why}")))
}

fn flags(line: &AgentMemory<'_>) -> Result<Said, String> {
    let mut said = Said::default();
    let mut told = |name: &str, value: Option<Value>| {
        if let (Some(key), Some(value)) = (KEYS.find(name), value) {
            let origin = Origin::Flag;
            said.known.push(Known { key, value, origin });
        }
    };
    told("db_path", line.db_path.map(path_value).transpose()?);
    told("grpc_port", line.port.map(|port| i64::from(port).into()));
    told("log_level", line.log_level.map(Into::into));
    Ok(said)
}

fn translated(said: &Said) -> Result<super::origin::Loaded, String> {
    let mut ours = Translated::default();
    ours.take(said);
    let (host, port) = (said.find("grpc_host"), said.find("grpc_port"));
    if let Some(told) = port.or(host) {
        let host = host.and_then(|known| known.value.as_str());
        let port = port.and_then(|known| check::whole(&known.value));
        ours.set("doors.grpc", door(host, port)?.into(), told.origin.clone());
    }
    for door in ["doors.http", "doors.notebook", "doors.metrics", "doors.ipc"] {
        ours.set(door, "off".into(), ALIAS);
    }
    // Its own default: whoever started it under this name and has a key expects that.
    if said.find("summarizer.provider").is_none() {
        ours.set("summarizer.provider", "openai".into(), ALIAS);
    }
    ours.finish()
}

/// Both families of this machine unless a host is named.
fn door(host: Option<&str>, port: Option<u64>) -> Result<String, String> {
    let port = port.unwrap_or(PORT);
    match host {
        None | Some("localhost") => Ok(format!("localhost:{port}")),
        Some(host) => resolve("grpc_host", host, port),
    }
}

/// What the text of a file and a variable of the environment come to.
#[cfg(any(fuzzing, test))]
pub fn of_texts(text: &str, variable: &str, global: Global) -> Result<Settings, Fault> {
    let mut said = said_in(Path::new("config.toml"), text)?;
    let (name, value) = variable.split_once('=').unwrap_or((variable, ""));
    let env = |asked: &str| (asked == name).then(|| value.to_owned());
    said.overrule(environment::read(env).map_err(bad)?);
    settle(&said, global)
}
