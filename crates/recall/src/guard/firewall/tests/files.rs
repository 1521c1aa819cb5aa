//! A rule about files, in whatever words and by whatever program they are deleted.

use super::super::*;
use super::approvers::{assert_all, by};

const FILES: &str = "Don't delete files without asking.";
const NEVER: &str = "Never delete files.";
const FOLDERS: &str = "Never delete folders.";
const CONFIG: &str = "Never delete config files.";

#[test]
fn g_130_what_is_a_file_needs_not_be_called_one() {
    let waits = [
        "rm -rf build/",
        "Delete the build folder",
        "remove src/old.rs",
        "Delete `src/old.rs`, please",
        "Please rm old.txt",
        "sudo rm -r /var/tmp/x",
        "git rm crates/old/lib.rs",
        "Delete the directory crates/old",
        "I want src/old.rs deleted",
        "Have the folder assets/old deleted",
        "Remove both notes.md and todo.txt",
        "Please remove:\n- src/old.rs\n- src/older.rs",
        "find . -name '*.o' -delete",
        "Wipe the dist directory",
        "rmdir build",
        "Delete node_modules and install again",
        "Remove .env.local",
    ];
    let waits: Vec<_> = waits.into_iter().map(|text| (FILES, text)).collect();
    assert_all(&waits, |one| one == Ruling::RequireConfirmation);
    let blocked = [
        (NEVER, "rm -rf build/"),
        (NEVER, "remove src/old.rs"),
        (FOLDERS, "rm -rf build/"),
        (FOLDERS, "Delete the build directory"),
        (CONFIG, "rm app/config.yaml"),
    ];
    assert_all(&blocked, |one| one == Ruling::Block);
}

#[test]
fn g_129_what_is_no_file_is_none_wherever_it_stands() {
    let passes = [
        "Remove the unused import from src/old.rs",
        "Remove console.log from the checkout component",
        "Delete the log statement in audit.rs",
        "Delete line 5 in src/old.rs",
        "Drop the `mut` in let mut files",
        "Remove the trailing whitespace in src/lib.rs",
        "Remove the client/server split",
        "Drop Node.js 16 support",
        "Remove the link to https://example.com/a/b.html from the page",
        "docker rm web",
        "Delete the branch feature/login",
        "Clear the cache",
        "Drop the users table",
        "Remove the dependency on serde",
        "Clear the file input after the upload",
        "Remove the file size check",
        "Drop the folder picker from the dialog",
        "What does rm -rf build/ do?",
        "Don't delete src/old.rs",
    ];
    let passes: Vec<_> = passes.into_iter().map(|text| (FILES, text)).collect();
    assert_all(&passes, |one| one <= Ruling::Warn);
    let others = [
        (FOLDERS, "remove src/old.rs"),
        (CONFIG, "rm -rf build/"),
        (CONFIG, "rm notes.md"),
    ];
    assert_all(&others, |one| one <= Ruling::Warn);
    let customers = "Deleting customer files needs approval.";
    assert_eq!(by(customers, "rm -rf build/")[0], Ruling::Allow);
}
