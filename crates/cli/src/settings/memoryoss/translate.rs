//! From keys of memoryOSS to settings of ours.

use std::net::ToSocketAddrs;
use std::path::Path;

use mneme_access::{ConfiguredKey, Role};
use mneme_model::ids::is_namespace;
use toml::{Table, Value};

use super::Wanted;
use super::check::{self, Said};
use super::keys::{self, Fate};
use crate::settings::origin::{Loaded, Origin};

/// A file that is in order, in our terms.
pub struct Translated {
    table: Table,
    loaded: Loaded,
}

const NAMESPACE: &str = "default";

// === impl Translated ===

impl Translated {
    pub fn of(said: &Said<'_>, whole: &Table, wanted: &Wanted<'_>) -> Result<Self, String> {
        let mut ours = Self {
            table: Table::new(),
            loaded: Loaded {
                api_keys: api_keys(whole)?,
                ..Loaded::default()
            },
        };
        let beside = wanted.path.parent().unwrap_or(Path::new("."));
        for (key, value) in &said.known {
            if let Fate::As(name) = key.fate {
                let value = match (key.kind, value) {
                    (keys::Kind::Path, Value::String(path)) => path_value(&beside.join(path))?,
                    (_, value) => (*value).clone(),
                };
                ours.set(name, value, Origin::MemoryossFile);
            }
        }
        one_process(whole)?;
        sealed_here(whole)?;
        ours.doors(whole)?;
        ours.logging(whole);
        if wanted.dev {
            ours.table.remove("tls");
            ours.set("tls.enabled", false.into(), Origin::Alias);
        }
        ours.set("compat", "memoryoss".into(), Origin::Alias);
        Ok(ours)
    }

    /// Sets one of our settings by its dotted name.
    pub fn set(&mut self, name: &str, value: Value, origin: Origin) {
        let (table, last) = match name.split_once('.') {
            None => (&mut self.table, name),
            Some((section, last)) => {
                let entry = self.table.entry(section);
                let section = entry.or_insert_with(|| Value::Table(Table::new()));
                let Value::Table(section) = section else {
                    return;
                };
                (section, last)
            }
        };
        table.insert(last.to_owned(), value);
        self.loaded.given.insert(name.to_owned(), origin);
    }

    /// One door, and no other.
    fn doors(&mut self, whole: &Table) -> Result<(), String> {
        let host = text(whole, "server", "host");
        let port = at(whole, "server", "port").and_then(check::whole);
        if host.is_some() || port.is_some() {
            let address = resolve(host.unwrap_or("127.0.0.1"), port.unwrap_or(8000))?;
            self.set("doors.http", address.into(), Origin::MemoryossFile);
        }
        for door in ["doors.notebook", "doors.metrics", "doors.grpc"] {
            self.set(door, "off".into(), Origin::Alias);
        }
        Ok(())
    }

    fn logging(&mut self, whole: &Table) {
        if let Some(json) = at(whole, "logging", "json").and_then(Value::as_bool) {
            let format = if json { "json" } else { "text" };
            self.set("logging.format", format.into(), Origin::MemoryossFile);
        }
    }

    pub fn finish(mut self) -> Result<Loaded, String> {
        let file = self.table.try_into();
        self.loaded.file = file.map_err(|error: toml::de::Error| error.to_string())?;
        Ok(self.loaded)
    }
}

fn path_value(path: &Path) -> Result<Value, String> {
    let text = path.to_str();
    let text = text.ok_or_else(|| format!("{} is not readable text", path.display()))?;
    Ok(text.into())
}

fn at<'a>(table: &'a Table, section: &str, name: &str) -> Option<&'a Value> {
    table.get(section)?.as_table()?.get(name)
}

fn text<'a>(table: &'a Table, section: &str, name: &str) -> Option<&'a str> {
    at(table, section, name)?.as_str()
}

/// The two ports must differ even where only one is opened: the file says what it wants.
fn one_process(whole: &Table) -> Result<(), String> {
    let hybrid = at(whole, "server", "hybrid_mode").and_then(Value::as_bool);
    let (port, core) = (
        at(whole, "server", "port").and_then(check::whole),
        at(whole, "server", "core_port").and_then(check::whole),
    );
    match hybrid == Some(true) && core.is_some() && core == Some(port.unwrap_or(8000)) {
        true => Err("server.core_port must differ from server.port".into()),
        false => Ok(()),
    }
}

/// Keys kept elsewhere are not there yet, and sealing with others would be a lie.
fn sealed_here(whole: &Table) -> Result<(), String> {
    match text(whole, "encryption", "provider") {
        None | Some("local") => Ok(()),
        Some(other) => Err(format!(
            "encryption.provider: '{other}' is not in this build, and nothing is stored without it; it has local"
        )),
    }
}

/// Only hashes leave here.
fn api_keys(whole: &Table) -> Result<Vec<ConfiguredKey>, String> {
    let list = at(whole, "auth", "api_keys").and_then(Value::as_array);
    let entries = list.into_iter().flatten().filter_map(Value::as_table);
    entries.map(api_key).collect()
}

fn api_key(entry: &Table) -> Result<ConfiguredKey, String> {
    let field = |name: &str| entry.get(name).and_then(Value::as_str);
    let key = field("key").ok_or("auth.api_keys: a key is missing")?;
    let role = field("role").and_then(Role::parse);
    let role = role.ok_or("auth.api_keys: a role is missing")?;
    let namespace = field("namespace").unwrap_or(NAMESPACE);
    match is_namespace(namespace) {
        true => Ok(ConfiguredKey::new(key, role, namespace)),
        false => Err(format!(
            "auth.api_keys: namespace '{namespace}' contains invalid characters"
        )),
    }
}

/// A host may be a name; our doors are addresses.
fn resolve(host: &str, port: u64) -> Result<String, String> {
    let wrong = |why: String| format!("server.host: '{host}' is no address: {why}");
    let port = u16::try_from(port).map_err(|error| wrong(error.to_string()))?;
    let mut found = (host, port)
        .to_socket_addrs()
        .map_err(|error| wrong(error.to_string()))?;
    let first = found.next();
    first
        .map(|address| address.to_string())
        .ok_or_else(|| wrong("nothing has that name".into()))
}
