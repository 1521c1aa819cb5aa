//! The command as people call it, and the tree it stands in.

#![allow(clippy::unwrap_used, reason = "a test that fails should say where")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn xtask(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(words).current_dir(root()).output().unwrap()
}

fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

#[test]
fn named_checks_run_alone_and_are_counted() {
    let output = xtask(&["check", "sizes"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        said.lines()
            .all(|line| line.starts_with("sizes: ") || line.ends_with(" failed"))
    );
    let last = said.lines().last().unwrap();
    let code = if last == "1 passed, 0 failed" { 0 } else { 1 };
    assert_eq!(output.status.code(), Some(code), "{last}");
}

#[test]
fn an_unknown_check_is_refused() {
    let output = xtask(&["check", "weather"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no check is called `weather`"));
}

#[test]
fn without_a_verb_the_usage_is_shown() {
    let output = xtask(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("usage: cargo xtask check"));
}

#[test]
fn g_250_licence_contributing_and_security_stand_in_the_root() {
    assert!(text("LICENSE").contains("Apache License"));
    assert!(text("Cargo.toml").contains("license = \"Apache-2.0\""));
    assert!(text("CONTRIBUTING.md").contains("## What a change brings along"));
    assert!(text("SECURITY.md").contains("## Reporting"));
}
