//! What a file says that changes nothing here: shown with the reason, so that nobody wonders.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use toml::Value;

use super::check::Said;
use super::key::{Fate, Key, Kind};
use crate::settings::show::{Row, SECRET, UNUSED};

pub fn unused(said: &Said) -> Vec<Row> {
    let mut seen = BTreeSet::new();
    let unused = said.known.iter().filter_map(|known| {
        let why = match known.key.fate {
            Fate::NotYet => UNUSED,
            Fate::Idle(why) => why,
            _ => return None,
        };
        let value = shown(known.key, &known.value);
        let row = Row::new(known.key.name, value, &known.origin).noted(why);
        seen.insert(known.key.name).then_some(row)
    });
    unused.collect()
}

fn shown(key: &Key, value: &Value) -> String {
    match (key.kind, value) {
        (Kind::Secret | Kind::SigningSecret, _) => SECRET.to_owned(),
        (_, Value::String(text)) => text.clone(),
        (_, value) => serde_json::to_string(value).unwrap_or_default(),
    }
}

pub fn warnings(path: &Path, unknown: &[String], shown: &[Row]) -> Vec<String> {
    let file: PathBuf = path.file_name().map(PathBuf::from).unwrap_or_default();
    let file = file.display();
    let mut warnings: Vec<String> = unknown
        .iter()
        .map(|key| format!("{file}: nobody knows the key {key}; it is ignored"))
        .collect();
    let idle = shown.iter().filter(|row| !["", UNUSED].contains(&row.note));
    warnings.extend(idle.map(|row| format!("{file}: {} changes nothing: {}", row.key, row.note)));
    let unused = shown.iter().filter(|row| row.note == UNUSED);
    let unused: Vec<&str> = unused.map(|row| row.key.as_str()).collect();
    if !unused.is_empty() {
        let list = unused.join(", ");
        warnings.push(format!("{file}: not used by this build yet: {list}"));
    }
    warnings
}
