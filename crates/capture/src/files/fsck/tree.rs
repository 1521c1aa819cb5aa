//! What lies in the directory at all.

use std::fs;
use std::path::Path;

use super::{Look, Problem};

const FOLDERS: [&str; 4] = ["commands", "vision", "vision/frames", "reasoning"];
const FILES: [&str; 7] = [
    // Whoever edits it locks this.
    ".editing",
    "metadata.json",
    "sync_log.json",
    "commands/raw_input.md",
    "commands/converted_input.md",
    "commands/actuation_commands.json",
    "commands/cc_commands.json",
];
const LEFT: [&str; 4] = [".part", ".tmp", ".partial", "~"];

/// Whether it is the directory of a recording at all. Of any other there is one thing to say, not
/// one for each of its files.
pub fn is_recording(look: &mut Look<'_>) -> bool {
    let why = match fs::read_dir(look.dir) {
        Err(e) => e.to_string(),
        Ok(_) if look.is_there("metadata.json") || look.is_there("commands") => return true,
        Ok(_) => String::from("this is no directory of a recording: it has no metadata.json"),
    };
    look.found("", Problem::Missing, why);
    false
}

pub fn check(look: &mut Look<'_>) {
    let dir = look.dir;
    folder(look, dir, "");
}

fn folder(look: &mut Look<'_>, dir: &Path, under: &str) {
    let entries = match fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(e) => return look.found(under, Problem::Missing, e.to_string()),
    };
    for entry in entries.flatten() {
        let path = format!("{under}{}", entry.file_name().to_string_lossy());
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && FOLDERS.contains(&path.as_str()) => {
                folder(look, &entry.path(), &format!("{path}/"));
            }
            Ok(kind) if kind.is_file() => file(look, &path),
            Ok(kind) if kind.is_symlink() => {
                look.found(&path, Problem::Outside, "is a link");
            }
            Ok(_) => look.found(&path, Problem::Outside, "does not belong here"),
            Err(e) => look.found(&path, Problem::Unreadable, e.to_string()),
        }
    }
}

fn file(look: &mut Look<'_>, path: &str) {
    if LEFT.iter().any(|end| path.ends_with(end)) || path.contains(".tmp.") {
        look.found(path, Problem::Leftover, "was never moved into place");
    } else if !is_known(path) {
        look.found(path, Problem::Outside, "does not belong here");
    }
}

/// The files of a recording. A document that was set aside lies beside its successor.
fn is_known(path: &str) -> bool {
    let aside = path.starts_with("memory.") && !path.contains('/');
    let frame = path.strip_prefix("vision/frames/");
    let frame = frame.is_some_and(|name| name.starts_with("step_") || name.starts_with("closing_"));
    // Beside the reasoning lies what its writers remember.
    let reasoning = path.starts_with("reasoning/");
    FILES.contains(&path) || aside || frame || reasoning
}
