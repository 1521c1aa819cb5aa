//! Killed at any moment: no half of a backup, no half of a store.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use super::{MANY, back_up, count, import, staging, text};
use crate::support::{Home, Ran, Server};

/// Whether it has come.
type Moment = Box<dyn Fn() -> bool>;

fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |meta| meta.len())
}

/// Looks without pause until it is so, or the command has ended first.
fn comes_about(child: &mut Child, mut so: impl FnMut() -> bool) -> bool {
    loop {
        if so() {
            return true;
        }
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        std::thread::yield_now();
    }
}

fn start(home: &Home, args: &[&str]) -> Child {
    let mut command = home.command(args);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// A backup under its own name is whole: it can be restored.
fn assert_none_or_whole(home: &Home, file: &Path) {
    if file.exists() {
        let copy = Home::new();
        copy.run(&["restore", text(file)]).ok();
        assert_eq!(count(&copy), count(home));
    }
}

/// While a backup is made: the cut begins, grows, is packed.
fn moments(file: &Path) -> Vec<Moment> {
    let with = |ending: &str| PathBuf::from(format!("{}{ending}", file.display()));
    let (part, cut) = (with(".part"), with(".part.db"));
    let (begun, grown, packed) = (cut.clone(), cut, part);
    vec![
        Box::new(move || begun.exists()),
        Box::new(move || size(&grown) > 500_000),
        Box::new(move || size(&packed) > 0),
    ]
}

#[test]
fn a_killed_backup_leaves_nothing_under_its_name() {
    let home = Home::new();
    import(&home, "talk", MANY);
    let file = home.path().join("b.tar.zst");
    let mut unfinished = 0;
    for moment in moments(&file) {
        let mut child = start(&home, &["backup", "-o", text(&file), "--include-key"]);
        comes_about(&mut child, moment);
        child.kill().unwrap();
        child.wait().unwrap();
        unfinished += usize::from(!file.exists());
        assert_none_or_whole(&home, &file);
        // A name that was never given is still free; what was left does not stand in the way.
        if file.exists() {
            fs::remove_file(&file).unwrap();
        }
    }
    assert!(unfinished > 0, "it was never killed in time");
    home.run(&["backup", "-o", text(&file), "--include-key"])
        .ok();
    assert!(file.exists());
    assert_none_or_whole(&home, &file);
    let left: Vec<_> = fs::read_dir(home.path())
        .unwrap()
        .flatten()
        .map(|e| e.file_name())
        .collect();
    assert!(
        !left
            .iter()
            .any(|name| name.to_string_lossy().contains(".part")),
        "{left:?}"
    );
}

#[test]
fn a_server_killed_during_a_backup_leaves_nothing_under_its_name() {
    let home = Home::new();
    import(&home, "talk", MANY);
    let file = home.path().join("b.tar.zst");
    let mut unfinished = 0;
    for moment in moments(&file) {
        let server = Server::start(&home);
        let mut child = start(&home, &["backup", "-o", text(&file), "--include-key"]);
        comes_about(&mut child, moment);
        server.kill();
        let ran = Ran::from(child.wait_with_output().unwrap());
        if file.exists() {
            assert_none_or_whole(&home, &file);
            fs::remove_file(&file).unwrap();
        } else {
            ran.refused(5, "[not_serving]");
            unfinished += 1;
        }
    }
    assert!(unfinished > 0, "it was never killed in time");
    assert_eq!(home.json(&["verify", "--json"])["clean"], true);
}

/// A kill at this moment would leave nothing, so it must not come.
const NEVER: &str = "there is no store at all";

/// While a restore is made: from the first trace of it to the last.
fn restore_moments(home: &Home, bytes: u64) -> Vec<(&'static str, Moment)> {
    let (stage, target) = (staging(home), home.data());
    let at = move |name: &str| stage.join(name);
    let inode = move || fs::metadata(&target).map_or(0, |meta| meta.ino());
    let old = inode();
    let whole = home.database();
    let (root, gone) = (at(""), at(""));
    let (lock, begun, half) = (at("lock"), at("data/mneme.db"), at("data/mneme.db"));
    let (keys, log) = (at("data/keys/master.key"), at("data/mneme.db-wal"));
    vec![
        ("a place is made", Box::new(move || root.exists())),
        ("it is taken", Box::new(move || lock.exists())),
        ("unpacking begins", Box::new(move || begun.exists())),
        (
            "half is unpacked",
            Box::new(move || size(&half) > bytes / 2),
        ),
        ("all is unpacked", Box::new(move || keys.exists())),
        ("it is opened", Box::new(move || log.exists())),
        ("it is in place", Box::new(move || inode() != old)),
        (NEVER, Box::new(move || !whole.exists())),
        (
            "the old one is gone",
            Box::new(move || inode_changed_and_gone(&gone, old)),
        ),
    ]
}

fn inode_changed_and_gone(stage: &Path, old: u64) -> bool {
    let target = stage.parent().unwrap().join("data");
    fs::metadata(target).is_ok_and(|meta| meta.ino() != old) && !stage.exists()
}

#[test]
fn a_killed_restore_leaves_the_old_store_or_the_new_one() {
    let source = Home::new();
    import(&source, "talk", MANY);
    let file = back_up(&source, &["--include-key"]);
    let bytes = size(&source.database());
    let (mut old, mut new) = (0, 0);
    for n in 0..9 {
        let home = Home::new();
        import(&home, "mine", 30);
        let (when, moment) = restore_moments(&home, bytes).swap_remove(n);
        let mut child = start(&home, &["restore", text(&file), "--force"]);
        let seen = comes_about(&mut child, moment);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!seen || when != NEVER, "{NEVER}");
        let verified = home.json(&["verify", "--json"]);
        assert_eq!(verified["clean"], true, "{when}: {verified}");
        match count(&home) {
            (0, 30) => old += 1,
            (0, events) if events == MANY as u64 => new += 1,
            other => panic!("{when} (seen: {seen}): {other:?}"),
        }
        home.run(&["restore", text(&file), "--force"]).ok();
        assert_eq!(count(&home), (0, MANY as u64), "{when}");
        assert!(!staging(&home).exists(), "{when}");
    }
    eprintln!("{old} times the old store, {new} times the new one");
    assert!(old > 0 && new > 0, "{old} old, {new} new");
}

