//! What every pane says.

use crate::archive::Desk;
use crate::archive::annotate::keys::row;

#[test]
fn a_217_every_pane_says_what_it_should() {
    let desk = Desk::new();
    let path = desk.program("feh", "exec sleep 600");
    let screen = desk.annotate_with(&[("PATH", &path)]);
    let at = desk.studio.metadata("open-browser-and-search").steps[0].clone();
    let file = at
        .image_path
        .unwrap()
        .rsplit('/')
        .next()
        .unwrap()
        .to_owned();
    let facts = screen.line("640×400");
    for fact in [file.as_str(), "640×400", "mouse/left", " marked"] {
        assert!(facts.contains(fact), "{fact} is not in {facts}");
    }
    screen.shows("[o] Open fullscreen (feh)");
    for (step, command) in [
        (1, "Left-click at (320, 240)"),
        (2, "Type: lighthouse"),
        (3, "Press: Enter"),
    ] {
        let row = row(&screen, step, command);
        assert!(row.contains("⬜"), "{row}");
    }
    let stats = screen.shows("0 of 3");
    let short = format!("{}…", &desk.id[..8]);
    for part in ["open-browser-and-search", &short, "1 of 3", "  0%"] {
        assert!(stats.contains(part), "{part} is not in\n{stats}");
    }
    screen
        .keys(&["e"])
        .types("two words")
        .shows("2 words, 9 characters");
    screen.keys(&["C-n"]).shows(" 33%");
    let stats = screen.shows("1 of 3");
    assert!(stats.contains("2 of 3"), "{stats}");
    let facts = screen.line("keyboard/type");
    assert!(facts.contains("unmarked"), "{facts}");
    screen.keys(&["C-q"]).ended();
}

#[test]
fn a_217_without_a_viewer_the_button_says_so_and_does_nothing() {
    let desk = Desk::new();
    let nothing = desk.studio.home.path().join("nothing");
    std::fs::create_dir(&nothing).unwrap();
    let screen = desk.annotate_with(&[("PATH", nothing.to_str().unwrap())]);
    screen.shows("[ no image viewer available ]");
    let file = desk.studio.metadata("open-browser-and-search").steps[0]
        .image_path
        .clone()
        .unwrap();
    let told = screen.keys(&["o"]).line("open the file yourself");
    let told = told.trim_end().trim_end_matches('…');
    assert!(told.contains("no image viewer available"), "{told}");
    let path = desk.file(&file).display().to_string();
    let shown = told.rsplit(' ').next().unwrap();
    assert!(path.starts_with(shown), "{path} is not in {told}");
    screen.keys(&["C-q"]).ended();
    assert_eq!(desk.entries(), []);
}

#[test]
fn a_217_marks_are_letters_where_there_are_no_signs() {
    let desk = Desk::new();
    let screen = crate::archive::Screen::open(
        &desk.studio,
        &["annotate", "--session", &desk.id, "--ascii"],
    );
    let row = row(&screen, 1, "Left-click");
    assert!(row.contains("[ ]"), "{row}");
    screen.keys(&["C-n"]).shows("again to skip");
    screen.keys(&["C-n"]).shows("[-]");
    screen.keys(&["C-q"]).ended();
}
