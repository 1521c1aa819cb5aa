//! Where a value came from.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;

use mneme_access::ConfiguredKey;
use toml::{Table, Value};

use super::file::File;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    #[default]
    Default,
    File(PathBuf),
    /// A file in memoryOSS's own form, translated.
    MemoryossFile,
    /// The name the binary was started under.
    Alias(&'static str),
    Env(String),
    Flag,
}

/// A settings file, and which settings it has a word on.
#[derive(Clone, Default)]
pub struct Loaded {
    pub file: File,
    /// By dotted names, such as `limits.max_tags`.
    pub given: BTreeMap<String, Origin>,
    pub api_keys: Vec<ConfiguredKey>,
}

/// The dotted names of everything a table says.
pub fn names(table: &Table) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (key, value) in table {
        match value {
            Value::Table(inner) => {
                let inner = names(inner).into_iter();
                found.extend(inner.map(|name| format!("{key}.{name}")));
            }
            _ => {
                found.insert(key.clone());
            }
        }
    }
    found
}

// === impl Origin ===

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File(path) => write!(f, "file {}", path.display()),
            Self::MemoryossFile => f.write_str("memoryoss.toml"),
            Self::Alias(name) => write!(f, "alias {name}"),
            Self::Env(name) => write!(f, "env {name}"),
            Self::Flag => f.write_str("flag"),
        }
    }
}

// === impl Loaded ===

impl Loaded {
    /// Where the value of a setting that only files have came from.
    pub fn origin_of(&self, name: &str) -> Origin {
        let within = |given: &String| {
            let rest = given.strip_prefix(name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let mut given = self.given.iter();
        let found = given.find(|(given, _)| within(given));
        found.map(|(_, origin)| origin.clone()).unwrap_or_default()
    }
}
