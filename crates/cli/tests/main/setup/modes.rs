//! What somebody said the gateway may do with memories holds until they say something else.

use super::*;

fn said(desk: &Desk) -> String {
    let settings = desk.toml("oss/memoryoss.toml");
    let mode = settings["proxy"]["default_memory_mode"].as_str();
    mode.unwrap().to_owned()
}

#[test]
fn a_mode_that_is_said_is_written_into_settings_that_are_there_and_holds() {
    for more in [
        &["--yes"][..],
        &["--profile", "auto", "--json"],
        &["--no-extraction", "--yes"],
        &["--reconfigure", "--yes"],
    ] {
        let desk = Desk::with(&["cursor"]);
        desk.setup("auto");
        assert_eq!(said(&desk), "full");
        for mode in ["off", "readonly"] {
            let before = desk.read("oss/memoryoss.toml");
            let named = [&["setup", "--mode", mode][..], more].concat();
            desk.run(&named).ok();
            assert_eq!(said(&desk), mode, "{more:?}");
            // Whoever says nothing keeps what holds, also where there is something to recall.
            desk.write(".memoryoss/data/mneme.db", "");
            for silent in [
                &["setup", "--yes"][..],
                &["setup", "--reconfigure", "--yes"],
                &["setup", "--profile", "cursor"],
            ] {
                desk.run(silent).ok();
                assert_eq!(said(&desk), mode, "{more:?}, {silent:?}");
            }
            assert_ne!(desk.read("oss/memoryoss.toml"), before);
        }
    }
}

#[test]
fn the_mode_that_holds_is_the_usual_answer() {
    let desk = Desk::with(&["cursor"]);
    desk.run(&["setup", "--mode", "after-all", "--yes"])
        .refused(2, "after-all");
    desk.run(&["setup", "--mode", "off", "--yes"]).ok();
    desk.write(".memoryoss/data/mneme.db", "");
    let again = desk.answer(&["setup", "--reconfigure"], "").ok();
    assert!(again.contains("1) off: neither [default]"), "{again}");
    assert_eq!(said(&desk), "off");
    desk.answer(&["setup", "--reconfigure"], "2\n").ok();
    assert_eq!(said(&desk), "full");
}
