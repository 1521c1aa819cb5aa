//! `mneme backup`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use mneme_model::Code;
use mneme_wire::operations::ask_with;
use mneme_wire::shapes::{BackupReply, BackupRequest};
use mneme_wire::{Fault, Port};
use serde::Serialize;

use super::Outcome;
use crate::archive;
use crate::args::BackupArgs;
use crate::output::{bytes, counted, dim, green, json, note};
use crate::progress::Bytes;

pub async fn run(port: &dyn Port, args: BackupArgs) -> Outcome {
    let request = BackupRequest {
        path: absolute(&args.output)?,
        include_key: args.include_key,
        force: args.force,
    };
    let teller = Bytes::new("backing up");
    let told = |done, all| teller.tell(done, all);
    let written = ask_with(port, &request, &told).await?;
    teller.done();
    warn(&written.damaged);
    let left_out = recordings();
    if args.json {
        return Ok(json(&Written { written, left_out }));
    }
    show(&written);
    if let Some(dir) = left_out {
        let note = format!(
            "(of recordings, steps, reasons and documents are in it; their directories in {} are not, and pictures are nowhere else: copy them too)",
            dir.display()
        );
        say!("{}", dim(&note));
    }
    Ok(ExitCode::SUCCESS)
}

/// The file is as good as the store is; only an older one may be better.
pub fn warn(damaged: &[String]) {
    let lost = "of this store cannot be read, and in the backup neither";
    warn_of(damaged, lost, "Keep older backups, they may have them");
}

/// How many records are lost, which, and what helps.
pub fn warn_of(damaged: &[String], lost: &str, cure: &str) {
    const NAMED: usize = 20;
    if damaged.is_empty() {
        return;
    }
    let named = damaged.iter().take(NAMED).cloned().collect::<Vec<_>>();
    let more = match damaged.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    let (what, named) = (counted(damaged.len() as u64, "record"), named.join("; "));
    note(&format!(
        "warning: {what} {lost}: {named}{more}. {cure}; `mneme verify` looks again"
    ));
}

/// What was written, and where something is that was not.
#[derive(Serialize)]
struct Written {
    #[serde(flatten)]
    written: BackupReply,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<PathBuf>,
}

/// Where the directories of recordings are, if there are any.
fn recordings() -> Option<PathBuf> {
    let config = archive::Config::load().or_else(|_| archive::Config::place_only());
    let dir = config.ok()?.storage_path;
    let any = std::fs::read_dir(&dir).ok()?.next().is_some();
    any.then_some(dir)
}

/// The server may stand in another directory than whoever asks it.
fn absolute(file: &Path) -> Result<String, Fault> {
    let path = std::path::absolute(file).ok();
    let path = path.as_deref().and_then(Path::to_str);
    path.map(str::to_owned).ok_or_else(|| {
        let message = format!("{} cannot be the name of a backup", file.display());
        Fault::new(Code::NotWritten, message)
    })
}

fn show(written: &BackupReply) {
    say!(
        "{} {} ({}, from {})",
        green("backed up:"),
        written.path,
        bytes(written.bytes),
        bytes(written.data_bytes)
    );
    let key = &written.key_file;
    match written.key_included {
        true if key.ends_with("master.wrapped") => say!(
            "the keys are in it, the master key as the key service wrapped it: whoever has this file and may use that service can read everything; it is readable by you alone (mode 600)"
        ),
        true => say!(
            "the keys are in it: whoever has this file can read everything; it is readable by you alone (mode 600)"
        ),
        false => {
            let note = format!("(the key is not in it: keep a copy of {key} somewhere else)");
            say!("{}", dim(&note));
        }
    }
}
