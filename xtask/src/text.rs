//! Words that do not belong in the tree.
//!
//! Paths of somebody's machine, hosts of package registries, code left for later,
//! tests switched off, and log messages that do not sound like the others.

mod logs;

use crate::check::{Finding, Report};
use crate::error::Error;
use crate::rust::{self, Source};
use crate::tree::{Text, Tree};
use crate::words::{is_name, line_at, starts};

/// First folders of paths that exist on one machine only. Written without
/// slashes, so that this list does not find itself.
const MACHINE_FOLDERS: [&str; 3] = ["root", "work", "home"];

/// Hosts that packages come from, in two parts for the same reason.
const REGISTRIES: [(&str, &str); 12] = [
    ("crates", "io"),
    ("pypi", "org"),
    ("pythonhosted", "org"),
    ("npmjs", "org"),
    ("npmjs", "com"),
    ("yarnpkg", "com"),
    ("rubygems", "org"),
    ("golang", "org"),
    ("deb.debian", "org"),
    ("security.debian", "org"),
    ("archive.ubuntu", "com"),
    ("static.rust-lang", "org"),
];

/// Lock files name their registry; that is their work.
const LOCKS: [&str; 2] = ["Cargo.lock", "fuzz/Cargo.lock"];

const LEFT_OPEN: [(&str, &str); 3] = [
    ("todo!(", "code left for later does not come in"),
    ("unimplemented!(", "code left for later does not come in"),
    (
        "#[ignore",
        "a test runs or is removed; it is not switched off",
    ),
];

pub fn run(tree: &Tree) -> Result<Report, Error> {
    Ok(tree.texts().flat_map(judge).collect::<Vec<_>>().into())
}

fn judge(file: &Text) -> Vec<Finding> {
    let mut findings = machine_paths(file);
    if !LOCKS.contains(&file.path.as_str()) {
        findings.extend(registries(file));
    }
    if file.path.ends_with(".rs") {
        let source = rust::mask(&file.text);
        findings.extend(left_open(file, &source));
        findings.extend(logs::judge(&file.path, &source));
    }
    findings
}

fn machine_paths(file: &Text) -> Vec<Finding> {
    let mut findings = Vec::new();
    for folder in MACHINE_FOLDERS {
        let path = format!("/{folder}/");
        let places = file.text.match_indices(&path).map(|(at, _)| at);
        for at in places.filter(|at| !continues_a_path(&file.text[..*at])) {
            let sentence = format!("a path under `/{folder}` exists on one machine only");
            findings.push(Finding::new(&file.path, line_at(&file.text, at), sentence));
        }
    }
    findings
}

/// Whether what follows is the middle of a path or address, not its beginning.
fn continues_a_path(before: &str) -> bool {
    before.ends_with(|c: char| is_name(c) || matches!(c, '.' | '-' | '~' | '}' | ')' | '>' | '/'))
}

fn registries(file: &Text) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (name, end) in REGISTRIES {
        let host = format!("{name}.{end}");
        for at in starts(&file.text, &host).filter(|at| ends(&file.text[at + host.len()..])) {
            let sentence = format!("`{host}` is a package registry; name the package instead");
            findings.push(Finding::new(&file.path, line_at(&file.text, at), sentence));
        }
    }
    findings
}

fn ends(after: &str) -> bool {
    !after.starts_with(is_name)
}

fn left_open(file: &Text, source: &Source) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (words, sentence) in LEFT_OPEN {
        let places = starts(&source.code, words);
        let lines = places.map(|at| line_at(&source.code, at));
        findings.extend(lines.map(|line| Finding::new(&file.path, line, sentence)));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(path: &str, text: &str) -> Vec<usize> {
        let findings = run(&Tree::of(&[(path, text)])).unwrap().findings;
        findings.into_iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn machine_paths_are_found_but_not_inside_others() {
        let [root, work, home] = MACHINE_FOLDERS.map(|folder| format!("/{folder}/x"));
        let text =
            format!("a {root}\nb `{work}`\nc\nd={home}\ndocs{work} https://example.org{home}\n");
        assert_eq!(lines("a.md", &text), [1, 2, 4]);
    }

    #[test]
    fn registries_are_found_outside_the_lock_file() {
        let text = format!("x\nget it from https://{}.{}/x\n", "crates", "io");
        assert_eq!(lines("a.toml", &text), [2]);
        assert!(LOCKS.iter().all(|lock| lines(lock, &text).is_empty()));
        assert!(lines("a.md", &format!("mycrates.{0} and crates.{0}x", "io")).is_empty());
    }

    #[test]
    fn code_left_open_is_found_but_not_in_text() {
        let text = "fn a() { todo!() }\n// todo!(\n\"unimplemented!(\";\n#[ignore = \"slow\"]\nfn b() {}\n";
        assert_eq!(lines("a.rs", text), [1, 4]);
        assert!(lines("a.md", text).is_empty());
    }
}
