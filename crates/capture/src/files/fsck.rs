//! Looks at a directory as a stranger would, and says what does not fit together. It shares no
//! code with what writes the files, so that it cannot share its mistakes.

mod commands;
mod pictures;
mod reasons;
mod tree;

use std::fmt;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

use mneme_model::archive::{ClosedBy, Metadata};
use rustix::fs::{Mode, OFlags, open};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Problem {
    /// Something named is not there.
    Missing,
    /// It is there and cannot be read.
    Unreadable,
    /// Steps are not counted 1 to n.
    Numbering,
    /// Two files say different things.
    Disagrees,
    /// A file that was never moved into place.
    Leftover,
    /// Something that does not belong in the directory, or leads out of it.
    Outside,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// Relative to the directory.
    pub path: String,
    pub problem: Problem,
    pub detail: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.problem {
            Problem::Missing => "missing",
            Problem::Unreadable => "unreadable",
            Problem::Numbering => "wrongly numbered",
            Problem::Disagrees => "disagrees",
            Problem::Leftover => "left over",
            Problem::Outside => "does not belong here",
        };
        // The directory itself has no name inside it.
        let path = match self.path.as_str() {
            "" => ".",
            path => path,
        };
        write!(f, "{path}: {what}: {}", self.detail)
    }
}

/// What is wrong with a directory; nothing found is nothing wrong.
pub fn check(dir: &Path) -> Vec<Finding> {
    let mut look = Look {
        dir,
        found: Vec::new(),
    };
    if !tree::is_recording(&mut look) {
        return look.found;
    }
    tree::check(&mut look);
    if let Some(metadata) = look.metadata() {
        numbering(&mut look, &metadata);
        commands::check(&mut look, &metadata);
        pictures::check(&mut look, &metadata);
        reasons::check(&mut look, &metadata);
    }
    look.found
}

/// A directory being looked at, and what was found so far.
struct Look<'a> {
    dir: &'a Path,
    found: Vec<Finding>,
}

fn numbering(look: &mut Look<'_>, metadata: &Metadata) {
    let ids = metadata.steps.iter().map(|step| step.step_id);
    if let Some((at, id)) = (1..).zip(ids).find(|(n, id)| n != id) {
        let detail = format!("the step at place {at} is called {id}");
        look.found("metadata.json", Problem::Numbering, detail);
    }
    let (told, there) = (metadata.total_steps, metadata.steps.len());
    if told as usize != there {
        let detail = format!("total_steps is {told}, and there are {there}");
        look.found("metadata.json", Problem::Disagrees, detail);
    }
}

/// The longest file there is any sense in reading.
const LONGEST: u64 = 1 << 30;

/// Plain files only: a pipe would be waited for, and a link may lead anywhere.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let mut file = fs::File::from(open(path, flags, Mode::empty())?);
    let meta = file.metadata()?;
    let why = match (meta.is_file(), meta.len()) {
        (false, _) => "is no plain file",
        (true, 0..=LONGEST) => {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            return Ok(bytes);
        }
        _ => "is too large to be one of ours",
    };
    Err(io::Error::other(why))
}

/// Whether commands may still arrive: files may then be ahead of the record.
fn is_capturing(metadata: &Metadata) -> bool {
    metadata.in_progress == Some(ClosedBy::Capturing) || metadata.status == "active"
}

// === impl Look ===

impl Look<'_> {
    fn found(&mut self, path: &str, problem: Problem, detail: impl Into<String>) {
        self.found.push(Finding {
            path: path.to_owned(),
            problem,
            detail: detail.into(),
        });
    }

    /// A file's bytes; that there are none is a finding.
    fn read(&mut self, path: &str) -> Option<Vec<u8>> {
        let problem = match read(&self.dir.join(path)) {
            Ok(bytes) => return Some(bytes),
            Err(e) if e.kind() == io::ErrorKind::NotFound => (Problem::Missing, e),
            Err(e) => (Problem::Unreadable, e),
        };
        self.found(path, problem.0, problem.1.to_string());
        None
    }

    fn is_there(&self, path: &str) -> bool {
        fs::symlink_metadata(self.dir.join(path)).is_ok()
    }

    fn text(&mut self, path: &str) -> Option<String> {
        let text = String::from_utf8(self.read(path)?);
        text.map_err(|e| self.found(path, Problem::Unreadable, e.to_string()))
            .ok()
    }

    fn metadata(&mut self) -> Option<Metadata> {
        let text = self.text("metadata.json")?;
        let read = serde_json::from_str(&text);
        read.map_err(|e| self.found("metadata.json", Problem::Unreadable, e.to_string()))
            .ok()
    }
}
