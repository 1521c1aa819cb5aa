//! Every key of the screen does what its help says.

use crate::archive::{Desk, Screen};

/// The row of a step in the list, with its mark.
pub fn row(screen: &Screen, step: u32, command: &str) -> String {
    screen.line(&format!(" {step} {command}"))
}

fn check_step(screen: &Screen, step: u32) {
    screen.shows(&format!("Steps {step}/3"));
}

#[test]
fn a_120_letters_arrows_and_pages_lead_through_the_steps() {
    let desk = Desk::new();
    let screen = desk.annotate();
    check_step(&screen, 1);
    for (key, step) in [
        ("j", 2),
        ("Down", 3),
        ("k", 2),
        ("Up", 1),
        ("PPage", 1),
        ("NPage", 3),
        ("PPage", 1),
        ("End", 3),
        ("Home", 1),
    ] {
        screen.keys(&[key]);
        check_step(&screen, step);
        screen.shows(&format!("Why step {step}?"));
    }
    screen.keys(&["C-q"]).ended();
}

#[test]
fn a_120_e_enter_escape_and_tab_lead_into_the_text_and_out() {
    let desk = Desk::new();
    let screen = desk.annotate();
    let asked = "What was seen, what was intended";
    for (into, out) in [("e", "Escape"), ("Enter", "Tab"), ("Tab", "Escape")] {
        screen.shows("Press e to write");
        screen.keys(&[into]).shows(asked);
        screen.keys(&[out]).hides(asked);
    }
    // Shift+Tab leads round all three panes: the picture's keys are hinted at.
    screen.keys(&["BTab"]).shows("before/after");
    screen.keys(&["BTab"]).shows(asked);
    let back = screen.keys(&["BTab"]).shows("j/k");
    assert!(!back.contains(asked), "{back}");
    screen.keys(&["C-q"]).ended();
}

#[test]
fn a_120_space_unfolds_and_folds_the_step() {
    let desk = Desk::new();
    let screen = desk.annotate();
    check_step(&screen, 1);
    screen.keys(&["Space"]).shows("raw: Left-clicked at X=320");
    screen.shows("pictures: before, at, after");
    screen.keys(&["Space"]).hides("raw: Left-clicked");
    screen.keys(&["C-q"]).ended();
}

#[test]
fn a_120_undo_redo_and_u_take_a_text_back() {
    let desk = Desk::new();
    let screen = desk.annotate();
    check_step(&screen, 1);
    screen.keys(&["e"]).types("saved").keys(&["C-s"]);
    desk.until(1, "the saved text", |e| e.reasoning == "saved" && !e.draft);
    screen.types("more").shows("savedmore");
    screen.keys(&["C-z"]).hides("savedmore");
    screen.keys(&["C-y"]).shows("savedmore");
    // In the text a letter is a letter; outside it takes back.
    screen.types("u").shows("savedmoreu");
    screen.keys(&["Escape"]).shows("j/k");
    screen.keys(&["u"]).hides("savedmoreu");
    screen.shows("back to the saved text");
    screen.keys(&["C-q"]).ended();
    assert_eq!(desk.entry(1).unwrap().reasoning, "saved");
}

#[test]
fn a_120_select_copy_cut_and_paste_go_through_the_clipboard() {
    let desk = Desk::new();
    desk.program("wl-copy", "cat > \"$HOME/clipboard\"");
    let path = desk.program("wl-paste", "cat \"$HOME/clipboard\"");
    let clipboard = desk.studio.home.path().join("clipboard");
    let copied = |text: &str| {
        crate::support::eventually("the clipboard", || {
            let found = std::fs::read_to_string(&clipboard).unwrap_or_default();
            (found == text).then_some(())
        });
    };
    let screen = desk.annotate_with(&[("PATH", &path)]);
    check_step(&screen, 1);
    screen.keys(&["e"]).types("one two").keys(&["C-a", "C-c"]);
    copied("one two");
    screen.shows("copied");
    screen.keys(&["End"]).types("!").keys(&["C-a", "C-x"]);
    copied("one two!");
    screen.shows("0 words");
    // Another program copied since: its text replaces what is selected.
    std::fs::write(&clipboard, "from elsewhere").unwrap();
    screen.types("gone soon").shows("gone soon");
    screen.keys(&["C-a", "C-v"]).shows("from elsewhere");
    screen.hides("gone soon");
    // Dragging over the text selects and copies it.
    let (column, line) = screen.place("from elsewhere");
    screen.drag((column, line), (column + 4, line));
    copied("from");
    screen.keys(&["C-s", "C-q"]).ended();
    assert_eq!(desk.entry(1).unwrap().reasoning, "from elsewhere");
}

#[test]
fn a_120_the_mouse_selects_a_step_and_answers_a_question() {
    let desk = Desk::new();
    let screen = desk.annotate();
    check_step(&screen, 1);
    let third = screen.place("Press: Enter");
    screen.drag(third, third);
    check_step(&screen, 3);
    screen.keys(&["e"]).types("unsaved").keys(&["C-q"]);
    let discard = screen.place("Discard ]");
    screen.drag(discard, discard).ended();
    assert_eq!(desk.entries(), []);
}

#[test]
fn a_218_help_lists_every_key_of_the_screen() {
    let desk = Desk::new();
    let screen = desk.annotate();
    check_step(&screen, 1);
    screen.keys(&["?"]).shows("Help (any key closes");
    for key in [
        "j / Down",
        "k / Up",
        "PgDn / PgUp",
        "e / Enter",
        "Space",
        "Ctrl+N",
        "Ctrl+S",
        "Ctrl+Z / Ctrl+Y",
        "Ctrl+A",
        "Ctrl+C / Ctrl+X",
        "Ctrl+V",
        "u ",
        "Tab",
        "?",
        "Ctrl+Shift+E",
        "Ctrl+Q",
        "Left / Right",
        "mouse drag",
        "+ / -",
        "f ",
        "o ",
    ] {
        screen.shows(&format!("  {key}"));
    }
    screen.keys(&["x"]).hides("Help (any key closes");
    screen.keys(&["F1"]).shows("Help (any key closes");
    screen.keys(&["q", "C-q"]).ended();
}

#[test]
fn a_218_a_jump_leads_to_a_step_and_clears_what_is_none() {
    let desk = Desk::new();
    let screen = desk.annotate();
    check_step(&screen, 1);
    // As a terminal that can tell it from Ctrl+E sends Ctrl+Shift+E.
    screen.raw("\x1b[101;6u").shows("Jump to a step");
    screen.types("4").shows("1 to 3: 4");
    screen.keys(&["Enter"]).shows("There are steps 1 to 3.");
    screen.hides("1 to 3: 4");
    screen.types("3").keys(&["Enter"]).hides("Jump to a step");
    check_step(&screen, 3);
    screen.keys(&["C-e"]).shows("Jump to a step");
    screen.keys(&["Escape"]).hides("Jump to a step");
    screen.keys(&["g"]).types("2").keys(&["Enter"]);
    check_step(&screen, 2);
    screen.keys(&["C-q"]).ended();
}
