use super::*;

const START: i64 = 1_767_225_600_000;

fn demo() -> Desktop {
    let desktop = Desktop::new(Script::demo());
    desktop.begin(START);
    desktop
}

fn moments() -> Vec<i64> {
    let script = Script::demo();
    script.timed().map(|(at, _)| START + at).collect()
}

#[test]
fn the_demo_exports_an_invoice_and_puts_it_into_the_outbox() {
    let desktop = demo();
    let end = desktop.state(START + desktop.script.length_ms() + 1_000);
    assert_eq!(end.sent, ["invoice-2034-northwind.pdf"]);
    assert_eq!((end.window, end.dialog), (None, None));
}

#[test]
fn a_screen_shows_the_moment_it_is_asked_for() {
    let desktop = demo();
    let first = moments()[0];
    assert!(desktop.state(first - 1_000).window.is_none());
    assert!(desktop.state(first + 1_000).window.is_some());
    assert_eq!(desktop.at(first), desktop.at(first));
    assert_ne!(desktop.at(first - 1_000), desktop.at(first + 1_000));
}

#[test]
fn typed_words_appear_letter_by_letter() {
    let desktop = demo();
    let script = Script::demo();
    let (at, _) = script
        .timed()
        .find(|(_, act)| matches!(act.deed, Deed::Type { .. }))
        .unwrap();
    let name = |ms| desktop.state(START + ms).dialog.map(|dialog| dialog.name);
    let (half, whole) = (name(at - 400).unwrap(), name(at + 200).unwrap());
    assert!(whole.starts_with(&half) && half.len() < whole.len() && !half.is_empty());
}

#[test]
fn what_failed_changes_nothing() {
    let desktop = demo();
    let script = Script::demo();
    let failed = script.timed().find(|(_, act)| act.fails.is_some());
    let at = START + failed.unwrap().0;
    assert_eq!(desktop.state(at - 1).dialog, desktop.state(at + 300).dialog);
}

#[test]
fn nothing_happens_before_the_script_begins() {
    let desktop = Desktop::new(Script::demo());
    assert_eq!(desktop.state(START + 1_000_000), State::new());
}
