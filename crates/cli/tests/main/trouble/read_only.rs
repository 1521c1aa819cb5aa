//! A directory that cannot be written.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::process::Command;

use crate::support::{Home, Ran};

/// A user who owns nothing; root would write anywhere.
const NOBODY: u32 = 65_534;

/// Runs the command on a directory as somebody who may only do what its mode says.
fn run_as_anyone(home: &Home, dir: &std::path::Path, args: &[&str]) -> Ran {
    let mut command: Command = home.program(anyones_binary(home));
    command.arg("--data-dir").arg(dir).args(args);
    if rustix::process::getuid().is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
    Ran::from(command.output().unwrap())
}

/// A copy of the command where everybody can start it.
fn anyones_binary(home: &Home) -> std::path::PathBuf {
    let copy = home.path().join("mneme");
    if !copy.exists() {
        // By another process: a program this one holds open for writing, in whatever it starts
        // meanwhile, cannot be run.
        let copied = Command::new("cp")
            .arg(&home.line(&[])[0])
            .arg(&copy)
            .status();
        assert!(copied.unwrap().success());
    }
    mode(home.path(), 0o755);
    copy
}

fn mode(path: &std::path::Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_store_that_may_not_be_looked_into_is_not_told_as_none() {
    let home = Home::new();
    home.run(&["remember", "The ferry leaves at nine."]).ok();
    mode(&home.data(), 0o700);
    for command in [&["recall", "ferry"][..], &["status"], &["list"]] {
        let refused = run_as_anyone(&home, &home.data(), command);
        assert!(!refused.err.contains("there is no store"), "{refused:?}");
        refused.refused(6, "may not read and write in");
    }
}

#[test]
fn a_directory_that_cannot_be_made_is_told() {
    let home = Home::new();
    let file = home.path().join("a-file");
    fs::write(&file, "x").unwrap();
    let below = file.join("data");
    let refused =
        run_as_anyone(&home, &below, &["remember", "x", "--json"]).refused(6, "storage_read_only");
    let fault = refused.fault();
    assert!(
        fault["error"].as_str().unwrap().contains("a-file"),
        "{fault}"
    );
    assert!(
        fault["hint"].as_str().unwrap().contains("--data-dir"),
        "{fault}"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), "x");
}

#[test]
fn a_new_directory_where_nobody_may_write_is_told() {
    let home = Home::new();
    let closed = home.path().join("closed");
    fs::create_dir(&closed).unwrap();
    mode(&closed, 0o555);
    let refused = run_as_anyone(&home, &closed.join("data"), &["remember", "x", "--json"]);
    refused.refused(6, "storage_read_only");
    assert_eq!(fs::read_dir(&closed).unwrap().count(), 0);
}

#[test]
fn a_store_that_may_only_be_read_is_told_and_kept() {
    let home = Home::new();
    home.run(&["remember", "Kept."]).ok();
    let before = fs::read(home.database()).unwrap();
    for dir in [home.data(), home.data().join("keys")] {
        for entry in fs::read_dir(&dir).unwrap().map(Result::unwrap) {
            let closed = if entry.path().is_dir() { 0o555 } else { 0o444 };
            mode(&entry.path(), closed);
        }
    }
    mode(&home.data(), 0o555);
    for args in [
        &["remember", "y", "--json"][..],
        &["list", "--json"],
        &["status", "--json"],
    ] {
        let fault = run_as_anyone(&home, &home.data(), args)
            .refused(6, "storage_read_only")
            .fault();
        assert_eq!(fault["code"], "storage_read_only");
    }
    let served = run_as_anyone(&home, &home.data(), &["doctor"]);
    assert_eq!(served.code, 1, "{served:?}");
    assert!(served.out.contains("storage_read_only"), "{served:?}");
    assert!(fs::read(home.database()).unwrap() == before);
    mode(&home.data(), 0o755);
    mode(&home.data().join("keys"), 0o755);
}

#[test]
fn a_file_where_the_directory_should_be_is_told() {
    let home = Home::new();
    fs::write(home.data(), "x").unwrap();
    let ran = home.run(&["status", "--json"]);
    assert_ne!(ran.code, 0);
    let fault = ran.fault();
    assert_ne!(fault["code"], "internal", "{fault}");
    assert!(
        fault["hint"].as_str().is_some_and(|hint| !hint.is_empty()),
        "{fault}"
    );
    let doctor = home.run(&["doctor"]);
    assert!(
        doctor.code == 1 && doctor.out.contains("is not a directory"),
        "{doctor:?}"
    );
    assert_eq!(fs::read_to_string(home.data()).unwrap(), "x");
}
