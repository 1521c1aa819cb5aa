//! Settings that are written anew.

use super::*;

#[test]
fn what_setup_does_not_ask_about_stays_as_somebody_wrote_it() {
    let desk = Desk::with(&["cursor"]);
    desk.setup("auto");
    let mut text = desk.read("oss/memoryoss.toml");
    let changes = [
        ("after_days = 14", "after_days = 90"),
        ("min_recall_score = 0.40", "min_recall_score = 0.7"),
        (
            "[tls]\nenabled = false\nauto_generate = false",
            "[tls]\nenabled = true\nauto_generate = true",
        ),
        (
            "[consolidation]\nenabled = true",
            "[consolidation]\nenabled = false",
        ),
        (
            "passthrough_local_only = true",
            "passthrough_local_only = false",
        ),
    ];
    for (from, to) in changes {
        assert!(text.contains(from), "{from} is not in {text}");
        text = text.replace(from, to);
    }
    desk.write("oss/memoryoss.toml", &text);
    desk.run(&["setup", "--reconfigure", "--yes"]).ok();
    assert_eq!(desk.read("oss/memoryoss.toml"), text);
}
