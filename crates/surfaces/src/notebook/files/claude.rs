//! What Claude Code keeps for itself on this machine: `~/.claude/projects/*/memory/*.md`.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use mneme_engine::notebook::{Page, lenient};
use serde_json::Value;

use super::{unread, walk};
use crate::rest::Refusal;

/// Files read in one go.
const MOST: usize = 1_000;
/// Lines of a transcript that are looked through for where it was.
const LINES: usize = 50;

/// Its pages, in the order of their names. A link is not followed; what is not there is nothing,
/// and what may not be looked into is told.
pub fn pages(projects: &Path) -> Result<Vec<Page>, Refusal> {
    let mut pages = Vec::new();
    for project in below(projects, |kind| kind.is_dir())? {
        let files = below(&project.join("memory"), |kind| kind.is_file())?;
        let files: Vec<PathBuf> = files.into_iter().filter(|file| is_page(file)).collect();
        if files.is_empty() {
            continue;
        }
        let place = place_of(&project);
        for file in files.into_iter().take(MOST - pages.len()) {
            let name = file.strip_prefix(projects).unwrap_or(&file);
            pages.push(Page {
                name: format!("claude {}", name.display()),
                project: place.clone(),
                text: walk::read(&file)?,
            });
        }
    }
    Ok(pages)
}

fn below(dir: &Path, wanted: impl Fn(fs::FileType) -> bool) -> Result<Vec<PathBuf>, Refusal> {
    let entries = match fs::read_dir(dir) {
        Ok(entries) => entries.flatten(),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(unread(dir, &error)),
    };
    let entries = entries.filter(|entry| entry.file_type().is_ok_and(&wanted));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

fn is_page(file: &Path) -> bool {
    file.extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("md"))
}

/// The project's own path, as one of its transcripts says it; else the name of its directory.
fn place_of(project: &Path) -> String {
    let talks = below(project, |kind| kind.is_file()).unwrap_or_default();
    let mut talks = talks
        .into_iter()
        .filter(|file| file.extension().is_some_and(|e| e == "jsonl"));
    let told = talks.find_map(|file| said_in(&file));
    told.unwrap_or_else(|| {
        let name = project.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    })
}

fn said_in(talk: &Path) -> Option<String> {
    let text = walk::read(talk).ok()?;
    let mut lines = text.lines().take(LINES);
    lines.find_map(|line| {
        let line: Value = lenient::from_str(line).ok()?;
        Some(line["cwd"].as_str()?.to_owned())
    })
}
