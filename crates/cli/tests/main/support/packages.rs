//! Packages for Python: from the package index once, into the user's cache.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Ran;

const ATTEMPTS: usize = 3;

pub fn python(args: &[&str]) -> Command {
    let mut command = Command::new("python3");
    command.args(args);
    command
}

/// Where a package is; a Python of another version has another.
pub fn package(name: &str) -> PathBuf {
    let tag = "import sys; print(sys.implementation.cache_tag)";
    let tag = Ran::from(python(&["-c", tag]).output().unwrap()).ok();
    let home = || PathBuf::from(std::env::var_os("HOME").unwrap()).join(".cache");
    let cache = std::env::var_os("XDG_CACHE_HOME").map_or_else(home, PathBuf::from);
    let place = cache.join("mneme").join(format!("{name}-{}", tag.trim()));
    if !place.exists() {
        install(name, &place);
    }
    place
}

/// Puts it there in one step, so that nobody finds half of it.
fn install(name: &str, place: &Path) {
    let part = place.with_extension(format!("part-{}", std::process::id()));
    let mut told = String::new();
    for _ in 0..ATTEMPTS {
        let mut pip = python(&["-m", "pip", "install", "--quiet", "--target"]);
        let output = pip.arg(&part).arg(name).output().unwrap();
        if output.status.success() {
            // Another run may have been faster; then its copy serves.
            let _ = fs::rename(&part, place);
            return;
        }
        told = String::from_utf8_lossy(&output.stderr).into_owned();
    }
    panic!("pip could not install {name}: {told}");
}
