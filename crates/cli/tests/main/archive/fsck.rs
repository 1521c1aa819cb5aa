//! A directory is looked at without harm, and told of in few words.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::Studio;
use super::lifecycle::recorded;
use crate::support::Ran;

fn fsck(studio: &Studio, dir: &Path) -> Ran {
    studio.run(&["fsck", &dir.display().to_string()])
}

fn findings(ran: &Ran) -> Vec<&str> {
    ran.out.lines().skip(1).collect()
}

fn pipe(path: &Path) {
    let _ = fs::remove_file(path);
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn a_pipe_in_the_place_of_a_file_holds_nobody_up() {
    let studio = Studio::started();
    recorded(&studio, "piped");
    let dir = studio.dir("piped");
    studio.sound(&dir);
    for file in ["commands/raw_input.md", "metadata.json"] {
        pipe(&dir.join(file));
        let ran = fsck(&studio, &dir);
        assert_eq!(ran.code, 1, "{ran:?}");
        let said = format!("{file}: unreadable: is no plain file");
        assert!(ran.out.contains(&said), "{ran:?}");
    }
}

#[test]
fn of_a_foreign_directory_there_is_one_thing_to_say() {
    let studio = Studio::new();
    let foreign = studio.home.path().join("foreign");
    fs::create_dir_all(foreign.join("src")).unwrap();
    for n in 0..20 {
        fs::write(foreign.join(format!("{n}.txt")), "words").unwrap();
    }
    let ran = fsck(&studio, &foreign);
    assert_eq!(ran.code, 1);
    assert_eq!(findings(&ran).len(), 1, "{ran:?}");
    assert!(
        ran.out
            .contains("  .: missing: this is no directory of a recording"),
        "{ran:?}"
    );
    let ran = fsck(&studio, &foreign.join("nowhere"));
    assert_eq!(findings(&ran).len(), 1, "{ran:?}");
    assert!(
        findings(&ran)[0].starts_with("  .: missing: No such file"),
        "{ran:?}"
    );
}

#[test]
fn a_session_that_nothing_happened_in_yet_is_in_order() {
    let studio = Studio::started();
    studio.register("fresh");
    studio.sound(&studio.dir("fresh"));
    // Lost after the first step they are missed.
    recorded(&studio, "grown");
    let dir = studio.dir("grown");
    fs::remove_file(dir.join("commands/raw_input.md")).unwrap();
    let ran = fsck(&studio, &dir);
    assert!(
        ran.out.contains("commands/raw_input.md: missing"),
        "{ran:?}"
    );
}

#[test]
fn a_picture_without_a_name_is_told_by_where_it_stands() {
    let studio = Studio::started();
    recorded(&studio, "nameless");
    let path = studio.dir("nameless").join("metadata.json");
    let text = fs::read_to_string(&path).unwrap();
    let mut record: serde_json::Value = serde_json::from_str(&text).unwrap();
    record["steps"][0]["before_image_path"] = "".into();
    fs::write(&path, record.to_string()).unwrap();
    let ran = fsck(&studio, &studio.dir("nameless"));
    let told = findings(&ran);
    assert_eq!(
        told,
        ["  metadata.json: disagrees: names a picture without a name"]
    );
}
