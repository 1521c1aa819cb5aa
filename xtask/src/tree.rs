//! The files we answer for: what git tracks or would track.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use crate::error::Error;

const LISTING: [&str; 5] = [
    "ls-files",
    "-z",
    "--cached",
    "--others",
    "--exclude-standard",
];

pub struct Tree {
    pub root: PathBuf,
    /// Every file, binary ones included, relative to the root.
    paths: BTreeSet<String>,
    texts: Vec<Text>,
}

pub struct Text {
    pub path: String,
    pub text: String,
}

impl Tree {
    /// Reads the workspace that `start` lies in.
    pub fn open(start: &Path) -> Result<Self, Error> {
        let root = start
            .ancestors()
            .find(|dir| is_workspace(dir))
            .ok_or(Error::NoWorkspace)?;
        let mut tree = Self {
            root: root.to_owned(),
            paths: BTreeSet::new(),
            texts: Vec::new(),
        };
        for path in list(root)? {
            tree.read(path)?;
        }
        Ok(tree)
    }

    fn read(&mut self, path: String) -> Result<(), Error> {
        match fs::read(self.root.join(&path)) {
            Ok(bytes) => self.keep(path, bytes),
            // Deleted but not yet committed, or a link to a directory: not ours to judge.
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => {}
            Err(cause) if cause.kind() == io::ErrorKind::IsADirectory => {}
            Err(cause) => return Err(Error::read(path, cause)),
        }
        Ok(())
    }

    fn keep(&mut self, path: String, bytes: Vec<u8>) {
        if let Ok(text) = String::from_utf8(bytes) {
            self.texts.push(Text {
                path: path.clone(),
                text,
            });
        }
        self.paths.insert(path);
    }

    pub fn texts(&self) -> impl Iterator<Item = &Text> {
        self.texts.iter()
    }

    pub fn ending<'a>(&'a self, end: &'a str) -> impl Iterator<Item = &'a Text> {
        self.texts
            .iter()
            .filter(move |file| file.path.ends_with(end))
    }

    pub fn text(&self, path: &str) -> Result<&str, Error> {
        let found = self.texts.iter().find(|file| file.path == path);
        let missing = || Error::read(path, io::ErrorKind::NotFound.into());
        found.map(|file| file.text.as_str()).ok_or_else(missing)
    }

    /// Whether a file, or a directory with a file in it, has this path.
    pub fn holds(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        let inside = format!("{path}/");
        path.is_empty()
            || self.paths.contains(path)
            || self
                .paths
                .range(inside.clone()..)
                .next()
                .is_some_and(|p| p.starts_with(&inside))
    }

    /// The first line of a file that contains `words`, or one.
    pub fn line_of(&self, path: &str, words: &str) -> usize {
        let text = self.text(path).unwrap_or_default();
        text.lines()
            .position(|line| line.contains(words))
            .map_or(1, |at| at + 1)
    }

    #[cfg(test)]
    pub fn of(files: &[(&str, &str)]) -> Self {
        let mut tree = Self {
            root: PathBuf::new(),
            paths: BTreeSet::new(),
            texts: Vec::new(),
        };
        for (path, text) in files {
            tree.keep((*path).to_owned(), text.as_bytes().to_vec());
        }
        tree
    }
}

fn is_workspace(dir: &Path) -> bool {
    fs::read_to_string(dir.join("Cargo.toml")).is_ok_and(|text| text.contains("[workspace]"))
}

fn list(root: &Path) -> Result<Vec<String>, Error> {
    let ran = Command::new("git").args(LISTING).current_dir(root).output();
    let output = ran.map_err(|cause| Error::tool("git ls-files", cause))?;
    if !output.status.success() {
        return Err(Error::tool(
            "git ls-files",
            String::from_utf8_lossy(&output.stderr),
        ));
    }
    let listed = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(listed.split_terminator('\0').map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_is_held_by_the_files_in_it() {
        let tree = Tree::of(&[("docs/a.md", "x"), ("docs.md", "x")]);
        assert!(tree.holds("docs/") && tree.holds("docs/a.md") && tree.holds("docs.md"));
        assert!(!tree.holds("doc") && !tree.holds("docs/b.md"));
    }
}
