//! Which file settings came from, and what it said: a server notes it when it starts, so that
//! whoever changes the file can tell whether it runs with what stands there now.

use std::path::{Path, PathBuf, absolute};

use mneme_store::checksum::sha256;
use toml::{Table, Value};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub path: PathBuf,
    pub sum: String,
}

/// No server acts by it: it says whom `setup` was for.
const NOT_SERVED: &str = "setup";
/// What a hang-up takes over needs no start.
const TAKEN_OVER: [(&str, &str); 3] = [
    ("limits", "rate_limit_per_sec"),
    ("trust", "ip_allowlists"),
    ("trust", "threshold"),
];

// === impl Source ===

impl Source {
    pub fn of(path: &Path, table: &Table) -> Self {
        Self {
            path: absolute(path).unwrap_or_else(|_| path.to_owned()),
            sum: sum(table),
        }
    }
}

/// Of what is said, not of how: remarks and order change nothing.
pub fn sum(table: &Table) -> String {
    let mut said = table.clone();
    said.remove(NOT_SERVED);
    for (section, key) in TAKEN_OVER {
        if let Some(section) = said.get_mut(section).and_then(Value::as_table_mut) {
            section.remove(key);
        }
    }
    // A section that says nothing else is as if nobody had written it.
    said.retain(|_, value| value.as_table().is_none_or(|section| !section.is_empty()));
    // A table that was read can be told again.
    sha256(serde_json::json!(said).to_string().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remark_is_no_other_setting() {
        let of = |text: &str| sum(&text.parse().unwrap());
        let plain = of("[server]\nport = 1\nhost = \"x\"\n");
        let remarked = "# mine\n[server]\nhost = \"x\"\nport = 1 # here\n";
        assert_eq!(of(remarked), plain);
        let profile = "[setup]\nprofile = \"auto\"\n[server]\nport = 1\nhost = \"x\"\n";
        assert_eq!(of(profile), plain, "nobody serves by it");
        let taken_over = "[limits]\nrate_limit_per_sec = 7\n[server]\nport = 1\nhost = \"x\"\n";
        assert_eq!(of(taken_over), plain, "a hang-up is enough");
        assert_ne!(of("[server]\nport = 2\nhost = \"x\"\n"), plain);
    }
}
