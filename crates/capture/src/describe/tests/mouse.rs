use super::*;

#[test]
fn a_060_clicks_and_scrolls_are_told_and_can_be_done_again() {
    let at = |x, y| Some((x, y));
    let left = |raw| ("left", raw);
    assert_mouse_told(
        "",
        left("here left"),
        at(320, 240),
        ("Left-click at (320, 240)", "320 240 left"),
    );
    assert_mouse_told("", ("right", "right"), None, ("Right-click", "right"));
    let held = left("Cmd+Shift+Left-clicked at X=10, Y=20");
    assert_mouse_told(
        "",
        held,
        at(10, 20),
        ("Cmd+Shift+Left-click at (10, 20)", "10 20 #+left"),
    );
    let held = left("Win+Left-clicked at X=770, Y=310");
    assert_mouse_told(
        "WINDOWS",
        held,
        at(770, 310),
        ("Win+Left-click at (770, 310)", "770 310 #left"),
    );
    let entered = left("Executed: 770 310 #left");
    assert_mouse_told("MACOS", entered, None, ("Cmd+Left-click", "770 310 #left"));
    let scroll = ("scroll_down", "Scrolled down 5 notches at X=770, Y=310");
    assert_mouse_told(
        "",
        scroll,
        at(770, 310),
        (
            "Scroll-down 5 notches at (770, 310)",
            "770 310 scroll_down 5",
        ),
    );
    let held = ("middle", "Ctrl+Shift+Middle-clicked at X=960, Y=540");
    assert_mouse_told(
        "",
        held,
        at(960, 540),
        ("Ctrl+Shift+Middle-click at (960, 540)", "960 540 ^+middle"),
    );
    let long = "a".repeat(5000);
    assert_mouse_told(
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
            assert_mouse_told("", ("drag", raw), at, (human, replay));
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
    assert_mouse_told("", bare, Some((3, 4)), ("Drag at (3, 4)", "1 2 drag 3 4"));
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
