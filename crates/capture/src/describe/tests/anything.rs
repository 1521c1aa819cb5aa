use std::time::Instant;

use proptest::prelude::*;

use super::*;

#[test]
fn a_062_two_hundred_thousand_symbols_take_no_time() {
    let many = format!("Pressed: {}k", "#".repeat(200_000));
    let started = Instant::now();
    assert_eq!(human(&keyboard("MACOS", "press", &many)), "Press: Cmd+k");
    for unit in [
        "{", "}", "{a down}", "{a up}", "Cmd+", "X=1, ", "via X=", "\\", "1 ", "^",
    ] {
        let raw = unit.repeat(200_000 / unit.len());
        for (kind, subtype) in [("mouse", "drag"), ("mouse", &raw), ("keyboard", "press")] {
            let command = command(kind, "", subtype, &raw);
            let _ = (human(&command), replay(&command), suspect(&command));
        }
        let _ = suspect(&keyboard("", "type", &format!("Typed: {raw}")));
    }
    // Quadratic work on any of these would take minutes.
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
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
