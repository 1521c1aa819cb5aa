//! The end of the work, and leaving before it.

use crate::archive::{Desk, Screen};

/// Skips the first two steps and writes the third.
fn finish(desk: &Desk) -> Screen {
    let screen = desk.annotate();
    screen.shows("Steps 1/3");
    for next in ["Why step 2?", "Why step 3?"] {
        screen.keys(&["C-n"]).shows("again to skip");
        screen.keys(&["C-n"]).shows(next);
    }
    screen
        .keys(&["e"])
        .types("It starts the search.")
        .keys(&["C-n"]);
    screen.shows("Every step is done");
    screen.shows("1 with their reasoning, 2 skipped.");
    screen
}

#[test]
fn a_125_compile_now_opens_the_document() {
    let desk = Desk::new();
    let screen = finish(&desk);
    // Escape goes back to the steps, and nothing is completed yet.
    screen.keys(&["Escape"]).hides("Every step is done");
    desk.assert_status("annotating");
    screen.keys(&["C-n"]).shows("Every step is done");
    screen.keys(&["Enter"]).shows("memory.md: open-browser");
    screen.shows("It starts the search.");
    desk.assert_status("pending_compilation");
    screen.keys(&["C-q"]).shows("Save and leave");
    screen.keys(&["Enter"]).ended();
    desk.assert_status("pending_compilation");
    desk.counts(1, 2);
}

#[test]
fn a_125_later_and_quit_leave_with_the_annotation_complete() {
    for way in [&["Right", "Enter"][..], &["q"]] {
        let desk = Desk::new();
        finish(&desk).keys(way).ended();
        desk.assert_status("pending_compilation");
        assert!(!desk.file("memory.md").exists());
        desk.compile(&[]).shows("It starts the search.");
    }
}

#[test]
fn a_218_quitting_asks_only_about_unsaved_text_and_each_answer_is_kept() {
    let desk = Desk::new();
    let screen = desk.annotate();
    screen.shows("Steps 1/3");
    screen.keys(&["C-q"]).ended();
    desk.assert_status("pending_annotation");

    let screen = desk.annotate();
    screen.shows("Steps 1/3");
    screen.keys(&["e"]).types("a word").keys(&["C-q"]);
    screen.shows("The reasoning of step 1 is not saved yet.");
    screen.keys(&["c"]).hides("not saved yet.");
    screen.types(" or two").shows("a word or two");
    screen.keys(&["C-q"]).shows("Save and quit");
    screen.keys(&["Enter"]).ended();
    let saved = desk.entry(1).unwrap();
    assert_eq!(
        (saved.reasoning.as_str(), saved.draft),
        ("a word or two", false)
    );

    let screen = desk.annotate();
    screen.shows("Steps 2/3");
    screen.keys(&["k", "e", "End"]).types(" and rubbish");
    desk.until(1, "the draft", |entry| entry.draft);
    screen.keys(&["C-q"]).shows("Discard");
    screen.keys(&["d"]).ended();
    assert_eq!(desk.entry(1), Some(saved), "as it was last saved");
    desk.assert_status("pending_annotation");
}
