//! `mneme decay`

use std::process::ExitCode;

use mneme_wire::Port;
use mneme_wire::operations::ask;
use mneme_wire::shapes::{DecayReply, DecayRequest, DecayedMemory};

use super::Outcome;
use crate::args::DecayArgs;
use crate::output::{counted, dim, json, plain};

pub async fn run(port: &dyn Port, args: DecayArgs) -> Outcome {
    let request = DecayRequest {
        namespace: args.namespace,
        after_days: args.after_days,
        dry_run: args.dry_run,
    };
    let done = ask(port, &request).await?;
    if args.json {
        return Ok(json(&done));
    }
    for one in &done.memories {
        say!("{}: {}", told(one, done.dry_run), plain(&one.preview));
    }
    say!("{}", total(&done));
    Ok(ExitCode::SUCCESS)
}

fn told(one: &DecayedMemory, dry_run: bool) -> String {
    let what = match (one.to.as_str(), dry_run) {
        ("archived", true) => "Would archive",
        ("archived", false) => "Archived",
        (_, true) => "Would mark stale",
        (_, false) => "Marked stale",
    };
    format!("{what} {} {}", one.id, dim(&format!("[{}]", one.namespace)))
}

fn total(done: &DecayReply) -> String {
    let would = if done.dry_run { "would be " } else { "" };
    let looked_at = counted(done.looked_at, "memory");
    format!(
        "{looked_at} looked at: {} {would}marked stale, {} {would}archived",
        done.stale, done.archived
    )
}
