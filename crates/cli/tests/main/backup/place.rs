//! Where a backup may go, and what a restore may replace.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Stdio;

use super::{back_up, count, import, staging, text};
use crate::support::{Home, Server, eventually};

#[test]
fn an_existing_file_is_replaced_only_by_force() {
    let home = Home::new();
    import(&home, "talk", 20);
    let file = home.path().join("taken");
    fs::write(&file, "precious").unwrap();
    for server in [None, Some(Server::start(&home))] {
        let refused = home
            .run(&["backup", "-o", text(&file)])
            .refused(1, "[file_exists]");
        assert!(refused.err.contains("--force"), "{refused:?}");
        assert_eq!(fs::read(&file).unwrap(), b"precious");
        drop(server);
    }
    home.run(&["backup", "-o", text(&file), "--force"]).ok();
    home.run(&["restore", text(&file), "--force"]).ok();
    assert_eq!(count(&home), (0, 20));
}

#[test]
fn a_place_that_cannot_hold_a_backup_is_told() {
    let home = Home::new();
    import(&home, "talk", 20);
    let inside = home.data().join("b.tar.zst");
    for place in [
        "missing/b.tar.zst",
        "config/..",
        text(&inside),
        text(&home.data()),
    ] {
        fs::create_dir_all(home.path().join("config")).unwrap();
        home.run(&["backup", "-o", place, "--force"])
            .refused(1, "[not_written]");
    }
    assert!(!inside.exists());
    Home::new()
        .run(&["backup", "-o", "b.tar.zst"])
        .refused(3, "[no_store]");
}

#[test]
fn a_directory_that_is_not_empty_is_replaced_only_by_force() {
    let home = Home::new();
    import(&home, "talk", 20);
    let file = back_up(&home, &["--include-key"]);
    home.run(&["remember", "Since then."]).ok();
    let refused = home
        .run(&["restore", text(&file)])
        .refused(1, "[not_empty]");
    let shown = format!(
        "mneme --data-dir {} restore {} --force",
        text(&home.data()),
        text(&file)
    );
    assert!(refused.err.contains(&shown), "{refused:?}");
    let fault = home.run(&["restore", text(&file), "--json"]).fault();
    assert_eq!(fault["code"], "not_empty");
    assert_eq!(count(&home), (1, 20));
    let empty = Home::new();
    fs::create_dir(empty.data()).unwrap();
    empty.run(&["restore", text(&file)]).ok();
    assert_eq!(count(&empty), (0, 20));
    let mode = fs::metadata(empty.data()).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
}

#[test]
fn what_is_not_ours_is_never_thrown_away() {
    let home = Home::new();
    import(&home, "talk", 20);
    let file = back_up(&home, &["--include-key"]);
    let precious = home.data().join("thesis.txt");
    fs::write(&precious, "years of work").unwrap();
    let refused = home
        .run(&["restore", text(&file), "--force"])
        .refused(1, "[cannot_replace]");
    assert!(refused.err.contains("thesis.txt"), "{refused:?}");
    assert!(precious.exists());
    fs::remove_file(&precious).unwrap();
    fs::create_dir(staging(&home)).unwrap();
    fs::write(staging(&home).join("thesis.txt"), "years of work").unwrap();
    home.run(&["restore", text(&file), "--force"])
        .refused(1, "[cannot_replace]");
    assert!(staging(&home).join("thesis.txt").exists());
    assert_eq!(count(&home), (0, 20));
}

#[test]
fn a_directory_behind_a_link_is_replaced_where_it_is() {
    let home = Home::new();
    import(&home, "talk", 20);
    let file = back_up(&home, &[]);
    let real = home.path().join("disk");
    fs::rename(home.data(), &real).unwrap();
    symlink(&real, home.data()).unwrap();
    home.run(&["restore", text(&file), "--force"]).ok();
    assert!(fs::symlink_metadata(home.data()).unwrap().is_symlink());
    assert!(real.join("mneme.db").exists());
    assert_eq!(count(&home), (0, 20));
}

#[test]
fn a_directory_in_use_is_not_replaced() {
    let home = Home::new();
    import(&home, "talk", 20);
    let file = back_up(&home, &[]);
    let server = Server::start(&home);
    for more in [&[][..], &["--force"]] {
        let refused = home.run(&[&["restore", text(&file)], more].concat());
        let refused = refused.refused(5, "[store_in_use]");
        assert!(
            refused.err.contains(&format!("process {}", server.pid())),
            "{refused:?}"
        );
    }
    server.owner().remember("Still here.");
    server.stop();
    // A command holds the directory without serving it.
    let mut command = home.command(&["import", "-"]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let pid = child.id().to_string();
    eventually("the command to take the directory", || {
        let owner = fs::read_to_string(home.data().join("lock")).unwrap_or_default();
        (owner.trim() == pid).then_some(())
    });
    home.run(&["restore", text(&file), "--force"])
        .refused(5, "[store_in_use]");
    input.write_all(b"{\"content\": \"Kept.\"}\n").unwrap();
    drop(input);
    assert!(child.wait().unwrap().success());
    assert_eq!(count(&home), (2, 20));
}
