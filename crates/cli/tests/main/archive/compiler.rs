//! The document's editor, through the real command in a real terminal.

use super::{Desk, Screen};
use crate::support::eventually;

const WHY: [&str; 3] = [
    "To have the focus.",
    "To ask for it.",
    "To start the search.",
];

/// To the end of the document, where one may write.
fn at_the_end(screen: &Screen) -> &Screen {
    screen.keys(&["C-End"])
}

fn until_written(desk: &Desk, text: &str) {
    eventually("the document on disk", || {
        desk.document().contains(text).then_some(())
    });
}

#[test]
fn a_129_a_222_the_bar_follows_the_typing_and_autosave_finalises_nothing() {
    let desk = Desk::annotated(WHY);
    let screen = desk.compile(&[]);
    screen.shows("To start the search.");
    let words = |screen: &str| -> usize {
        let bar = screen.lines().last().unwrap();
        let before = bar.split(" words").next().unwrap();
        before.split_whitespace().last().unwrap().parse().unwrap()
    };
    let before = words(&screen.shows(" Saved "));
    at_the_end(&screen).types("three more words");
    screen.shows("three more words");
    let typed = screen.until("the count", |screen| words(screen) == before + 3);
    assert!(typed.contains(" Unsaved "), "{typed}");
    until_written(&desk, "three more words");
    screen.shows(" Saved ");
    desk.assert_status("pending_compilation");
    // Killed: what autosave wrote is there, and nothing is final.
    screen.kill();
    desk.assert_status("pending_compilation");
    let screen = desk.compile(&[]);
    at_the_end(&screen).shows("three more words");
    screen.keys(&["C-q"]).shows("Save and leave");
    screen.keys(&["Enter"]).ended();
    desk.assert_status("pending_compilation");
}

#[test]
fn a_129_each_way_to_leave_the_document_is_kept() {
    let desk = Desk::annotated(WHY);
    let screen = desk.compile(&[]);
    at_the_end(&screen)
        .types("saved.")
        .keys(&["C-s"])
        .shows(" saved");
    until_written(&desk, "saved.");
    screen.types(" rubbish");
    until_written(&desk, "saved. rubbish");
    // Cancel goes on, discard takes autosave's text back.
    screen.keys(&["C-q"]).shows("Leave the document");
    screen.keys(&["Escape"]).hides("Leave the document");
    screen.keys(&["C-q", "d"]).ended();
    let document = desk.document();
    assert!(
        document.contains("saved.") && !document.contains("rubbish"),
        "{document}"
    );
    desk.assert_status("pending_compilation");

    let screen = desk.compile(&[]);
    at_the_end(&screen).types(" kept").keys(&["C-q"]);
    screen.shows("Save and leave");
    screen.keys(&["Enter"]).ended();
    assert!(desk.document().contains("saved. kept"));
    desk.assert_status("pending_compilation");

    let screen = desk.compile(&[]);
    at_the_end(&screen).types(" final").keys(&["C-q"]);
    screen.shows("Save and finalise");
    screen.keys(&["Left", "Enter"]).ended();
    assert!(desk.document().contains("saved. kept final"));
    desk.assert_status("complete");
    assert_eq!(
        desk.studio.metadata(super::desk::NAME).lifecycle_status,
        "complete"
    );
    desk.studio.sound(&desk.studio.dir(super::desk::NAME));
}

#[test]
fn a_129_ctrl_f_finalises_only_after_an_answer() {
    let desk = Desk::annotated(WHY);
    let screen = desk.compile(&[]);
    screen
        .keys(&["C-f"])
        .shows("the recording counts as complete");
    // The button that is chosen at first changes nothing.
    screen.keys(&["Enter"]).hides("counts as complete");
    desk.assert_status("pending_compilation");
    screen.keys(&["C-f"]).shows("counts as complete");
    screen.keys(&["Left", "Enter"]).ended();
    desk.assert_status("complete");
}

#[test]
fn a_221_the_document_is_made_again_unless_somebody_edited_it() {
    let desk = Desk::annotated(WHY);
    let leave = |screen: Screen| {
        screen.keys(&["C-q"]).shows("Save and leave");
        screen.keys(&["Enter"]).ended();
    };
    let screen = desk.compile(&[]);
    screen.shows("To ask for it.");
    leave(screen);
    // Nobody touched it: new reasoning is in it.
    desk.reason([
        "To have the focus.",
        "Second thoughts.",
        "To start the search.",
    ]);
    let screen = desk.compile(&[]);
    let shown = screen.shows("Second thoughts.");
    assert!(!shown.contains("To ask for it."), "{shown}");
    at_the_end(&screen).types("Mine.").shows("Mine.");
    leave(screen);
    // Somebody did: it stays as it is.
    desk.reason([
        "To have the focus.",
        "Third thoughts.",
        "To start the search.",
    ]);
    let screen = desk.compile(&[]);
    let shown = screen.shows("Second thoughts.");
    assert!(!shown.contains("Third thoughts."), "{shown}");
    leave(screen);
    let edited = desk.document();
    // Made again on demand, and the old one is beside it.
    let screen = desk.compile(&["--regenerate"]);
    screen.shows("Third thoughts.");
    leave(screen);
    assert!(!desk.document().contains("Mine."));
    let beside = crate::support::files(&desk.studio.dir(super::desk::NAME));
    let kept = beside
        .iter()
        .filter_map(|file| std::fs::read_to_string(file).ok());
    assert_eq!(kept.filter(|text| *text == edited).count(), 1, "{beside:?}");
}
