use super::*;

#[test]
fn a_060_keys_and_texts_are_told_and_can_be_pressed_again() {
    let press = |os: &str, keys: &str, human: &str, replay: &str| {
        assert_told(
            &keyboard(os, "press", &format!("Pressed: {keys}")),
            human,
            replay,
        );
    };
    press("", "^c", "Press: Ctrl+c", "press ^c");
    press("MACOS", "#+s", "Press: Cmd+Shift+s", "press #+s");
    press(
        "WINDOWS",
        "^+{Tab}",
        "Press: Ctrl+Shift+Tab",
        "press ^+{Tab}",
    );
    let held = "{Ctrl down}a{Ctrl up}";
    press("", held, "Press: Ctrl+A", "press {Ctrl down}a{Ctrl up}");
    press("", "Return", "Press: Enter", "press {Enter}");
    press("", "Cmd+Q", "Press: Cmd+Q", "press #q");
    press("", "#", "Press: #", "press #");
    press("", "Page_Up", "Press: Page Up", "press {PgUp}");
    press("", "F5", "Press: F5", "press {F5}");
    let text = r#"printf "T\nB" > n.txt"#;
    let typed = keyboard("", "type", &format!("Typed: {text}"));
    assert_told(&typed, &format!("Type: {text}"), &format!("type {text}"));
}

#[test]
fn a_060_held_keys_are_named_in_their_order() {
    let label = |keys: &str| human(&keyboard("LINUX", "press", &format!("Pressed: {keys}")));
    let both = "{Control down}{Command down}k{Command up}{Control up}";
    assert_eq!(label(both), "Press: Ctrl+Cmd+K");
    assert_eq!(label("{Ctrl down}{Tab}{Ctrl up}"), "Press: Ctrl+Tab");
    assert_eq!(label("{Shift down}{Shift up}"), "Press: Shift");
    assert_eq!(label("{{}"), "Press: {");
    assert_eq!(label("^+"), "Press: Ctrl++");
}

#[test]
fn a_061_symbols_are_named_as_the_system_of_the_agent_does() {
    let names = [("MACOS", "Cmd", "Option"), ("WINDOWS", "Win", "Alt")];
    let others = ["LINUX", "UNKNOWN", ""].map(|os| (os, "Super", "Alt"));
    for (os, meta, alt) in names.into_iter().chain(others) {
        let keys = human(&keyboard(os, "press", "Pressed: ^+!#k"));
        assert_eq!(keys, format!("Press: Ctrl+Shift+{alt}+{meta}+k"));
        let leaked = human(&mouse(os, "#!left", "oops", None));
        assert_eq!(leaked, format!("{meta}+{alt}+Left-click"));
    }
    let delete = |os| {
        let command = keyboard(os, "press", "Pressed: Delete");
        (human(&command), replay(&command))
    };
    let pair = |human: &str, replay: &str| (human.to_owned(), replay.to_owned());
    assert_eq!(
        delete("MACOS"),
        pair("Press: Backspace", "press {Backspace}")
    );
    assert_eq!(delete("LINUX"), pair("Press: Delete", "press {Delete}"));
    assert_eq!(delete("WINDOWS"), pair("Press: Delete", "press {Delete}"));
}

#[test]
fn a_060_what_is_neither_mouse_nor_key_speaks_for_itself() {
    assert_told(
        &command("unknown", "", "", "Executed: dance"),
        "Executed: dance",
        "dance",
    );
    assert_told(&keyboard("", "chord", "a b"), "Keyboard: chord a b", "a b");
    let mut asked = command("position", "", "", "Position: X=1, Y=2");
    assert_told(&asked, "Position query: Position: X=1, Y=2", "position");
    (asked.position_captured, asked.mouse_x, asked.mouse_y) = (true, 1, 2);
    assert_told(&asked, "Position query at (1, 2)", "position");
}

#[test]
fn a_062_a_text_that_looks_cut_off_is_pointed_out() {
    let check = |text: &str| {
        let command = keyboard("", "type", &format!("Typed: {text}"));
        suspect(&command).map(|found| found.check)
    };
    assert_eq!(check(r"printf \").as_deref(), Some("dangling-escape"));
    assert_eq!(check(r"\").as_deref(), Some("dangling-escape"));
    assert_eq!(
        check("sed -i '").as_deref(),
        Some("unbalanced-single-quote")
    );
    assert_eq!(check("say \"x").as_deref(), Some("unbalanced-double-quote"));
    for fine in [r"C:\dir\", r"a \\", r#"say \"x"#, "\"a\" 'b'", ""] {
        assert_eq!(check(fine), None, "{fine}");
    }
    assert_eq!(suspect(&keyboard("", "press", "Typed: '")), None);
    assert_eq!(suspect(&keyboard("", "type", "sed -i '")), None);
}
