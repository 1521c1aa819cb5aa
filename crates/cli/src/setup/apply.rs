//! Writing a plan: first the way back, then file by file, each in one step.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use mneme_model::Code;
use mneme_wire::Fault;

use super::plan::{Change, Plan, Step};
use super::profile::Profile;
use super::receipt::{Receipt, make_dirs};
use super::wiring::Wiring;
use crate::connect::place;

/// Gives the receipt, to which the server is added once it runs.
pub fn apply(plan: &Plan, wiring: &Wiring, profile: Profile) -> Result<Receipt, Fault> {
    let receipt = Receipt::read(&wiring.home)?.unwrap_or_default();
    let receipt = receipt.with(plan, wiring, profile);
    place::clear_unfinished(&Receipt::path(&wiring.home));
    for step in &plan.steps {
        place::clear_unfinished(step.path());
    }
    receipt.write(&wiring.home)?;
    if let Some(at) = &plan.link {
        link(at)?;
    }
    for step in plan.changes() {
        write(step)?;
    }
    Ok(receipt)
}

fn write(step: &Step) -> Result<(), Fault> {
    let trouble = |error: std::io::Error| bad(step.path(), &error);
    match step.change() {
        Change::None => Ok(()),
        Change::Remove => fs::remove_file(step.path()).map_err(trouble),
        Change::Mode => {
            let mode = fs::Permissions::from_mode(step.mode_after());
            fs::set_permissions(step.path(), mode).map_err(trouble)
        }
        Change::New | Change::Edit => {
            make_dirs(step.path())?;
            step.file.write_as(step.mode_after())
        }
    }
}

fn link(at: &Path) -> Result<(), Fault> {
    let trouble = |error: std::io::Error| bad(at, &error);
    make_dirs(at)?;
    match fs::symlink_metadata(at) {
        // A link that leads nowhere any more gives way.
        Ok(meta) if meta.is_symlink() => fs::remove_file(at).map_err(trouble)?,
        // A program that somebody put there only has to run.
        Ok(meta) if meta.is_file() => {
            let mode = fs::Permissions::from_mode(meta.permissions().mode() | 0o111);
            return fs::set_permissions(at, mode).map_err(trouble);
        }
        _ => {}
    }
    let own = std::env::current_exe().map_err(trouble)?;
    symlink(own, at).map_err(trouble)
}

pub fn bad(path: &Path, error: &std::io::Error) -> Fault {
    Fault::new(Code::BadFile, format!("{}: {error}", path.display()))
}
