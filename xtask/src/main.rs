//! Checks over our own tree. Not shipped.
//!
//! Comes in: the files git would keep, and what cargo says about the workspace.
//! Goes out: findings, one a line, and an exit code.
//! Kept: nothing; no check writes a file.
//! Start reading at [`CHECKS`], then open the check you need.

mod arrows;
mod check;
mod coverage;
mod deny;
mod error;
mod licences;
mod links;
mod markdown;
mod metadata;
mod rust;
mod sizes;
mod text;
mod tree;
mod words;
mod wrappers;

use std::io::{self, Write};
use std::process::ExitCode;

use check::Check;
use error::Error;
use tree::Tree;

const USAGE: &str = "usage: cargo xtask check [name…]";

/// Every check, in the order they run.
const CHECKS: [Check; 7] = [
    Check {
        name: "arrows",
        run: arrows::run,
    },
    Check {
        name: "wrappers",
        run: wrappers::run,
    },
    Check {
        name: "licences",
        run: licences::run,
    },
    Check {
        name: "coverage",
        run: coverage::run,
    },
    Check {
        name: "sizes",
        run: sizes::run,
    },
    Check {
        name: "links",
        run: links::run,
    },
    Check {
        name: "text",
        run: text::run,
    },
];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match words.split_first() {
        Some((verb, names)) if verb == "check" => check(names),
        _ => Err(Error::Usage(USAGE.to_owned())),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => complain(&error),
    }
}

fn check(names: &[String]) -> Result<bool, Error> {
    let chosen = check::choose(&CHECKS, names)?;
    let here = std::env::current_dir().map_err(|cause| Error::read(".", cause))?;
    let tree = Tree::open(&here)?;
    check::run_all(&chosen, &tree, &mut io::stdout().lock())
        .map_err(|cause| Error::read("standard output", cause))
}

/// The mistake is the caller's or the machine's, not the tree's: exit 2.
fn complain(error: &Error) -> ExitCode {
    // When even the error stream is gone, the exit code has to be enough.
    let _ = writeln!(io::stderr(), "xtask: {error}");
    ExitCode::from(2)
}
