//! Two who want the same recording, and recordings that go while somebody works on them.

use std::path::PathBuf;

use super::{Desk, Screen};
use crate::support::{Ran, eventually};

const WHY: [&str; 3] = ["For this.", "For that.", "For both."];
const HELD: &str = "SESSION_IN_FLIGHT";

fn second(desk: &Desk, command: &str) -> Ran {
    desk.studio.run(&[command, "--session", &desk.id])
}

/// Whoever comes second is told which process was first.
fn assert_refused(desk: &Desk, command: &str, first: &Screen) {
    let ran = second(desk, command).refused(5, HELD);
    let who = format!("(process {} on ", first.pid());
    assert!(ran.err.contains(&who), "{who} is not in {ran:?}");
}

fn leave(screen: &Screen) {
    screen.keys(&["C-q"]).shows("Save and leave");
    screen.keys(&["Enter"]).ended();
}

fn until_document(desk: &Desk, what: &str) {
    eventually("the document on disk", || {
        desk.document().contains(what).then_some(())
    });
}

/// Documents that were kept beside the one that counts.
fn beside(desk: &Desk) -> Vec<String> {
    let files = crate::support::files(&desk.studio.dir(super::desk::NAME));
    let is_beside = |file: &PathBuf| {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        name.starts_with("memory.") && name.ends_with(".md") && name != "memory.md"
    };
    let texts = files.into_iter().filter(is_beside);
    texts
        .map(|file| std::fs::read_to_string(file).unwrap())
        .collect()
}

#[test]
fn a_129_a_document_has_one_editor_at_a_time_also_when_it_is_final() {
    let desk = Desk::annotated(WHY);
    let screen = desk.compile(&[]);
    assert_refused(&desk, "compile", &screen);
    assert_refused(&desk, "annotate", &screen);
    screen.keys(&["C-f"]).shows("counts as complete");
    screen.keys(&["Left", "Enter"]).ended();
    desk.assert_status("complete");
    let screen = desk.compile(&[]);
    assert_refused(&desk, "compile", &screen);
    // However the first one ends, it is free again, and nothing is left behind.
    screen.kill();
    let screen = desk.compile(&[]);
    leave(&screen);
    desk.studio.sound(&desk.studio.dir(super::desk::NAME));
    assert!(!desk.file(".editing").exists());
}

#[test]
fn a_129_what_another_program_wrote_is_not_written_over() {
    let desk = Desk::annotated(WHY);
    let screen = desk.compile(&[]);
    screen.keys(&["C-End"]).types("first");
    until_document(&desk, "first");
    std::fs::write(desk.file("memory.md"), "from elsewhere").unwrap();
    screen.types(" second").shows(" Changed elsewhere ");
    assert_eq!(desk.document(), "from elsewhere");
    screen.keys(&["C-s"]).shows("Changed by another program");
    screen.keys(&["m"]).shows(" Saved ");
    until_document(&desk, "first second");
    assert_eq!(beside(&desk), ["from elsewhere"]);
    // The other way round.
    std::fs::write(desk.file("memory.md"), "once more").unwrap();
    screen.types(" third").shows(" Changed elsewhere ");
    screen.keys(&["C-s"]).shows("Changed by another program");
    screen.keys(&["t"]).shows("once more");
    assert_eq!(desk.document(), "once more");
    let kept = beside(&desk);
    assert!(kept.len() == 2 && kept.iter().any(|text| text.contains("first second third")));
    leave(&screen);
    desk.studio.sound(&desk.studio.dir(super::desk::NAME));
}

#[test]
fn a_129_both_texts_are_kept_when_nobody_can_be_asked() {
    let desk = Desk::annotated(WHY);
    let screen = desk.compile(&[]);
    screen.keys(&["C-End"]).types("first");
    until_document(&desk, "first");
    std::fs::write(desk.file("memory.md"), "from elsewhere").unwrap();
    screen.types(" second").shows(" Changed elsewhere ");
    let pid = rustix::process::Pid::from_raw(screen.pid().try_into().unwrap()).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    screen.ended();
    assert_eq!(desk.document(), "from elsewhere");
    let kept = beside(&desk);
    assert!(
        kept.len() == 1 && kept[0].contains("first second"),
        "{kept:?}"
    );
}

#[test]
fn a_192_a_session_that_is_open_is_deleted_only_by_force_and_stays_deleted() {
    for command in ["compile", "annotate"] {
        let desk = match command {
            "compile" => Desk::annotated(WHY),
            _ => Desk::new(),
        };
        let screen = match command {
            "compile" => desk.compile(&[]),
            _ => desk.annotate(),
        };
        screen.until("the screen", |text| text.contains("help"));
        let delete = ["session", "delete", "-s", &desk.id, "--yes"];
        let ran = desk.studio.run(&delete).refused(5, HELD);
        let who = format!("memory-archive {command} (process {}", screen.pid());
        assert!(ran.err.contains(&who), "{ran:?}");
        assert!(desk.studio.dir(super::desk::NAME).is_dir());
        desk.studio.run(&[&delete[..], &["--force"]].concat()).ok();
        screen.shows("This session was deleted");
        screen.keys(&["e"]).types("too late").shows("too late");
        screen
            .keys(&["C-q"])
            .until("a question", |text| text.contains("Save and"));
        screen.keys(&["s", "Enter"]);
        screen.over("3");
        assert!(
            screen.text().contains("since then is not kept"),
            "{}",
            screen.text()
        );
        assert!(!desk.studio.dir(super::desk::NAME).exists());
    }
}

#[test]
fn an_annotation_keeps_its_one_owner_across_a_restart_of_the_recorder() {
    let mut desk = Desk::new();
    let screen = desk.annotate();
    screen.shows("Steps 1/3");
    assert_refused(&desk, "annotate", &screen);
    desk.studio.restart();
    desk.assert_status("annotating");
    assert_refused(&desk, "annotate", &screen);
    screen.keys(&["e"]).types("Because.").keys(&["C-n"]);
    screen.shows("Why step 2?");
    desk.counts(1, 0);
    screen.keys(&["C-q"]).ended();
    desk.assert_status("pending_annotation");
}

#[test]
fn a_recorder_that_is_back_is_told_what_it_missed_and_the_screen_says_so() {
    let mut desk = Desk::new();
    let screen = desk.annotate();
    screen.shows("Steps 1/3");
    desk.studio.stop();
    screen.keys(&["e"]).types("Because.").keys(&["C-n"]);
    screen.shows("the recorder does not answer");
    desk.until(1, "the text on disk", |entry| entry.reasoning == "Because.");
    desk.studio.start();
    screen.shows("the recorder is back");
    desk.counts(1, 0);
    screen.keys(&["Escape", "j"]).hides("the recorder");
    screen.keys(&["C-q"]).ended();
    desk.assert_status("pending_annotation");
}