#[test]
fn what_a_killed_restore_left_is_told_and_taken_away() {
    let source = Home::new();
    import(&source, "talk", MANY);
    let file = back_up(&source, &["--include-key"]);
    let home = Home::new();
    import(&home, "mine", 30);
    let taken = staging(&home).join("lock");
    let mut child = start(&home, &["restore", text(&file), "--force"]);
    comes_about(&mut child, || taken.exists());
    child.kill().unwrap();
    child.wait().unwrap();
    // Where it was killed too late, the same as it would have left.
    fs::create_dir_all(staging(&home).join("data")).unwrap();
    let left = format!("[note] restore: {}", staging(&home).display());
    let told = home.run(&["doctor"]).ok();
    assert!(told.contains(&left), "{told}");
    assert!(told.contains("--repair"), "{told}");
    assert!(staging(&home).exists(), "looking changes nothing");
    let events = count(&home);
    let told = home.run(&["doctor", "--repair"]).ok();
    assert!(told.contains("[repair] restore took "), "{told}");
    assert!(!staging(&home).exists());
    assert_eq!(count(&home), events);
    assert!(!home.run(&["doctor"]).ok().contains("restore:"));
    // A server that starts says so once, and waits for nobody to repair.
    fs::create_dir_all(staging(&home).join("data")).unwrap();
    fs::write(staging(&home).join("data/mneme.db"), "words of old").unwrap();
    let server = Server::start(&home);
    assert!(!staging(&home).exists());
    let warned = server.errors();
    let warned = warned.matches("took away what a killed restore left");
    assert_eq!(warned.count(), 1, "{}", server.errors());
    server.stop();
    assert_eq!(count(&home), events);
    // What is not ours is told and stays.
    fs::create_dir(staging(&home)).unwrap();
    fs::write(staging(&home).join("thesis.txt"), "years of work").unwrap();
    let told = home.run(&["doctor", "--repair"]);
    assert!(told.out.contains("[error] restore:"), "{told:?}");
    assert!(staging(&home).join("thesis.txt").exists());
}
