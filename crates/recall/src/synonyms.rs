//! Words programmers use for one another. They are looked for too, and count less.

use std::collections::HashMap;
use std::sync::OnceLock;

use mneme_index::words;

use crate::weights::SYNONYM;

/// Each line is one thing under its names.
const GROUPS: [&[&str]; 44] = [
    &["auth", "authentication", "authorization", "login", "signin"],
    &["db", "database", "datastore"],
    &["k8s", "kubernetes"],
    &["config", "configuration", "settings", "cfg"],
    &["perf", "performance", "latency", "speed", "slow"],
    &["env", "environment"],
    &["repo", "repository"],
    &["dir", "directory", "folder"],
    &["deps", "dependency", "dependencies"],
    &["pkg", "package"],
    &["lib", "library"],
    &["fn", "func", "function", "method"],
    &["var", "variable"],
    &["param", "parameter", "argument", "arg"],
    &["err", "error", "exception", "failure"],
    &["bug", "defect", "issue"],
    &["fix", "repair", "patch"],
    &["msg", "message"],
    &["req", "request"],
    &["res", "response", "reply"],
    &["api", "endpoint"],
    &["ui", "interface", "frontend"],
    &["js", "javascript"],
    &["ts", "typescript"],
    &["py", "python"],
    &["rs", "rust"],
    &["golang", "go"],
    &["pg", "postgres", "postgresql"],
    &["infra", "infrastructure"],
    &["deploy", "deployment", "release", "rollout"],
    &["ci", "pipeline"],
    &["docs", "documentation"],
    &["spec", "specification"],
    &["impl", "implementation"],
    &["init", "initialize", "initialization"],
    &["async", "asynchronous"],
    &["sync", "synchronize", "synchronization"],
    &["cache", "caching", "memoize"],
    &["mem", "memory", "ram"],
    &["tmp", "temp", "temporary"],
    &["creds", "credentials", "secret"],
    &["admin", "administrator"],
    &["ws", "websocket"],
    &["delete", "remove", "erase"],
];

type Names = HashMap<String, Vec<String>>;

/// What stands for these words, each with its share, and is none of them.
pub fn of(wanted: &[String]) -> Vec<(String, f32)> {
    let names = names();
    let mut found: Vec<(String, f32)> = Vec::new();
    for other in wanted.iter().filter_map(|word| names.get(word)).flatten() {
        let known = wanted.contains(other) || found.iter().any(|(known, _)| known == other);
        if !known {
            found.push((other.clone(), SYNONYM));
        }
    }
    found
}

/// By the form the index has them in.
fn names() -> &'static Names {
    static NAMES: OnceLock<Names> = OnceLock::new();
    NAMES.get_or_init(|| {
        let mut names = Names::new();
        for group in GROUPS {
            let stems: Vec<String> = group.iter().flat_map(|word| words::words(word)).collect();
            for stem in &stems {
                let others = stems.iter().filter(|other| *other != stem).cloned();
                names.entry(stem.clone()).or_default().extend(others);
            }
        }
        names
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stands_for(word: &str) -> Vec<String> {
        of(&words::words(word))
            .into_iter()
            .map(|(w, _)| w)
            .collect()
    }

    #[test]
    fn one_thing_has_several_names() {
        assert!(stands_for("db").contains(&words::words("database")[0]));
        assert!(stands_for("kubernetes").contains(&String::from("k8s")));
        assert!(stands_for("zebra").is_empty());
        let both = of(&[words::words("auth"), words::words("login")].concat());
        assert!(
            both.iter()
                .all(|(word, _)| word != "auth" && word != "login")
        );
    }
}
