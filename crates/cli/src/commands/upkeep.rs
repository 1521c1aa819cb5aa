//! `mneme verify` and `mneme rebuild`

use std::process::ExitCode;

use mneme_model::Code;
use mneme_wire::errors::{CONTENTS_AGAIN, exit_code, hint};
use mneme_wire::operations::ask_with;
use mneme_wire::shapes::{RebuildRequest, VerifyReply, VerifyRequest};
use mneme_wire::{Fault, Port};

use super::Outcome;
use crate::output::{self, bold, counted, green, json, note, plain};
use crate::progress::bar;

/// What there is to do about events that do not open.
pub const DAMAGED: &str = "they are left out of every answer, and nothing is deleted; to have them back, stop the server, copy the data directory away, and bring the last backup that has them back with `mneme restore FILE --force`";

/// What mends vectors that cannot be read.
pub const VECTORS_AGAIN: &str =
    "`mneme migrate-embeddings --force` makes them again; until then recall goes by words there";

/// What there is to do about a broken chain.
pub const AUDIT_BROKEN: &str =
    "somebody changed the audit behind mneme's back; rows before the named one still hold";

pub async fn verify(port: &dyn Port, as_json: bool) -> Outcome {
    let bar = bar("verifying");
    let told = |done, all| {
        bar.set_length(all);
        bar.set_position(done);
    };
    let found = ask_with(port, &VerifyRequest::default(), &told).await?;
    bar.finish_and_clear();
    if as_json {
        json(&found);
    } else if found.clean {
        say!(
            "{} {} folded again, {} equal",
            green("clean:"),
            counted(found.events, "event"),
            counted(found.rows, "row")
        );
        say!(
            "       {} in the index, {} of the audit chained, {} of contents",
            counted(found.indexed, "record"),
            counted(found.audited, "row"),
            counted(found.nodes, "node")
        );
        if found.unpurged > 0 {
            say!("       {}", unpurged(&found));
        }
        for told in &found.mended {
            say!("{} {}", bold("mended:"), plain(told));
        }
    } else {
        for told in &found.mended {
            note(&format!("mended: {told}"));
        }
        return Err(unclean(&found));
    }
    Ok(if found.clean {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(exit_code(Code::VerifyFailed))
    })
}

/// What is forgotten and not purged is no damage: who waits for what is told.
pub fn unpurged(found: &VerifyReply) -> String {
    let waiting = counted(found.unpurged, "forgotten record");
    format!("waiting in the index for the purge, which goes on while a server runs: {waiting}")
}

fn unclean(found: &VerifyReply) -> Fault {
    let journal = (!found.damaged.is_empty())
        .then(|| format!("the journal is damaged: {}", found.damaged.join("; ")));
    let tables = (!found.differences.is_empty()).then(|| {
        let differences = found.differences.join("; ");
        format!("the tables are not what the journal says: {differences}")
    });
    let rest = [&found.index, &found.vectors, &found.contents, &found.audit];
    let all: Vec<String> = journal
        .into_iter()
        .chain(tables)
        .chain(rest.into_iter().flatten().cloned())
        .collect();
    Fault::new(Code::VerifyFailed, all.join("; ")).mended_by(&cures(found).join("; "))
}

/// What there is to do about all of it. A journal that does not open cannot be folded again.
fn cures(found: &VerifyReply) -> Vec<&'static str> {
    let damaged = !found.damaged.is_empty();
    let derived = !found.differences.is_empty() || !found.index.is_empty();
    let cures = [
        (damaged, DAMAGED),
        (derived && !damaged, hint(Code::VerifyFailed)),
        (!found.vectors.is_empty(), VECTORS_AGAIN),
        (!found.contents.is_empty(), CONTENTS_AGAIN),
        (!found.audit.is_empty(), AUDIT_BROKEN),
    ];
    let needed = cures.into_iter().filter(|(needed, _)| *needed);
    needed.map(|(_, cure)| cure).collect()
}

pub async fn rebuild(port: &dyn Port, as_json: bool) -> Outcome {
    let bar = bar("rebuilding");
    let told = |done, all| {
        bar.set_length(all);
        bar.set_position(done);
    };
    let made = ask_with(port, &RebuildRequest::default(), &told).await?;
    bar.finish_and_clear();
    if as_json {
        return Ok(output::json(&made));
    }
    say!(
        "{} {} folded, {} indexed",
        green("rebuilt:"),
        counted(made.events, "event"),
        counted(made.documents, "document")
    );
    Ok(ExitCode::SUCCESS)
}
