//! Every command says what it does.

use crate::support::Home;

/// Names and one-line descriptions, as `mneme --help` lists them.
fn commands(help: &str) -> Vec<(String, String)> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let rows = listed.take_while(|line| !line.is_empty());
    rows.filter_map(|line| line.trim().split_once("  "))
        .map(|(name, about)| (name.to_owned(), about.trim().to_owned()))
        .collect()
}

#[test]
fn every_command_says_what_it_does() {
    let home = Home::new();
    let help = home.run(&["--help"]).ok();
    assert!(
        help.contains("One memory for AI agents") && help.contains("Start with:"),
        "{help}"
    );
    let commands = commands(&help);
    let names: Vec<&str> = commands.iter().map(|(name, _)| name.as_str()).collect();
    for expected in [
        "serve", "remember", "recall", "list", "events", "status", "doctor", "key", "import",
        "verify", "rebuild",
    ] {
        assert!(names.contains(&expected), "{expected} in {names:?}");
    }
    for (name, about) in commands.iter().filter(|(name, _)| name != "help") {
        let own = home.run(&[name, "--help"]).ok();
        assert!(about.len() > 8 && own.starts_with(about), "{name}: {own}");
        assert!(own.contains(&format!("Usage: mneme {name}")), "{own}");
        assert_eq!(own, home.run(&["help", name]).ok());
    }
    assert!(!home.data().exists(), "asking for help makes nothing");
}

#[test]
fn no_command_and_version_are_answered() {
    let home = Home::new();
    let bare = home.run(&[]);
    assert_eq!(bare.code, 2);
    assert!(bare.err.contains("Usage: mneme"), "{bare:?}");
    let version = home.run(&["--version"]).ok();
    assert_eq!(version, format!("mneme {}\n", env!("CARGO_PKG_VERSION")));
    assert!(!home.data().exists());
}
