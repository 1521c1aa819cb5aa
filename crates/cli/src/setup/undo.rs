//! `setup --undo`: every file as it was before. Where somebody wrote in one since, only what is
//! ours goes; what is ours no more stays.

mod fate;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use mneme_wire::Fault;
use serde_json::json;

use super::apply::bad;
use super::ask::Asker;
use super::ending::Ending;
use super::found::Found;
use super::lost::Lost;
use super::receipt::{Receipt, Started};
use super::wiring::{self, Wiring};
use crate::args::SetupArgs;
use crate::commands::Outcome;
use crate::connect::place::{self, Planned};
use crate::output;
use fate::{Becomes, Fate};

const ONLY: &str =
    "only what is ours can go. The server that it started, its settings and its service stay.";
const NOT_OURS: &str = "is not what setup wrote: it is yours, and stays";
const EARLIER: &str = "What stood there before setup, where something else of yours stays, is in";

pub async fn undo(found: &Found, asker: Asker, args: &SetupArgs) -> Outcome {
    let as_json = args.json;
    let wiring = Wiring::bare(found);
    let lost = Lost::find(&found.home, &wiring);
    let receipt = match lost {
        Some(_) => Some(Receipt::guessed(&wiring, wiring::link(found))),
        None => Receipt::read(&found.home)?,
    };
    if !args.dry_run {
        // With a record half written, this is all there is.
        place::clear_unfinished(&Receipt::path(&found.home));
    }
    let Some(receipt) = receipt else {
        tell(
            as_json,
            "Nothing was set up here; there is nothing to undo.",
        );
        listed(&[], false, as_json);
        return Ok(ExitCode::SUCCESS);
    };
    let mut fates = Fate::all(&receipt, &wiring);
    if let Some(lost) = lost {
        fates.retain(|fate| fate.becomes != Becomes::Left);
        tell(as_json, &format!("{}: {ONLY}", lost.told()));
    }
    show(&fates, found, as_json);
    if args.dry_run {
        tell(as_json, "\nNothing was changed: this was a dry run.");
        listed(&fates, false, as_json);
        return Ok(ExitCode::SUCCESS);
    }
    if !asker.agreed("Put them back?")? {
        tell(as_json, "Nothing was changed.");
        return Ok(ExitCode::SUCCESS);
    }
    // Once its settings are gone, nobody knows any more whose store it keeps.
    let ending = Ending::of(&receipt);
    let carried = fates.iter().map(carry_out);
    // One file that cannot be put back keeps nobody else's from it.
    let troubles: Vec<Fault> = carried.filter_map(Result::err).collect();
    // Shells lead nowhere else as soon as they can: whether the server ends is not waited for before.
    stop(&ending, &receipt, as_json).await.map_err(again)?;
    if let Some(fault) = troubles.into_iter().next() {
        return Err(again(fault));
    }
    if lost == Some(Lost::Broken) {
        put_aside(&Receipt::path(&found.home), "json.broken")?;
    }
    if fates.iter().any(|fate| fate.loses) {
        let aside = put_aside(&Receipt::path(&found.home), "json.undone")?;
        tell(as_json, &format!("{EARLIER} {}", found.short(&aside)));
    }
    clear(&receipt, found);
    listed(&fates, true, as_json);
    tell(
        as_json,
        "Undone. What was remembered is still in its store.",
    );
    Ok(ExitCode::SUCCESS)
}

/// What is left to do can be done: the record of it stays.
fn again(fault: Fault) -> Fault {
    let way = "`mneme setup --undo` puts back the rest then";
    let hint = match fault.hint.is_empty() {
        true => way.to_owned(),
        false => format!("{}; {way}", fault.hint),
    };
    Fault { hint, ..fault }
}

