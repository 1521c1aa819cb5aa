//! Is somebody else's file in order? What it says that nobody knows is told, not refused.

use std::net::IpAddr;
use std::path::{Path, PathBuf};

use mneme_model::Moment;
use toml::{Table, Value};

use super::key::{Key, Keys, Kind};
use super::path_value;
use crate::settings::origin::Origin;

/// What files say, key by key.
#[derive(Default)]
pub struct Said {
    pub known: Vec<Known>,
    pub unknown: Vec<String>,
}

pub struct Known {
    pub key: &'static Key,
    pub value: Value,
    pub origin: Origin,
}

/// A secret nobody has put in yet starts like this in the example file.
pub const PLACEHOLDER: &str = "REPLACE_ME";
const SIGNING_CHARS: usize = 32;

// === impl Said ===

impl Said {
    pub fn find(&self, name: &str) -> Option<&Known> {
        self.known.iter().find(|known| known.key.name == name)
    }

    /// Takes in what has the last word.
    pub fn overrule(&mut self, later: Self) {
        self.known
            .retain(|known| later.find(known.key.name).is_none());
        self.known.extend(later.known);
        self.unknown.extend(later.unknown);
    }
}

/// What a table says. A path in it is meant from `beside`.
pub fn read(keys: Keys, table: &Table, beside: &Path, origin: &Origin) -> Result<Said, String> {
    let mut said = Said::default();
    walk(keys, "", table, &mut said)?;
    for known in &mut said.known {
        known.origin = origin.clone();
        let meant = |path: &str| path_value(&beside.join(at_home(path)));
        known.value = match (known.key.kind, &known.value) {
            (Kind::Path, Value::String(path)) => meant(path)?,
            (Kind::Paths, Value::Array(paths)) => {
                let paths = paths.iter().filter_map(Value::as_str).map(meant);
                Value::Array(paths.collect::<Result<_, _>>()?)
            }
            _ => continue,
        };
    }
    Ok(said)
}

fn walk(keys: Keys, above: &str, table: &Table, said: &mut Said) -> Result<(), String> {
    for (name, value) in table {
        let path = match above {
            "" => name.clone(),
            _ => format!("{above}.{name}"),
        };
        match (keys.find(&path), value) {
            (Some(key), value) => {
                fits(key.kind, value).map_err(|why| format!("{path} {why}"))?;
                let (value, origin) = (value.clone(), Origin::Default);
                said.known.push(Known { key, value, origin });
            }
            (None, Value::Table(inner)) if keys.has_below(&path) => {
                walk(keys, &path, inner, said)?;
            }
            (None, Value::Array(list)) if keys.has_below(&format!("{path}[]")) => {
                for entry in list {
                    let entry = entry.as_table();
                    let entry = entry.ok_or_else(|| format!("{path} must be a list of tables"))?;
                    walk(keys, &format!("{path}[]"), entry, said)?;
                }
            }
            (None, _) if keys.has_below(&path) => return Err(format!("{path} must be a table")),
            _ => said.unknown.push(path),
        }
    }
    Ok(())
}

/// `~/x` is in the user's home, as people write it.
fn at_home(path: &str) -> PathBuf {
    let home = std::env::var_os("HOME").filter(|home| !home.is_empty());
    match (path.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => PathBuf::from(home).join(rest),
        _ => PathBuf::from(path),
    }
}

