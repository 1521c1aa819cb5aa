use std::time::Instant;

use mneme_model::archive::Command;
use proptest::prelude::*;

use super::{human, replay, suspect};

fn mouse(os: &str, subtype: &str, raw: &str, at: Option<(i32, i32)>) -> Command {
    let (mouse_x, mouse_y) = at.unwrap_or_default();
    Command {
        position_captured: at.is_some(),
        mouse_x,
        mouse_y,
        ..command("mouse", os, subtype, raw)
    }
}

fn keyboard(os: &str, subtype: &str, raw: &str) -> Command {
    command("keyboard", os, subtype, raw)
}

fn command(action: &str, os: &str, subtype: &str, raw: &str) -> Command {
    Command {
        action_type: action.into(),
        os_type: os.into(),
        action_subtype: subtype.into(),
        raw_command: raw.into(),
        success: true,
        ..Command::default()
    }
}

#[track_caller]
fn told(command: &Command, as_human: &str, as_replay: &str) {
    assert_eq!(human(command), as_human);
    assert_eq!(replay(command), as_replay);
}

#[track_caller]
fn mouse_told(os: &str, verb: (&str, &str), at: Option<(i32, i32)>, texts: (&str, &str)) {
    told(&mouse(os, verb.0, verb.1, at), texts.0, texts.1);
}

#[test]
fn a_060_clicks_and_scrolls_are_told_and_can_be_done_again() {
    let at = |x, y| Some((x, y));
    let left = |raw| ("left", raw);
    mouse_told(
        "",
        left("here left"),
        at(320, 240),
        ("Left-click at (320, 240)", "320 240 left"),
    );
    mouse_told("", ("right", "right"), None, ("Right-click", "right"));
    let held = left("Cmd+Shift+Left-clicked at X=10, Y=20");
    mouse_told(
        "",
        held,
        at(10, 20),
        ("Cmd+Shift+Left-click at (10, 20)", "10 20 #+left"),
    );
    let held = left("Win+Left-clicked at X=770, Y=310");
    mouse_told(
        "WINDOWS",
        held,
        at(770, 310),
        ("Win+Left-click at (770, 310)", "770 310 #left"),
    );
    let entered = left("Executed: 770 310 #left");
    mouse_told("MACOS", entered, None, ("Cmd+Left-click", "770 310 #left"));
    let scroll = ("scroll_down", "Scrolled down 5 notches at X=770, Y=310");
    mouse_told(
        "",
        scroll,
        at(770, 310),
        (
            "Scroll-down 5 notches at (770, 310)",
            "770 310 scroll_down 5",
        ),
    );
    let held = ("middle", "Ctrl+Shift+Middle-clicked at X=960, Y=540");
    mouse_told(
        "",
        held,
        at(960, 540),
        ("Ctrl+Shift+Middle-click at (960, 540)", "960 540 ^+middle"),
    );
    let long = "a".repeat(5000);
    mouse_told(
        "",
        (&long, "Executed: 1 2 whatever"),
        at(1, 2),
        ("unknown-action at (1, 2)", "1 2 whatever"),
    );
}

#[test]
fn a_060_drags_are_told_by_their_sentence() {
    let drag = |raw: &str, human: &str, replay: &str| {
        for at in [None, Some((543, 248))] {
            mouse_told("", ("drag", raw), at, (human, replay));
        }
    };
    drag(
        "Dragged from X=500, Y=400 via X=700, Y=500 to X=900, Y=700",
        "Drag from (500, 400) via (700, 500) to (900, 700)",
        "500 400 drag via 700 500 to 900 700",
    );
    drag(
        "Dragged from X=305, Y=358 to X=705, Y=658",
        "Drag from (305, 358) to (705, 658)",
        "305 358 drag 705 658",
    );
    drag(
        "Dragged to X=543, Y=248",
        "Drag to (543, 248)",
        "Dragged to X=543, Y=248",
    );
    drag(
        "Dragged from X=4294967296, Y=2 to X=3, Y=4",
        "Drag to (3, 4)",
        "Dragged from X=4294967296, Y=2 to X=3, Y=4",
    );
    drag(
        "Shift+Dragged from (1, -2) to (3, 4)",
        "Shift+Drag from (1, -2) to (3, 4)",
        "1 -2 +drag 3 4",
    );
}

