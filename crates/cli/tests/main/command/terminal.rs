//! Colours and bars are for terminals, and colours for people who want them.

use super::both_ways;
use crate::support::{Home, in_terminal};

const ESCAPE: char = '\u{1b}';

#[test]
fn pipes_get_no_escape_codes() {
    both_ways(|home| {
        home.run(&["remember", "Colourful."]).ok();
        home.run_with(&["import", "-"], br#"{"session":"s","text":"Seen."}"#)
            .ok();
        for args in [
            &["recall", "colourful", "--explain"][..],
            &["recall", "colourful", "--budget", "100"],
            &["list"],
            &["events"],
            &["status"],
            &["doctor"],
            &["verify"],
            &["rebuild"],
            &["key", "list"],
            &["--help"],
            &["recall", ""],
            &["nonsense"],
        ] {
            let ran = home.run(args);
            assert!(
                !ran.out.contains(ESCAPE) && !ran.err.contains(ESCAPE),
                "{ran:?}"
            );
        }
    });
}

#[test]
fn no_color_is_obeyed_on_a_terminal() {
    let home = Home::new();
    home.run(&["remember", "Colourful."]).ok();
    for args in [
        &["recall", "colourful"][..],
        &["status"],
        &["doctor"],
        &["recall", ""],
    ] {
        let plain = in_terminal(&home, args, &[("NO_COLOR", "1")]);
        let coloured = in_terminal(&home, args, &[]);
        assert!(!plain.contains(ESCAPE), "{plain:?}");
        assert!(coloured.contains(ESCAPE), "{coloured:?}");
        assert!(!plain.trim().is_empty());
    }
}

#[test]
fn a_backup_shows_how_far_it_is_on_a_terminal() {
    let home = Home::new();
    home.run(&["remember", "Much to carry."]).ok();
    let shown = in_terminal(&home, &["backup", "-o", "one"], &[]);
    let bar = shown.split("backing up [").nth(1).unwrap_or_default();
    let told = bar.split_once("] ").map_or("", |(_, told)| told);
    let percent = told.split_once("% ").map_or("", |(percent, _)| percent);
    assert!(percent.trim().parse::<u8>().is_ok(), "{shown:?}");
    assert!(shown.contains("iB/"), "bytes of bytes: {shown:?}");
    let piped = home.run(&["backup", "-o", "two"]);
    assert!(!piped.err.contains('['), "{piped:?}");
}