/// One that was put aside before stays.
fn put_aside(receipt: &Path, name: &str) -> Result<PathBuf, Fault> {
    let more = (2..).map(|n| format!("{name}.{n}"));
    let mut names = [name.to_owned()].into_iter().chain(more);
    let free = names.find_map(|name| {
        let aside = receipt.with_extension(name);
        (!aside.exists()).then_some(aside)
    });
    let aside = free.unwrap_or_else(|| receipt.with_extension(name));
    let moved = fs::rename(receipt, &aside);
    moved.map_err(|error| bad(receipt, &error))?;
    Ok(aside)
}

fn tell(as_json: bool, told: &str) {
    if !as_json {
        say!("{told}");
    }
}

fn show(fates: &[Fate], found: &Found, as_json: bool) {
    tell(as_json, "What will be put back:\n");
    for fate in fates {
        let (word, why) = (fate.word(), fate.why());
        let path = found.short(&fate.written.path);
        tell(as_json, &format!("  {word:<9} {path}  ({why})"));
        for place in fate.places() {
            let told = format!("            {place} {NOT_OURS}");
            tell(as_json, &told);
        }
    }
}

fn listed(fates: &[Fate], undone: bool, as_json: bool) {
    if !as_json {
        return;
    }
    let file = |fate: &Fate| {
        let places: Vec<_> = fate.places().collect();
        let (path, became) = (&fate.written.path, fate.word());
        json!({ "path": path, "became": became, "kept": places })
    };
    let files: Vec<_> = fates.iter().map(file).collect();
    output::json(&json!({ "undone": undone, "files": files }));
}

fn carry_out(
    Fate {
        written,
        becomes,
        unread,
        ..
    }: &Fate,
) -> Result<(), Fault> {
    if let Some(fault) = unread {
        return Err(fault.clone());
    }
    let mut file = Planned::read(written.path.clone())?;
    place::clear_unfinished(&file.path);
    if let Some(fault) = file.protected().filter(|_| *becomes != Becomes::Left) {
        return Err(fault);
    }
    match becomes {
        Becomes::Left if written.is_ours_alone() && file.path.exists() => {
            let mode = fs::Permissions::from_mode(file.mode() & !0o077);
            fs::set_permissions(&file.path, mode).map_err(|error| bad(&file.path, &error))
        }
        Becomes::Left => Ok(()),
        Becomes::Gone => {
            let trouble = |error| file.closed().unwrap_or_else(|| bad(&file.path, &error));
            fs::remove_file(&file.path).map_err(trouble)
        }
        Becomes::Back(text) | Becomes::Cleaned(text) => {
            super::receipt::make_dirs(&file.path)?;
            let now = file.path.exists().then(|| file.mode());
            let mode = written.mode_back(now).unwrap_or_else(|| file.mode());
            file.after.clone_from(text);
            file.write_as(mode)
        }
    }
}

/// The server that setup started, if it still runs.
async fn stop(ending: &Ending, receipt: &Receipt, as_json: bool) -> Result<(), Fault> {
    if let Some(pid) = ending.carry_out().await? {
        tell(as_json, &format!("stopped the server, process {pid}"));
    }
    if let Some(Started::Systemd) = receipt.started {
        let mut told = Command::new("systemctl");
        told.args(["--user", "disable", "--now", super::start::UNIT]);
        // Without systemd there is no service to stop.
        let _ = told.stdin(Stdio::null()).stdout(Stdio::null()).status();
    }
    Ok(())
}

/// The link, the receipt, and directories that were made for files that are gone: a directory
/// with anything in it stays.
fn clear(receipt: &Receipt, found: &Found) {
    let _ = fs::remove_file(Receipt::path(&found.home));
    if let Some(link) = receipt.link.as_ref().filter(|link| link.is_symlink()) {
        let _ = fs::remove_file(link);
        let _ = link.parent().map(fs::remove_dir);
    }
    let own: PathBuf = found.home.join(".memoryoss");
    for dir in receipt.dirs.iter().rev().chain([&own]) {
        let _ = fs::remove_dir(dir);
    }
}
