//! When a text is on disk, as what, and what the record says then.

use crate::archive::annotate::keys::row;
use crate::archive::{Desk, Ear};
use crate::support::eventually;

#[test]
fn a_121_a_219_what_was_typed_outlives_a_kill_and_is_resumed() {
    let desk = Desk::new();
    let ear = Ear::new(&desk.studio);
    let screen = desk.annotate_with(&[ear.variable()]);
    screen.shows("Steps 1/3");
    screen.keys(&["e"]).types("First of all.").keys(&["C-n"]);
    screen.shows("Why step 2?");
    // On a busy machine what is typed may be kept as a draft before it is saved: more is told then.
    let told = || ear.heard("update_annotation_progress");
    let first = eventually("the first progress", || {
        let last = told().last()?.clone();
        (last["annotated"] == 1).then(|| told().len())
    });
    screen.types("Half a thou");
    // Nobody saves; a while later it is there, as a draft.
    let draft = desk.until(2, "the draft", |entry| entry.reasoning == "Half a thou");
    assert!(draft.draft && !draft.skipped, "{draft:?}");
    screen.shows("draft kept");
    let told = eventually("the next progress", || {
        told().get(first..).and_then(|more| more.last().cloned())
    });
    assert_eq!(
        (&told["annotated"], &told["skipped"]),
        (&1.into(), &0.into()),
        "{told}"
    );
    screen.kill();
    assert_eq!(desk.entry(2), Some(draft));
    desk.counts(1, 0);

    let screen = desk.annotate();
    screen.shows("Pick up where you left");
    let begun = row(&screen, 2, "Type: lighthouse");
    assert!(begun.contains("🔵"), "{begun}");
    screen.keys(&["Enter"]).shows("Half a thou");
    screen.types("ght.").keys(&["C-n"]);
    desk.until(2, "the whole thought", |entry| {
        entry.reasoning == "Half a thought." && !entry.draft
    });
    desk.counts(2, 0);
    screen.shows("Why step 3?");
    screen.keys(&["C-q"]).ended();
    desk.assert_status("pending_annotation");
}

#[test]
fn a_124_a_219_reset_puts_the_one_step_back_to_its_last_save() {
    let desk = Desk::new();
    let screen = desk.annotate();
    screen.shows("Steps 1/3");
    screen.keys(&["e"]).types("Kept.").keys(&["C-n"]);
    screen.shows("Why step 2?");
    screen.types("Saved on purpose.").keys(&["C-s"]);
    desk.until(2, "the save", |entry| !entry.draft);
    screen.types(" And a draft.");
    desk.until(2, "the draft", |entry| entry.draft);
    screen.kill();
    let before = desk.entry(1);

    let screen = desk.annotate();
    screen.shows("Pick up where you left");
    // The arrows lead between the buttons; the first one loses nothing.
    screen
        .keys(&["Right", "Enter"])
        .shows("back to how it was last saved");
    screen.shows("Saved on purpose.");
    screen.hides("And a draft.");
    let saved = desk.until(2, "the reset", |entry| !entry.draft);
    assert_eq!(saved.reasoning, "Saved on purpose.");
    assert_eq!(desk.entry(1), before, "no other step changes");

    // A draft that was never saved leaves nothing, and its step is pending.
    screen.keys(&["Down", "e"]).types("never saved");
    desk.until(3, "the draft", |entry| entry.draft);
    screen.kill();
    let screen = desk.annotate();
    screen.shows("Pick up where you left");
    screen.keys(&["r"]).shows("Pick up");
    screen
        .keys(&["Right", "Enter"])
        .shows("back to how it was last saved");
    eventually("the line to go", || desk.entry(3).is_none().then_some(()));
    let third = row(&screen, 3, "Press: Enter");
    assert!(third.contains("⬜"), "{third}");
    screen.keys(&["C-q"]).ended();
}

#[test]
fn a_124_a_screen_killed_without_a_draft_asks_once() {
    let desk = Desk::new();
    let screen = desk.annotate();
    screen.shows("Steps 1/3");
    screen.kill();
    let screen = desk.annotate();
    screen.shows("Pick up where you left");
    screen.keys(&["Enter"]).hides("Pick up where you left");
    screen.keys(&["C-q"]).ended();
    let screen = desk.annotate();
    let opened = screen.shows("Steps 1/3");
    assert!(!opened.contains("Pick up where you left"), "{opened}");
    screen.keys(&["C-q"]).ended();
}

#[test]
fn a_122_a_123_ctrl_n_goes_on_a_double_press_skips_and_reopening_resumes() {
    let desk = Desk::new();
    let screen = desk.annotate();
    screen.shows("Steps 1/3");
    screen.keys(&["e"]).types("The first.").keys(&["C-n"]);
    screen.shows("Why step 2?");
    desk.counts(1, 0);
    // Once is a warning, and any other key takes it back.
    screen.keys(&["C-n"]).shows("Press Ctrl+N again to skip");
    screen.keys(&["Escape"]).hides("again to skip");
    screen.keys(&["C-n"]).shows("Press Ctrl+N again to skip");
    assert_eq!(desk.entry(2), None);
    screen.keys(&["C-n"]).shows("Why step 3?");
    let skipped = desk.until(2, "the skip", |entry| entry.skipped);
    assert_eq!((skipped.reasoning.as_str(), skipped.draft), ("", false));
    desk.counts(1, 1);
    screen.keys(&["C-q"]).ended();
    desk.assert_status("pending_annotation");

    let screen = desk.annotate();
    screen.shows("Steps 3/3");
    for (step, command, mark) in [
        (1, "Left-click at", "✅"),
        (2, "Type: lighthouse", "[-]"),
        (3, "Press: Enter", "⬜"),
    ] {
        let row = row(&screen, step, command);
        assert!(row.contains(mark), "{row}");
    }
    // Behind the last step it goes round to the first open one, and says so.
    screen.keys(&["Home", "e", "C-a", "BSpace", "C-s"]);
    screen.shows("saved");
    screen.keys(&["Escape"]).shows("j/k");
    screen.keys(&["End", "e"]).types("The last.").keys(&["C-n"]);
    screen.shows("No open step further down: back at step 1.");
    screen.keys(&["C-q"]).ended();
}
