//! `mneme backup`

use std::path::Path;
use std::process::ExitCode;

use mneme_model::Code;
use mneme_wire::operations::ask_with;
use mneme_wire::shapes::{BackupReply, BackupRequest};
use mneme_wire::{Fault, Port};

use super::Outcome;
use crate::args::BackupArgs;
use crate::output::{bytes, dim, green, json};
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
    if args.json {
        return Ok(json(&written));
    }
    show(&written);
    Ok(ExitCode::SUCCESS)
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
    if written.key_included {
        say!(
            "the keys are in it: whoever has this file can read everything; it is readable by you alone (mode 600)"
        );
    } else {
        let note = "(the key is not in it: keep a copy of keys/master.key somewhere else)";
        say!("{}", dim(note));
    }
}
