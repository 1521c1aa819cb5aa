//! From keys of memoryOSS to settings of ours.

use mneme_access::{ConfiguredKey, Role};
use mneme_model::ids::is_namespace;
use toml::{Table, Value};

use super::Wanted;
use crate::settings::foreign::check::{Said, whole as whole_number};
use crate::settings::foreign::{Translated, resolve};
use crate::settings::origin::Origin;

const ALIAS: Origin = Origin::Alias("memoryoss");
const NAMESPACE: &str = "default";

pub fn translated(said: &Said, whole: &Table, wanted: &Wanted<'_>) -> Result<Translated, String> {
    let mut ours = Translated::default();
    ours.loaded.api_keys = api_keys(whole)?;
    ours.take(said);
    one_process(whole)?;
    doors(&mut ours, whole)?;
    logging(&mut ours, whole);
    proxy_keys(&mut ours, whole);
    if wanted.dev {
        ours.table.remove("tls");
        ours.set("tls.enabled", false.into(), ALIAS);
    }
    ours.set("compat", "memoryoss".into(), ALIAS);
    Ok(ours)
}

/// One door, and no other.
fn doors(ours: &mut Translated, whole: &Table) -> Result<(), String> {
    let host = text(whole, "server", "host");
    let port = at(whole, "server", "port").and_then(whole_number);
    if host.is_some() || port.is_some() {
        let (host, port) = (host.unwrap_or("127.0.0.1"), port.unwrap_or(8000));
        let address = resolve("server.host", host, port)?;
        ours.set("doors.http", address.into(), Origin::MemoryossFile);
    }
    for door in ["doors.notebook", "doors.metrics", "doors.grpc", "doors.ipc"] {
        ours.set(door, "off".into(), ALIAS);
    }
    Ok(())
}

fn logging(ours: &mut Translated, whole: &Table) {
    if let Some(json) = at(whole, "logging", "json").and_then(Value::as_bool) {
        let format = if json { "json" } else { "text" };
        ours.set("logging.format", format.into(), Origin::MemoryossFile);
    }
}

/// What else a mapping says was told already; it is no setting.
fn proxy_keys(ours: &mut Translated, whole: &Table) {
    let Some(list) = at(whole, "proxy", "key_mapping").and_then(Value::as_array) else {
        return;
    };
    let known = ["proxy_key", "upstream_key", "namespace"];
    let mappings = list.iter().filter_map(Value::as_table).map(|entry| {
        let fields = entry
            .iter()
            .filter(|(name, _)| known.contains(&name.as_str()));
        let fields = fields.map(|(name, value)| (name.clone(), value.clone()));
        Value::Table(fields.collect())
    });
    let mappings = Value::Array(mappings.collect());
    ours.set("proxy.key_mapping", mappings, Origin::MemoryossFile);
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
        at(whole, "server", "port").and_then(whole_number),
        at(whole, "server", "core_port").and_then(whole_number),
    );
    match hybrid == Some(true) && core.is_some() && core == Some(port.unwrap_or(8000)) {
        true => Err("server.core_port must differ from server.port".into()),
        false => Ok(()),
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
