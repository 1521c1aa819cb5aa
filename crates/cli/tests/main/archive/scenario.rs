//! The published walkthrough, as a script that anybody can run.

use std::path::Path;
use std::process::Stdio;

use crate::support::{Home, Ran};

/// Runs it with real processes and a home of its own.
fn walk_through(registry: &str) -> String {
    let home = Home::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut script = home.program(root.join("scenarios/archive_quick_start/run.sh"));
    script.arg(env!("CARGO_BIN_EXE_mneme")).arg(registry);
    Ran::of(script.stdin(Stdio::null())).ok()
}

#[test]
fn a_001_a_008_quick_start_embedded() {
    let said = walk_through("embedded");
    assert!(said.contains("The walkthrough works (embedded)."), "{said}");
}

#[test]
fn a_001_a_006_a_008_a_013_quick_start_redis() {
    let said = walk_through("redis");
    assert!(said.contains("The walkthrough works (redis)."), "{said}");
}
