//! `setup --undo`: every file as it was before. Where somebody wrote in one since, only what is
//! ours goes.

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
use super::receipt::{Receipt, Started, Written, sum};
use super::wiring::{self, Wiring};
use crate::args::SetupArgs;
use crate::commands::Outcome;
use crate::connect::place::{self, Planned};
use crate::output;

const ONLY: &str =
    "only what is ours can go. The server that it started, its settings and its service stay.";

/// What becomes of a file.
#[derive(Debug, PartialEq, Eq)]
enum Fate {
    /// As it was.
    Back(String),
    /// There was none.
    Gone,
    /// Theirs, without ours.
    Cleaned(String),
    /// Nothing of ours can be told from what is theirs, or all is as it was.
    Left,
}

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
    let mut fates = fates(&receipt, &wiring);
    if let Some(lost) = lost {
        fates.retain(|(_, fate)| *fate != Fate::Left);
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
    let carried = fates.iter().map(|(written, fate)| carry_out(written, fate));
    // One file that cannot be put back keeps nobody else's from it.
    let troubles: Vec<Fault> = carried.filter_map(Result::err).collect();
    // Shells lead nowhere else as soon as they can: whether the server ends is not waited for before.
    stop(&ending, &receipt, as_json).await.map_err(again)?;
    if let Some(fault) = troubles.into_iter().next() {
        return Err(again(fault));
    }
    if lost == Some(Lost::Broken) {
        put_aside(&Receipt::path(&found.home))?;
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

fn put_aside(receipt: &Path) -> Result<(), Fault> {
    let aside = receipt.with_extension("json.broken");
    fs::rename(receipt, aside).map_err(|error| bad(receipt, &error))
}

fn tell(as_json: bool, told: &str) {
    if !as_json {
        say!("{told}");
    }
}

fn fates(receipt: &Receipt, wiring: &Wiring) -> Vec<(Written, Fate)> {
    let each = receipt.files.iter().map(|written| {
        // What cannot be read is told when its turn comes, and keeps nothing else from going.
        let Ok(now) = Planned::read(written.path.clone()) else {
            return (written.clone(), Fate::Left);
        };
        let there = now.path.exists().then_some(now.before.as_str());
        let clean = |text: &str| written.cleaned(wiring, text);
        (written.clone(), fate(written, there, clean))
    });
    each.collect()
}

fn fate(written: &Written, now: Option<&str>, clean: impl Fn(&str) -> String) -> Fate {
    let as_left = now.map(sum) == written.sha256;
    match (&written.before, now) {
        (Some(before), _) if as_left => Fate::Back(before.clone()),
        (None, Some(_)) if as_left => Fate::Gone,
        // Put back already, by an undo that met trouble elsewhere.
        (Some(before), Some(now)) if before == now => Fate::Left,
        (_, Some(now)) => match clean(now) {
            cleaned if cleaned == now => Fate::Left,
            cleaned if written.is_nothing(&cleaned) => Fate::Gone,
            cleaned => Fate::Cleaned(cleaned),
        },
        (_, None) => Fate::Left,
    }
}

fn word(fate: &Fate) -> &'static str {
    match fate {
        Fate::Back(_) => "restored",
        Fate::Gone => "removed",
        Fate::Cleaned(_) => "cleaned",
        Fate::Left => "left",
    }
}

fn show(fates: &[(Written, Fate)], found: &Found, as_json: bool) {
    tell(as_json, "What will be put back:\n");
    for (written, fate) in fates {
        let why = match fate {
            Fate::Back(_) => "as it was before setup last wrote it",
            Fate::Gone => "there was none before setup",
            Fate::Cleaned(_) => {
                "it was changed since: only our part goes, for what stood there before"
            }
            Fate::Left => "it was changed or removed since: it stays as it is",
        };
        let path = found.short(&written.path);
        tell(as_json, &format!("  {:<9} {path}  ({why})", word(fate)));
    }
}

fn listed(fates: &[(Written, Fate)], undone: bool, as_json: bool) {
    if !as_json {
        return;
    }
    let files = fates.iter();
    let files = files.map(|(written, fate)| json!({ "path": written.path, "became": word(fate) }));
    let files: Vec<_> = files.collect();
    output::json(&json!({ "undone": undone, "files": files }));
}

fn carry_out(written: &Written, fate: &Fate) -> Result<(), Fault> {
    let mut file = Planned::read(written.path.clone())?;
    place::clear_unfinished(&file.path);
    if let Some(fault) = file.protected().filter(|_| *fate != Fate::Left) {
        return Err(fault);
    }
    match fate {
        Fate::Left if written.is_ours_alone() && file.path.exists() => {
            let mode = fs::Permissions::from_mode(file.mode() & !0o077);
            fs::set_permissions(&file.path, mode).map_err(|error| bad(&file.path, &error))
        }
        Fate::Left => Ok(()),
        Fate::Gone => {
            let trouble = |error| file.closed().unwrap_or_else(|| bad(&file.path, &error));
            fs::remove_file(&file.path).map_err(trouble)
        }
        Fate::Back(text) | Fate::Cleaned(text) => {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_goes_back_only_where_nobody_wrote_since() {
        let written = |before: Option<&str>, after: Option<&str>| Written {
            path: PathBuf::new(),
            before: before.map(str::to_owned),
            mode: None,
            sha256: after.map(sum),
            private: false,
            mode_left: None,
        };
        let clean = |text: &str| text.replace("ours", "");
        let made = written(None, Some("ours"));
        assert_eq!(fate(&made, Some("ours"), clean), Fate::Gone);
        assert_eq!(
            fate(&made, Some("ours and mine"), clean),
            Fate::Cleaned(" and mine".into())
        );
        assert_eq!(fate(&made, Some("mine"), clean), Fate::Left);
        assert_eq!(fate(&made, None, clean), Fate::Left);
        let changed = written(Some("mine"), Some("mine ours"));
        assert_eq!(
            fate(&changed, Some("mine ours"), clean),
            Fate::Back("mine".into())
        );
        let theirs = |_: &str| String::from("without theirs");
        assert_eq!(fate(&changed, Some("mine"), theirs), Fate::Left);
        let removed = written(Some("old"), None);
        assert_eq!(fate(&removed, None, clean), Fate::Back("old".into()));
        assert_eq!(fate(&removed, Some("new"), clean), Fate::Left);
    }
}
