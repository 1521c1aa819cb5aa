//! Checking the directory of a recording.

use std::process::ExitCode;

use mneme_capture::files::fsck;
use serde_json::json;

use crate::args::FsckArgs;
use crate::commands::Outcome;
use crate::output;

pub fn check(args: &FsckArgs) -> Outcome {
    let found: Vec<_> = args
        .dirs
        .iter()
        .map(|dir| (dir, fsck::check(dir)))
        .collect();
    let sound = found.iter().all(|(_, findings)| findings.is_empty());
    if args.json {
        let told = found.iter().map(|(dir, findings)| {
            let findings: Vec<_> = findings.iter().map(ToString::to_string).collect();
            json!({"dir": dir, "findings": findings})
        });
        output::json(&told.collect::<Vec<_>>());
    } else {
        for (dir, findings) in &found {
            let dir = dir.display();
            match findings.len() {
                0 => say!("{dir}: in order"),
                n => say!("{dir}: {}", output::counted(n as u64, "finding")),
            }
            findings.iter().for_each(|finding| say!("  {finding}"));
        }
    }
    Ok(match sound {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}