#[test]
fn a_060_a_drag_without_points_or_with_too_many_is_still_told() {
    let bare = ("drag", "Executed: 1 2 drag 3 4");
    mouse_told("", bare, Some((3, 4)), ("Drag at (3, 4)", "1 2 drag 3 4"));
    let via = |n: usize| {
        format!(
            "Dragged from X=1, Y=1{} to X=2, Y=2",
            " via X=3, Y=3".repeat(n)
        )
    };
    let eight = mouse("", "drag", &via(6), None);
    assert!(human(&eight).ends_with("via (3, 3) to (2, 2)"));
    let nine = mouse("", "drag", &via(7), None);
    assert!(
        human(&nine).contains("more than 8 points"),
        "{}",
        human(&nine)
    );
    assert!(replay(&nine).contains("not recorded"));
    assert_eq!(human(&nine), human(&mouse("", "drag", &via(90_000), None)));
}

#[test]
fn a_060_keys_and_texts_are_told_and_can_be_pressed_again() {
    let press = |os: &str, keys: &str, human: &str, replay: &str| {
        told(
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
    told(&typed, &format!("Type: {text}"), &format!("type {text}"));
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
    told(
        &command("unknown", "", "", "Executed: dance"),
        "Executed: dance",
        "dance",
    );
    told(&keyboard("", "chord", "a b"), "Keyboard: chord a b", "a b");
    let mut asked = command("position", "", "", "Position: X=1, Y=2");
    told(&asked, "Position query: Position: X=1, Y=2", "position");
    (asked.position_captured, asked.mouse_x, asked.mouse_y) = (true, 1, 2);
    told(&asked, "Position query at (1, 2)", "position");
}

#[test]
fn a_062_two_hundred_thousand_symbols_take_no_time() {
    let many = format!("Pressed: {}k", "#".repeat(200_000));
    let started = Instant::now();
    assert_eq!(human(&keyboard("MACOS", "press", &many)), "Press: Cmd+k");
    for unit in [
        "{", "}", "{a down}", "{a up}", "Cmd+", "X=1, ", "via X=", "\\", "1 ", "^",
    ] {
        let raw = unit.repeat(200_000);
        for (kind, subtype) in [("mouse", "drag"), ("mouse", &raw), ("keyboard", "press")] {
            let command = command(kind, "", subtype, &raw);
            let _ = (human(&command), replay(&command), suspect(&command));
        }
        let _ = suspect(&keyboard("", "type", &format!("Typed: {raw}")));
    }
    // Quadratic work on any of these would take minutes.
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
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

/// Sentences made of the pieces the readers look for, in any order.
fn sentence() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "Dragged ",
        "from ",
        "via ",
        "to ",
        "X=",
        "Y=",
        "(",
        ")",
        ", ",
        "-",
        "99999999999",
        "7",
        "Executed: ",
        "Typed: ",
        "Pressed: ",
        "Cmd+",
        "Shift+",
        "#",
        "^",
        "+",
        "!",
        "{",
        "}",
        "{Ctrl down}",
        "{Ctrl up}",
        " notch",
        "es",
        "here ",
        "left",
        "\\",
        "\"",
        "'",
        "é",
        "\n",
        " ",
    ]);
    let pieces = prop::collection::vec(pieces, 0..40).prop_map(|words| words.concat());
    prop_oneof![pieces, any::<String>()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn a_062_whatever_the_peer_says_there_is_a_text(
        kind in prop::sample::select(vec!["mouse", "keyboard", "position", "odd"]),
        os in prop::sample::select(vec!["MACOS", "WINDOWS", "LINUX", "UNKNOWN", ""]),
        subtype in prop_oneof![
            prop::sample::select(vec!["drag", "left", "scroll_up", "press", "type"]).prop_map(String::from),
            sentence(),
        ],
        raw in sentence(),
        at in any::<Option<(i32, i32)>>(),
    ) {
        let mut command = mouse(os, &subtype, &raw, at);
        command.action_type = kind.to_owned();
        let (text, again) = (human(&command), replay(&command));
        let _ = suspect(&command);
        if kind == "mouse" {
            prop_assert!(text.len() <= 400, "{}", text);
            prop_assert!(again.len() <= raw.len().max(400), "{}", again);
        }
    }
}