pub fn fits(kind: Kind, value: &Value) -> Result<(), String> {
    let ok = |fits: bool, must: &str| fits.then_some(()).ok_or(format!("must be {must}"));
    match kind {
        Kind::Text | Kind::Path => ok(value.is_str(), "a text"),
        Kind::Switch => ok(value.is_bool(), "true or false"),
        Kind::OneOf(names) => {
            let one = value.as_str().is_some_and(|text| names.contains(&text));
            ok(one, &format!("one of {}", names.join(", ")))
        }
        Kind::From(least) => ok(
            whole(value).is_some_and(|n| n >= least),
            &format!("a whole number, {least} or more"),
        ),
        Kind::Between(least, most) => ok(
            whole(value).is_some_and(|n| (least..=most).contains(&n)),
            &format!("a whole number from {least} to {most}"),
        ),
        Kind::Share => ok(share(value), "a number from 0 to 1"),
        Kind::Secret | Kind::SigningSecret => secret(kind, value.as_str()),
        Kind::Day => ok(
            value
                .as_str()
                .is_some_and(|text| Moment::parse(text).is_some()),
            "a date such as 2026-01-30",
        ),
        Kind::Addresses => ok(
            each(value, |list| {
                let list = list.as_array();
                list.is_some_and(|list| list.iter().all(is_address))
            }),
            "lists of IP addresses by namespace",
        ),
        Kind::Sizes => ok(
            each(value, |size| whole(size).is_some_and(|n| n > 0)),
            "numbers by model name",
        ),
        Kind::Number => ok(
            number(value).is_some_and(|n| n >= 0.0),
            "a number, 0 or more",
        ),
        Kind::Paths => ok(
            value
                .as_array()
                .is_some_and(|list| list.iter().all(Value::is_str)),
            "a list of texts",
        ),
        Kind::Texts => ok(each(value, Value::is_str), "texts by name"),
    }
}

fn secret(kind: Kind, text: Option<&str>) -> Result<(), String> {
    let text = text.ok_or("must be a text")?;
    if text.trim().is_empty() {
        return Err("is empty".into());
    }
    if text.starts_with(PLACEHOLDER) {
        return Err("still has the example's placeholder: put in one of your own".into());
    }
    if kind == Kind::SigningSecret && text.chars().count() < SIGNING_CHARS {
        return Err(format!("needs at least {SIGNING_CHARS} characters"));
    }
    Ok(())
}

/// As [`fits`], for a signing secret that came from the environment.
pub fn signing_secret(text: &str) -> Result<(), String> {
    secret(Kind::SigningSecret, Some(text))
}

pub fn whole(value: &Value) -> Option<u64> {
    value.as_integer().and_then(|n| u64::try_from(n).ok())
}

fn share(value: &Value) -> bool {
    number(value).is_some_and(|n| (0.0..=1.0).contains(&n))
}

fn number(value: &Value) -> Option<f64> {
    let whole = || value.as_integer().map(|n| n as f64);
    value.as_float().or_else(whole)
}

fn each(value: &Value, fits: impl Fn(&Value) -> bool) -> bool {
    value
        .as_table()
        .is_some_and(|table| table.values().all(fits))
}

/// An address, or a network such as `10.0.0.0/8`.
fn is_address(value: &Value) -> bool {
    let Some(text) = value.as_str() else {
        return false;
    };
    let (address, bits) = text.split_once('/').unwrap_or((text, "0"));
    address.parse::<IpAddr>().is_ok() && bits.parse::<u8>().is_ok_and(|bits| bits <= 128)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::memoryoss::keys::KEYS;

    fn reads(text: &str) -> Result<Vec<String>, String> {
        let table: Table = toml::from_str(text).unwrap();
        read(KEYS, &table, Path::new("/"), &Origin::Default).map(|said| said.unknown)
    }

    #[test]
    fn unknown_keys_are_told_and_bad_values_refused() {
        let unknown = reads("colour = 1\n[server]\nhots = \"x\"\n[new.part]\na = 1\n").unwrap();
        assert_eq!(unknown, ["colour", "new", "server.hots"]);
        for wrong in [
            "server = 3\n",
            "[server]\nport = \"8000\"\n",
            "[server]\nport = 70000\n",
            "[limits]\nrate_limit_per_sec = 0\n",
            "[limits]\nmax_tags = -1\n",
            "[trust]\nthreshold = 1.5\n",
            "[trust.ip_allowlists]\na = [\"nowhere\"]\n",
            "[proxy]\ndefault_memory_mode = \"fulll\"\n",
            "[proxy]\nmemory_after_date = \"soon\"\n",
            "[auth]\njwt_secret = \"short\"\n",
            "[auth]\napi_keys = [\"bare\"]\n",
            "[[auth.api_keys]]\nkey = \"REPLACE_ME_x\"\n",
            "[[auth.api_keys]]\nkey = \"k\"\nrole = \"king\"\n",
        ] {
            assert!(reads(wrong).is_err(), "{wrong}");
        }
        assert!(reads("[auth]\napi_keys = []\n[trust]\nthreshold = 1\n").is_ok());
    }
}
