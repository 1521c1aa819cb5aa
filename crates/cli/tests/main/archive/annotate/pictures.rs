//! Pictures in a terminal that has no pixels, and outside it.

use crate::archive::{Desk, Screen};
use crate::support::eventually;

/// The rows of the picture, with their colours.
fn drawn(screen: &Screen) -> Vec<String> {
    let coloured = screen.coloured();
    let rows = coloured.lines().skip(2).take(30);
    rows.map(str::to_owned).collect()
}

/// Waits until the picture is another one, and gives it.
fn redrawn(screen: &Screen, before: &[String]) -> Vec<String> {
    eventually("another picture", || {
        Some(drawn(screen)).filter(|now| now != before)
    })
}

fn is_alive(pid: &str) -> bool {
    std::path::Path::new("/proc").join(pid).exists()
}

#[test]
fn a_126_a_picture_in_half_blocks_is_zoomed_moved_and_fitted() {
    let desk = Desk::new();
    let screen = desk.annotate();
    screen.until("a picture", |screen| screen.contains(['▀', '▄']));
    screen.shows("zoom 100%");
    // The pane of the picture has the arrows.
    screen.keys(&["BTab"]).shows("before/after");
    let whole = drawn(&screen);
    screen.keys(&["+"]).hides("zoom 100%");
    let closer = redrawn(&screen, &whole);
    screen.keys(&["Left", "Up", "Left"]);
    let moved = redrawn(&screen, &closer);
    assert_ne!(moved, whole);
    screen.keys(&["f"]).shows("zoom 100%");
    eventually("the whole again", || {
        (drawn(&screen) == whole).then_some(())
    });
    screen.keys(&["["]).shows("the moment before");
    screen.keys(&["]", "]"]).shows("the moment after");
    screen.keys(&["C-q"]).ended();
}

#[test]
fn a_126_one_viewer_at_a_time_which_closes_with_the_screen() {
    let desk = Desk::new();
    let path = desk.program("feh", "echo \"$$ $*\" >> \"$HOME/viewers\"; exec sleep 600");
    let screen = desk.annotate_with(&[("PATH", &path)]);
    let opened = |times: usize| {
        eventually("the viewer", || {
            let text = std::fs::read_to_string(desk.studio.home.path().join("viewers"));
            let lines: Vec<String> = text.ok()?.lines().map(str::to_owned).collect();
            assert!(lines.len() <= times, "{lines:?}");
            let last = lines.last().filter(|_| lines.len() == times)?;
            let (pid, arguments) = last.split_once(' ')?;
            Some((pid.to_owned(), arguments.to_owned()))
        })
    };
    screen.shows("[o] Open fullscreen (feh)");
    screen.keys(&["o"]).shows("opened in feh");
    let (first, shown) = opened(1);
    let picture = desk.studio.metadata("open-browser-and-search").steps[0].clone();
    assert!(shown.ends_with(&picture.image_path.unwrap()), "{shown}");
    assert!(is_alive(&first));
    screen.keys(&["j", "o"]);
    let (second, _) = opened(2);
    eventually("the first viewer to close", || {
        (!is_alive(&first)).then_some(())
    });
    assert!(is_alive(&second));
    screen.keys(&["C-q"]).ended();
    assert!(!is_alive(&second));
}
