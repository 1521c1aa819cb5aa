//! `mneme install-aliases`

use crate::support::Home;

#[test]
fn links_are_made_once_and_never_over_something_else() {
    let home = Home::new();
    let dir = home.path().join("bin");
    let link = dir.join("memoryoss");
    let install = || home.run(&["install-aliases", "--dir", dir.to_str().unwrap()]);
    assert!(install().ok().starts_with("made: "));
    assert!(install().ok().starts_with("was there: "));
    let version = home.program(&link).arg("--version").output().unwrap();
    assert!(version.stdout.starts_with(b"memoryoss "));
    std::fs::remove_file(&link).unwrap();
    std::os::unix::fs::symlink("/nowhere/mneme", &link).unwrap();
    assert!(install().ok().starts_with("made: "), "an old link of ours");
    std::fs::remove_file(&link).unwrap();
    std::fs::write(&link, "a program of its own").unwrap();
    install().refused(2, "[bad_file]");
    assert_eq!(std::fs::read(&link).unwrap(), b"a program of its own");
}
