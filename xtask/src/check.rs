//! What a check is, and how several are run and told.

use std::io::{self, Write};

use crate::error::Error;
use crate::tree::Tree;

pub struct Check {
    pub name: &'static str,
    pub run: fn(&Tree) -> Result<Report, Error>,
}

/// What a check has to say: findings fail it, notes do not.
#[derive(Debug, Default)]
pub struct Report {
    pub findings: Vec<Finding>,
    pub notes: Vec<String>,
}

#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Finding {
    pub path: String,
    /// Counted from one; one also when the whole file is meant.
    pub line: usize,
    pub sentence: String,
}

impl Finding {
    pub fn new(path: &str, line: usize, sentence: impl Into<String>) -> Self {
        Self {
            path: path.to_owned(),
            line,
            sentence: sentence.into(),
        }
    }
}

impl From<Vec<Finding>> for Report {
    fn from(mut findings: Vec<Finding>) -> Self {
        findings.sort();
        Self {
            findings,
            notes: Vec::new(),
        }
    }
}

/// The named checks, or all of them when none is named.
pub fn choose<'a>(all: &'a [Check], names: &[String]) -> Result<Vec<&'a Check>, Error> {
    if names.is_empty() {
        return Ok(all.iter().collect());
    }
    names.iter().map(|name| find(all, name)).collect()
}

fn find<'a>(all: &'a [Check], name: &str) -> Result<&'a Check, Error> {
    all.iter().find(|check| check.name == name).ok_or_else(|| {
        let known: Vec<&str> = all.iter().map(|check| check.name).collect();
        Error::Usage(format!(
            "no check is called `{name}`; there are {}",
            known.join(", ")
        ))
    })
}

/// Runs each check, tells what it found, and answers whether all passed.
pub fn run_all(checks: &[&Check], tree: &Tree, out: &mut impl Write) -> io::Result<bool> {
    let mut failed = 0;
    for check in checks {
        failed += usize::from(!run_one(check, tree, out)?);
    }
    writeln!(out, "{} passed, {failed} failed", checks.len() - failed)?;
    Ok(failed == 0)
}

fn run_one(check: &Check, tree: &Tree, out: &mut impl Write) -> io::Result<bool> {
    match (check.run)(tree) {
        Ok(report) => tell(check.name, &report, out),
        Err(error) => {
            writeln!(out, "{}: {error}", check.name)?;
            Ok(false)
        }
    }
}

fn tell(name: &str, report: &Report, out: &mut impl Write) -> io::Result<bool> {
    for note in &report.notes {
        writeln!(out, "{name}: {note}")?;
    }
    for Finding {
        path,
        line,
        sentence,
    } in &report.findings
    {
        writeln!(out, "{name}: {path}:{line}: {sentence}")?;
    }
    Ok(report.findings.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: Check = Check {
        name: "good",
        run: |_| Ok(Report::default()),
    };
    const BAD: Check = Check {
        name: "bad",
        run: |_| Ok(vec![Finding::new("a.rs", 3, "too loud")].into()),
    };

    #[test]
    fn findings_are_told_with_their_place_and_counted() {
        let mut out = Vec::new();
        let passed = run_all(&[&GOOD, &BAD], &Tree::of(&[]), &mut out).unwrap();
        assert!(!passed);
        assert_eq!(
            String::from_utf8_lossy(&out),
            "bad: a.rs:3: too loud\n1 passed, 1 failed\n"
        );
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        let error = choose(&[GOOD, BAD], &["ugly".to_owned()]).err().unwrap();
        assert_eq!(
            error.to_string(),
            "no check is called `ugly`; there are good, bad"
        );
    }
}
