//! `mneme install-aliases`

use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use mneme_model::Code;
use mneme_wire::Fault;

use super::Outcome;
use crate::alias::NAMES;

/// The name the hook's program also answers to.
const HOOK: &str = "memory-ingest";

/// Links each other name to this program. What stands there already and is not ours stays.
pub fn install(dir: Option<PathBuf>) -> Outcome {
    let program = std::env::current_exe().map_err(|error| trouble(Path::new("mneme"), &error))?;
    let beside = || program.parent().map(Path::to_path_buf);
    let dir = dir.or_else(beside).unwrap_or_default();
    std::fs::create_dir_all(&dir).map_err(|error| trouble(&dir, &error))?;
    for name in NAMES {
        link(&program, &dir.join(name))?;
    }
    let hook = program.with_file_name("mneme-hook");
    match hook.is_file() {
        true => link(&hook, &dir.join(HOOK))?,
        false => say!("not made: {HOOK}, because {} is not there", hook.display()),
    }
    Ok(ExitCode::SUCCESS)
}

fn link(program: &Path, link: &Path) -> Result<(), Fault> {
    let done = match std::fs::canonicalize(link) {
        Ok(there) if there == program => "was there",
        _ => make(program, link).map(|()| "made")?,
    };
    say!("{done}: {} -> {}", link.display(), program.display());
    Ok(())
}

fn make(program: &Path, link: &Path) -> Result<(), Fault> {
    // A link to an older copy of ours, or to nothing, may go; a program of its own may not.
    let ours = std::fs::read_link(link).is_ok_and(|old| {
        old.file_name() == Some("mneme".as_ref()) || old.file_name() == program.file_name()
    });
    if ours {
        std::fs::remove_file(link).map_err(|error| trouble(link, &error))?;
    }
    symlink(program, link).map_err(|error| trouble(link, &error))
}

fn trouble(path: &Path, error: &io::Error) -> Fault {
    let shown = path.display();
    let mut fault = Fault::new(Code::BadFile, format!("{shown} cannot be made: {error}"));
    fault.hint = match error.kind() {
        io::ErrorKind::AlreadyExists => {
            format!("something else is there: move {shown} away, or choose another --dir")
        }
        _ => String::from("choose another --dir"),
    };
    fault
}
